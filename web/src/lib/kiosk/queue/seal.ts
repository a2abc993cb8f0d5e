import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { fromBase64Url } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import type { SealedEvidence } from '@rollcall/core/attendance/kiosk/queue/evidence.rules';

/** HPKE (RFC 9180), as the server opens it: api/src/attendance/kiosk/queue/evidence-sealing.ts. */
const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

/** Seals what somebody showed, so that only the server opens it: this device cannot read it back. */
export async function sealEvidence(
  publicKey: string,
  evidence: SealedEvidence,
  sealedFor: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(fromBase64Url(publicKey).buffer);
  const text = new TextEncoder().encode(JSON.stringify(evidence));
  const { enc, ct } = await suite.seal({ recipientPublicKey }, text, sealedFor);
  const sealed = new Uint8Array(enc.byteLength + ct.byteLength);
  sealed.set(new Uint8Array(enc));
  sealed.set(new Uint8Array(ct), enc.byteLength);
  return sealed;
}
