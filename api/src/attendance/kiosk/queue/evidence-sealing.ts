import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import type { EvidenceSealing } from '@rollcall/core/attendance/kiosk/queue/queue.ports';

/** HPKE (RFC 9180), as the page seals with it: web/src/lib/kiosk/queue/seal.ts. */
export const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

/** What is sealed begins with the sender's public key of this one message. */
const ENCAPSULATED_BYTES = 65;

const copyOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** For hosts that a kiosk can lose; a demo in a browser has none. */
export const evidenceSealing: EvidenceSealing = {
  async newKey() {
    const { publicKey, privateKey } = await suite.kem.generateKeyPair();
    return {
      publicKey: new Uint8Array(await suite.kem.serializePublicKey(publicKey)),
      privateKey: new Uint8Array(await suite.kem.serializePrivateKey(privateKey)),
    };
  },

  async open(privateKey, sealed, sealedFor) {
    try {
      const recipientKey = await suite.kem.deserializePrivateKey(copyOf(privateKey));
      const enc = copyOf(sealed.subarray(0, ENCAPSULATED_BYTES));
      const text = copyOf(sealed.subarray(ENCAPSULATED_BYTES));
      return new Uint8Array(await suite.open({ recipientKey, enc }, text, copyOf(sealedFor)));
    } catch {
      return null;
    }
  },
};
