import { readScanned } from '@rollcall/core/attendance/kiosk/cards/card-codes.rules';

/** Out of sight for so long, a card was taken away. */
const GONE_MS = 2_000;

/** Something that is held up to the camera. It is asked about once, however long it is held. */
export interface Showing {
  readonly what: string;
  readonly seenAt: number;
  readonly isAsked: boolean;
}

/** A code of ours in a picture; any other code is somebody's shirt or poster. */
export function ownCode(text: string): { readonly text: string; readonly what: string } | null {
  const scanned = readScanned(text);
  if (scanned?.kind === 'printed') return { text, what: text };
  // The code on a phone changes while it is held up.
  return scanned?.kind === 'phone' ? { text, what: `phone ${scanned.phoneId}` } : null;
}

/** Follows what is held up from picture to picture; null for nothing. */
export function followShowing(before: Showing | null, what: string | null, at: number): Showing | null {
  if (what === null) return before && at - before.seenAt < GONE_MS ? before : null;
  if (before?.what === what && at - before.seenAt < GONE_MS) return { ...before, seenAt: at };
  return { what, seenAt: at, isAsked: false };
}
