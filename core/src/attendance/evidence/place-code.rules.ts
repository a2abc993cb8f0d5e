/** How long a code is shown. */
export const PLACE_CODE_SECONDS = 30;
const DIGITS = 6;

/** The class whose teacher shows the code; null for the code of the whole institution. */
export type CodePlace = number | null;

const windowAt = (at: Date): number => Math.floor(at.getTime() / 1000 / PLACE_CODE_SECONDS);

/** When the code that is shown at a moment changes. */
export const codeChangesAt = (at: Date): Date => new Date((windowAt(at) + 1) * PLACE_CODE_SECONDS * 1000);

async function codeOfWindow(secret: Uint8Array, place: CodePlace, window: number): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    new Uint8Array(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const text = new TextEncoder().encode(`${place ?? 'all'}:${window}`);
  const digest = new DataView(await crypto.subtle.sign('HMAC', key, text));
  // 2^32 is not a multiple of a million: the lower codes are likelier by one in 4,294, which does not help to guess.
  return String(digest.getUint32(0) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The code that is shown at a place at a moment. Every server computes the same one from the same secret. */
export const placeCodeAt = (secret: Uint8Array, place: CodePlace, at: Date): Promise<string> =>
  codeOfWindow(secret, place, windowAt(at));

/** Whether somebody read the code at one of these places: the one shown now, or the one before, which takes time to type. */
export async function isPlaceCode(
  entered: string,
  secret: Uint8Array,
  places: readonly CodePlace[],
  at: Date,
): Promise<boolean> {
  const now = windowAt(at);
  const codes = await Promise.all(
    places.flatMap((place) => [codeOfWindow(secret, place, now), codeOfWindow(secret, place, now - 1)]),
  );
  return codes.includes(entered);
}
