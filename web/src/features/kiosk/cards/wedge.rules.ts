import {
  CARD_NUMBER,
  readScanned,
  SCANNED_MAX,
} from '@rollcall/core/attendance/kiosk/cards/card-codes.rules';

/** A reader types faster than this; people do not. */
const FAST_MS = 60;
/** After so long without a key something new begins. */
const PAUSE_MS = 1_000;

/** A key as the browser reports it. */
export interface Key {
  /** The place on the keyboard, named as on an American one. */
  readonly code: string;
  /** What the layout of this device makes of it. */
  readonly key: string;
  readonly at: number;
}

/** What was typed so far. Text that came slowly is somebody's, up to its end. */
export interface Typing {
  readonly byCode: string;
  readonly byKey: string;
  readonly at: number;
  readonly isSlow: boolean;
}

const SIGNS: Readonly<Record<string, string>> = {
  Semicolon: ':',
  Period: '.',
  NumpadDecimal: '.',
  Minus: '-',
  NumpadSubtract: '-',
  Space: ' ',
};

/** The character at a place of an American keyboard. Shift is left aside: no card tells capitals from others. */
function charAt(code: string): string | null {
  return /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code)?.slice(1).find(Boolean) ?? SIGNS[code] ?? null;
}

const isEnd = ({ code, key }: Key): boolean => code === 'Enter' || code === 'NumpadEnter' || key === 'Enter';

/**
 * What a reader typed. Reader and device may be set to different layouts: then the characters make no sense and the
 * places do.
 */
function textOf({ byCode, byKey }: Typing): string {
  return readScanned(byKey) || !readScanned(byCode) ? byKey : byCode;
}

/** Follows the keys of a reader that types like a keyboard and ends with Enter. `read` is what it read. */
export function followKeys(
  before: Typing | null,
  key: Key,
): { readonly typing: Typing | null; readonly read: string | null } {
  const going = before && key.at - before.at < PAUSE_MS ? before : null;
  const isSlow = going !== null && (going.isSlow || key.at - going.at >= FAST_MS);
  if (isEnd(key)) {
    const text = going && !isSlow ? textOf(going).trim() : '';
    return { typing: null, read: text.length >= CARD_NUMBER.least ? text : null };
  }
  const byKey = [...key.key].length === 1 ? key.key : null;
  const byCode = charAt(key.code) ?? byKey;
  // Shift and its like are part of no text.
  if (byCode === null) return { typing: going, read: null };
  const typing = {
    byCode: `${going?.byCode ?? ''}${byCode}`.slice(0, SCANNED_MAX),
    byKey: `${going?.byKey ?? ''}${byKey ?? byCode}`.slice(0, SCANNED_MAX),
    at: key.at,
    isSlow,
  };
  return { typing, read: null };
}

/** Whether somebody is typing into a field, which a reader must not disturb. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
