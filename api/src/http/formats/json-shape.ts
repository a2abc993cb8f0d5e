import { AppError } from '@rollcall/core/kernel/errors';
import { isStorable } from '@rollcall/core/kernel/text';

const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = '\\';
const CLOSE_LIST = 93;
const LETTER_U = 117;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Deeper than any call nests its lists and objects. */
const MOST_DEPTH = 32;
/** So many values are looked at to name the field of a character that cannot be stored. */
const MOST_NAMED = 10_000;

/** In longer texts the field is not named: they are parsed once at most. */
const LONGEST_NAMED = 1_000_000;

/** What JSON may hold. Parsing and checking cost by value, by escape and by character between values, hardly by byte of a string. */
export interface JsonLimits {
  readonly values: number;
  /** Backslashes in strings. */
  readonly escapes: number;
  /** Characters outside of strings. */
  readonly outside: number;
}

const UNSTORABLE = 'This contains characters that cannot be stored.';

type Shape = 'fine' | 'unstorable' | 'too_many' | 'too_deep';

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** The code unit of an escape `\uXXXX` that begins at `at`; -1 for everything else. */
const unitAt = (text: string, at: number): number =>
  text[at] === BACKSLASH && text.charCodeAt(at + 1) === LETTER_U
    ? Number(`0x${text.slice(at + 2, at + 6)}`)
    : -1;

/**
 * Looks through JSON once, without parsing it: how many values it has, how deep they nest, and whether an escape stands for
 * a character that the database cannot store. Only an escape can: JSON has no raw NUL, and UTF-8 no half of a pair. Text that
 * is no JSON is left to the parser.
 */
function shapeOf(text: string, most: JsonLimits): Shape {
  // The next quote and the next backslash are searched once each, however often the other one comes before it.
  const next = (mark: string, from: number) => {
    const found = text.indexOf(mark, from);
    return found < 0 ? Number.POSITIVE_INFINITY : found;
  };
  let backslash = next(BACKSLASH, 0);
  let values = 0;
  let escapes = 0;
  let inStrings = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (at - inStrings > most.outside) return 'too_many';
    const code = text.charCodeAt(at);
    if (code === COMMA) values += 1;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > MOST_DEPTH) return 'too_deep';
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    else if (code === QUOTE) {
      let inside = at + 1;
      let quote = next('"', inside);
      for (;;) {
        if (quote < inside) quote = next('"', inside);
        if (backslash < inside) backslash = next(BACKSLASH, inside);
        if (quote === Number.POSITIVE_INFINITY) return 'fine';
        if (quote < backslash) break;
        const unit = unitAt(text, backslash);
        const isPair = isHigh(unit) && isLow(unitAt(text, backslash + 6));
        if (unit === 0 || isLow(unit) || (isHigh(unit) && !isPair)) return 'unstorable';
        inside = backslash + (unit < 0 ? 2 : isPair ? 12 : 6);
        escapes += 1;
        if (escapes > most.escapes) return 'too_many';
      }
      inStrings += quote - at;
      at = quote;
    }
    if (values > most.values) return 'too_many';
  }
  return 'fine';
}

interface Opened {
  readonly value: object;
  readonly name: string;
  readonly inside: Opened | null;
}

const pathOf = (opened: Opened | null, name: string): string =>
  opened === null || opened.inside === null ? name : `${pathOf(opened.inside, opened.name)}.${name}`;

/** The first place in a JSON value, key or string, that the database could not store. */
function unstorablePlace(text: string): string {
  const WHOLE = 'body';
  if (text.length > LONGEST_NAMED) return WHOLE;
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return WHOLE;
  }
  if (typeof root !== 'object' || root === null) return WHOLE;
  const open: Opened[] = [{ value: root, name: WHOLE, inside: null }];
  let looked = 0;
  for (let opened = open.pop(); opened !== undefined; opened = open.pop())
    for (const [name, value] of Object.entries(opened.value)) {
      looked += 1;
      if (looked > MOST_NAMED) return WHOLE;
      if (!isStorable(name)) return opened.inside === null ? WHOLE : pathOf(opened.inside, opened.name);
      if (typeof value === 'string' && !isStorable(value)) return pathOf(opened, name);
      if (typeof value === 'object' && value !== null) open.push({ value, name, inside: opened });
    }
  return WHOLE;
}

/**
 * Refuses JSON that would cost more than its call is worth, before it is parsed: more values, escapes or characters
 * between them than the route takes, or deeply nested ones. Refuses NUL and half of a surrogate pair in a string, naming the field.
 */
export function refuseCostlyJson(text: string, most: JsonLimits): void {
  const shape = shapeOf(text, most);
  if (shape === 'too_many') throw new AppError('payload_too_large', { message: 'This has too many values.' });
  if (shape === 'too_deep') throw new AppError('invalid_input', { message: 'This is nested too deeply.' });
  if (shape === 'unstorable')
    throw new AppError('invalid_input', {
      message: UNSTORABLE,
      fields: { [unstorablePlace(text)]: UNSTORABLE },
    });
}
