/**
 * How a kiosk signs its requests: with a P-256 key that never leaves its browser, over everything that a request says.
 * There is no token to copy. Used by the page, which signs, and by the server, which checks.
 */

/** A request as it is signed. */
export interface SignedCall {
  readonly kioskId: string;
  readonly method: string;
  /** Path and query, as they are sent. */
  readonly path: string;
  /** SHA-256 of the body, in base64url. */
  readonly digest: string;
  /** The server's time as the kiosk knows it, in milliseconds since 1970. */
  readonly time: number;
  /** Larger than that of every request before. */
  readonly counter: number;
}

export const KIOSK_KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;
/** An uncompressed point of the curve. */
export const PUBLIC_KEY_BYTES = 65;
/** So far the time of a request may be from the server's. */
export const SIGNED_WINDOW_MS = 60_000;

export const KIOSK_SCHEME = 'Kiosk';
const HEADER =
  /^Kiosk ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,15})\.(\d{1,15})\.([\w-]{43})\.([\w-]{86})$/;

/** Bytes as text that needs no escaping in headers and addresses. */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Fails for text that is not base64url. */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const encoder = new TextEncoder();

export async function digestOfBody(body: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** No part can hold a line break, so that no two requests have the same text. */
const signedText = ({ kioskId, method, path, digest, time, counter }: SignedCall) =>
  ['rollcall kiosk 1', kioskId, method, path, digest, time, counter].join('\n');

export const signText = async (key: CryptoKey, text: string): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.sign(SIGNATURE, key, encoder.encode(text))));

/** The `Authorization` header of a request. */
export async function signCall(key: CryptoKey, call: SignedCall): Promise<string> {
  const signature = await signText(key, signedText(call));
  const parts = [call.kioskId, call.time, call.counter, call.digest, signature];
  return `${KIOSK_SCHEME} ${parts.join('.')}`;
}

/** What the header of a request says about it; null when it is not one of a kiosk. */
export interface KioskHeader extends Omit<SignedCall, 'method' | 'path'> {
  readonly signature: string;
}

export function readHeader(header: string | undefined): KioskHeader | null {
  const [, kioskId, time, counter, digest, signature] = HEADER.exec(header ?? '') ?? [];
  if (!kioskId || !time || !counter || !digest || !signature) return null;
  return { kioskId, time: Number(time), counter: Number(counter), digest, signature };
}

/** Fails for bytes that are no point of the curve. */
export const importPublicKey = (raw: Uint8Array): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', new Uint8Array(raw), KIOSK_KEY, true, ['verify']);

export async function isTextSigned(publicKey: Uint8Array, signature: string, text: string): Promise<boolean> {
  const key = await importPublicKey(publicKey);
  return crypto.subtle.verify(SIGNATURE, key, fromBase64Url(signature), encoder.encode(text));
}

export const isSigned = (publicKey: Uint8Array, signature: string, call: SignedCall): Promise<boolean> =>
  isTextSigned(publicKey, signature, signedText(call));
