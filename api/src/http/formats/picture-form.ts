import { AppError } from '@rollcall/core/kernel/errors';

/** How a field of the JSON names a picture that is a part of its own. Base64 cannot hold a colon. */
const REFERENCE = 'cid:';
/** The part that is the JSON of the call. */
const JSON_PART = 'json';
/** More than any call has pictures. */
const MOST_PARTS = 16;
const MOST_HEADER_BYTES = 1024;

const BOUNDARY =
  /^multipart\/form-data\s*;(?:[^"]*;)?\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i;
const NAME = /^content-disposition\s*:\s*form-data\s*;(?:[^\r\n]*;)?\s*name="([\w-]{1,40})"/im;

const CR = 13;
const LF = 10;
const DASH = 45;

const encoder = new TextEncoder();
const broken = () =>
  new AppError('invalid_input', { message: 'The form with the pictures could not be read.' });

/** The boundary of a form; null for every other type of body. */
export function boundaryOf(contentType: string | undefined): string | null {
  const [, quoted, plain] = BOUNDARY.exec(contentType ?? '') ?? [];
  return quoted ?? plain ?? null;
}

/**
 * For each number of bytes of a pattern that were found, and each next byte, how many are found then (Knuth, Morris and
 * Pratt, written out as a table).
 */
function stepsOf(pattern: Uint8Array): Uint8Array {
  const steps = new Uint8Array(pattern.length << 8);
  let fits = 0;
  for (const [at, byte] of pattern.entries()) {
    if (at > 0) steps.copyWithin(at << 8, fits << 8, (fits + 1) << 8);
    const next = steps[(fits << 8) | byte] ?? 0;
    steps[(at << 8) | byte] = at + 1;
    if (at > 0) fits = next;
  }
  return steps;
}

/**
 * Where the pattern begins, at or after a place; -1 if nowhere. One look into a table for each byte, whatever the sender
 * made of the boundary and the body: searching for the first byte and comparing from there can be made to cost thirty
 * times as much.
 */
function find(bytes: Uint8Array, pattern: Uint8Array, from: number, steps = stepsOf(pattern)): number {
  const { length } = bytes;
  const whole = pattern.length;
  let found = 0;
  for (let at = from; at < length; at++) {
    found = steps[(found << 8) | (bytes[at] as number)] as number; // both are within their bounds
    if (found === whole) return at + 1 - whole;
  }
  return -1;
}

/**
 * The parts of a form by name, as views of its bytes. Written by hand, because the parsers of the platforms make a file of
 * every part before anybody can count them, and copy each picture twice (docs/decisions/0066).
 */
function readParts(bytes: Uint8Array, boundary: string): Map<string, Uint8Array> {
  const delimiter = encoder.encode(`\r\n--${boundary}`);
  const headerEnd = encoder.encode('\r\n\r\n');
  const [toDelimiter, toHeaderEnd] = [stepsOf(delimiter), stepsOf(headerEnd)];
  const decoder = new TextDecoder();
  const parts = new Map<string, Uint8Array>();
  // The first delimiter stands at the beginning, without the line break before it.
  let at =
    find(bytes.subarray(0, delimiter.length), delimiter.subarray(2), 0) === 0 ? delimiter.length - 2 : -1;
  while (at >= 0) {
    if (bytes[at] === DASH && bytes[at + 1] === DASH) return parts;
    if (bytes[at] !== CR || bytes[at + 1] !== LF || parts.size === MOST_PARTS) break;
    const from = find(bytes.subarray(0, at + MOST_HEADER_BYTES), headerEnd, at, toHeaderEnd);
    const to = from < 0 ? -1 : find(bytes, delimiter, from + headerEnd.length, toDelimiter);
    if (to < 0) break;
    const [, name] = NAME.exec(decoder.decode(bytes.subarray(at + 2, from))) ?? [];
    if (name === undefined || parts.has(name)) break;
    parts.set(name, bytes.subarray(from + headerEnd.length, to));
    at = to + delimiter.length;
  }
  throw broken();
}

/** A call whose pictures came beside its JSON. */
export interface PictureForm {
  readonly json: string;
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** Opens a form. The JSON is read as strictly as the body of any call. */
export function openPictureForm(bytes: Uint8Array, boundary: string): PictureForm {
  const pictures = readParts(bytes, boundary);
  const json = pictures.get(JSON_PART);
  if (!json) throw broken();
  pictures.delete(JSON_PART);
  return { json: new TextDecoder().decode(json), pictures };
}

/** The picture that a field means: the part that it names, or its own text. */
export function namedPicture(
  field: string,
  pictures: PictureForm['pictures'] | undefined,
): string | Uint8Array {
  if (!field.startsWith(REFERENCE)) return field;
  const picture = pictures?.get(field.slice(REFERENCE.length));
  if (!picture)
    throw new AppError('invalid_input', {
      message: `The form has no part “${field.slice(REFERENCE.length, 60)}”.`,
    });
  return picture;
}
