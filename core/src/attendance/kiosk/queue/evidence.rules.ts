import { meansOf, SCANNED_MAX } from '../cards/card-codes.rules.ts';
import type { KioskEvidence } from '../kiosk.types.ts';

/** What a kiosk seals: the body of the request that it would have sent, and what kind it is. */
export type SealedEvidence =
  | { readonly means: 'face'; readonly images: readonly string[]; readonly digits: string | null }
  | { readonly means: 'pin'; readonly user_id: string; readonly pin: string }
  | { readonly means: 'card'; readonly scanned: string };

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most;

/** Reads what was sealed. A kiosk wrote it, but whoever holds the tablet may write what they like: null for nonsense. */
export function readEvidence(
  opened: Uint8Array,
  decodeImage: (text: string) => Uint8Array,
): KioskEvidence | null {
  try {
    const sealed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(opened));
    if (typeof sealed !== 'object' || sealed === null || !('means' in sealed)) return null;
    if (sealed.means === 'pin' && 'user_id' in sealed && 'pin' in sealed) {
      const { user_id: code, pin } = sealed;
      return isText(code, 60) && isText(pin, 8) ? { means: 'pin', code, pin } : null;
    }
    if (sealed.means === 'card' && 'scanned' in sealed) {
      const { scanned } = sealed;
      return isText(scanned, SCANNED_MAX) ? { means: meansOf(scanned), scanned } : null;
    }
    if (sealed.means !== 'face' || !('images' in sealed) || !Array.isArray(sealed.images)) return null;
    const digits = 'digits' in sealed && isText(sealed.digits, 8) ? sealed.digits : null;
    const images: readonly unknown[] = sealed.images;
    const texts = images.filter((image) => typeof image === 'string');
    return texts.length === images.length
      ? { means: 'face', pictures: texts.map(decodeImage), digits }
      : null;
  } catch {
    return null;
  }
}
