import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { PasskeyOptions, PasskeyResponse } from '@rollcall/core/auth/factors/factors.types';

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
  return Buffer.concat([cborHead(5, value.size), ...entries]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');

/** What goes wrong in an answer; nothing by default. */
interface Flaws {
  readonly challenge?: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  /** False: the device did not ask for a PIN or a fingerprint. */
  readonly isVerified?: boolean;
  readonly signature?: Buffer;
}

const PRESENT = 1;
const VERIFIED = 4;
const NEW_CREDENTIAL = 64;

/** A security key in software (ES256, no attestation) in a browser at the origin. */
export function createSoftwareAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coseKey = cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  let counter = 0;

  const clientData = (type: string, options: PasskeyOptions, flaws: Flaws) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: flaws.challenge ?? options.challenge,
        origin: flaws.origin ?? origin,
        crossOrigin: false,
      }),
    );

  const authenticatorData = (rpId: string, flaws: Flaws, extra = Buffer.alloc(0)) => {
    const flags =
      PRESENT | (flaws.isVerified === false ? 0 : VERIFIED) | (extra.length > 0 ? NEW_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(flaws.counter ?? counter);
    return Buffer.concat([sha256(flaws.rpId ?? rpId), Buffer.from([flags]), count, extra]);
  };

  const answer = (response: Record<string, unknown>) => ({
    id: text(id),
    rawId: text(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    id: text(id),

    create(options: PasskeyOptions, flaws: Flaws = {}): PasskeyResponse {
      const { id: rpId } = options.rp as { id: string }; // made by the library
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(rpId, flaws, credential)],
      ]);
      return answer({
        clientDataJSON: text(clientData('webauthn.create', options, flaws)),
        attestationObject: text(cbor(attestation)),
        transports: ['usb'],
      });
    },

    get(options: PasskeyOptions, flaws: Flaws = {}): PasskeyResponse {
      counter += 1;
      const data = authenticatorData(String(options.rpId), flaws);
      const client = clientData('webauthn.get', options, flaws);
      const signed = createSign('sha256').update(Buffer.concat([data, sha256(client)]));
      return answer({
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(flaws.signature ?? signed.sign(privateKey)),
      });
    },
  };
}
