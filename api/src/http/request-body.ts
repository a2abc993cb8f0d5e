import { concatBytes } from '@rollcall/core/kernel/byte-streams';
import { AppError } from '@rollcall/core/kernel/errors';
import { IMPORT_LIMITS } from '@rollcall/core/kernel/tables/uploaded-table';
import type { Context } from 'hono';
import { type JsonLimits, refuseCostlyJson } from './formats/json-shape.ts';
import { boundaryOf, openPictureForm } from './formats/picture-form.ts';
import type { Env } from './router.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
/** Base64 is a third longer than its content; with line breaks and the other fields 1.4 times suffices. */
const AS_BASE64 = 1.4;

interface BodyRule {
  readonly bytes: number;
  /** What its JSON may hold, when not `MOST_JSON`. */
  readonly json?: JsonLimits;
  /** How many bytes pictures in the JSON may have, where they may be more beside it. */
  readonly inJson?: number;
  /** A file is handed on while it arrives; JSON is read before the route runs. */
  readonly isFile: boolean;
  /** Its pictures may come beside the JSON, as parts of a form. */
  readonly hasPictures?: true;
  readonly tooLarge?: string;
}

/** Two values for each person of a class sheet or a roster of 5,000, several times over; text that is all escapes. */
const MOST_JSON: JsonLimits = { values: 50_000, escapes: 500_000, outside: 4 * MEGABYTE };
/** JSON beside pictures that are parts of a form. */
const BYTES_BESIDE_PICTURES = 64 * KILOBYTE;
/** Names, codes and a list of pictures; some programs write each slash in base64 as an escape. */
const WITH_PICTURES: JsonLimits = { values: 500, escapes: 250_000, outside: BYTES_BESIDE_PICTURES };
/** Of one picture, or of all together, in the JSON. */
const PICTURES_IN_JSON = 8 * AS_BASE64 * MEGABYTE;

/** What a route may be sent. Images are judged by their decoded size later; these are limits of the JSON around them. */
const BODY_RULES = {
  json: { bytes: MEGABYTE, isFile: false },
  /** Of a route that anybody may call. The largest honest one is the answer of a passkey, below 8 kB. */
  public: { bytes: 16 * KILOBYTE, isFile: false, json: { ...MOST_JSON, values: 500 } },
  image: {
    bytes: PICTURES_IN_JSON,
    isFile: false,
    hasPictures: true,
    json: WITH_PICTURES,
    tooLarge: 'The image is larger than 8 MB.',
  },
  frames: {
    bytes: PICTURES_IN_JSON,
    isFile: false,
    hasPictures: true,
    json: WITH_PICTURES,
    tooLarge: 'The images are larger than 8 MB together.',
  },
  photos: {
    bytes: 3 * 8 * MEGABYTE + BYTES_BESIDE_PICTURES + 16 * KILOBYTE,
    inJson: PICTURES_IN_JSON,
    isFile: false,
    hasPictures: true,
    json: WITH_PICTURES,
    tooLarge: 'The images are larger than 8 MB each.',
  },
  calendar: { bytes: 5 * MEGABYTE, isFile: false, tooLarge: 'The calendar file is larger than 4 MB.' },
  rows: { bytes: 4 * MEGABYTE, isFile: false, json: { ...MOST_JSON, values: 4 * MOST_JSON.values } },
  table: { bytes: IMPORT_LIMITS.bytes, isFile: true, tooLarge: 'The file is larger than 20 MB.' },
  archive: { bytes: 8192 * MEGABYTE, isFile: true, tooLarge: 'The file is larger than 8 GB.' },
} as const satisfies Record<string, BodyRule>;

export type BodyKind = keyof typeof BODY_RULES;

/** Of the body as it is sent. */
export const largestBody = (kind: BodyKind): number => BODY_RULES[kind].bytes;

/** A sender that is silent for this long is given up; a slow one may take as long as it needs for a file. */
const IDLE_MS = 60_000;
/** The longest time for a body that is no file: 24 MB at one megabit per second. */
const JSON_MS = 300_000;

const SEND_BESIDE = 'Images of more than 8 MB together are sent beside the JSON, as parts of a form.';

const tooLarge = ({ tooLarge: message }: BodyRule) =>
  new AppError('payload_too_large', message === undefined ? {} : { message });

/** Fails with `upload_stalled` when the promise takes longer than `ms`. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('upload_stalled')), ms);
  });
  try {
    return await Promise.race([promise, stalled]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a body chunk by chunk, counts the bytes, and fails above the limit or when nothing arrives any more. */
async function* countedChunks(
  stream: ReadableStream<Uint8Array>,
  rule: BodyRule,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  let received = 0;
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), IDLE_MS);
      if (done) return;
      received += value.length;
      if (received > rule.bytes) throw tooLarge(rule);
      yield value;
    }
  } finally {
    // Not awaited: a sender that is silent would keep the answer waiting.
    void reader.cancel().catch(() => undefined);
  }
}

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** Into one piece of memory where the length was stated, as all browsers do; else they are joined at the end. */
async function readBytes(
  chunks: AsyncIterable<Uint8Array>,
  stated: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(stated);
  const beyond: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of chunks) {
    if (read + chunk.length <= bytes.length && beyond.length === 0) bytes.set(chunk, read);
    else beyond.push(chunk);
    read += chunk.length;
  }
  return beyond.length === 0 ? bytes.subarray(0, read) : concatBytes([bytes.subarray(0, read), ...beyond]);
}

/** From here on the request is one with JSON, as its route describes it, and with pictures beside it. */
function openForm(c: Context<Env>, bytes: Uint8Array, boundary: string): void {
  const { json, pictures } = openPictureForm(bytes, boundary);
  if (json.length > BYTES_BESIDE_PICTURES) throw new AppError('payload_too_large');
  refuseCostlyJson(json, WITH_PICTURES);
  const headers = new Headers(c.req.raw.headers);
  headers.set('Content-Type', 'application/json');
  const { method, signal } = c.req.raw;
  c.req.raw = new Request(c.req.url, { method, headers, signal });
  keepText(c, json);
  c.set('pictures', pictures);
}

/** The validator of the route reads the body from this cache, whose type says text where Hono keeps a promise. */
function keepText(c: Context<Env>, text: string): void {
  Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
}

const isJson = (type: string | undefined) => /^application\/([a-z.-]+\+)?json(;|$)/i.test(type ?? '');

/**
 * Receives the body of a request whose caller may send it. Refuses a stated length above the limit before reading, and
 * counts what has no stated length while it arrives. Called after the permission check: nobody makes us read a byte
 * that they may not send (docs/decisions/0033). `check` sees what was read before anything is made of it: nothing, of a
 * body that the route does not take.
 */
export async function receiveBody(
  c: Context<Env>,
  kind: BodyKind,
  check: (body: string | Uint8Array<ArrayBuffer>) => Promise<void> = async () => undefined,
): Promise<void> {
  const ofKind: BodyRule = BODY_RULES[kind];
  const type = c.req.header('Content-Type');
  const boundary = ofKind.hasPictures ? boundaryOf(type) : null;
  const rule: BodyRule =
    boundary === null && ofKind.inJson ? { ...ofKind, bytes: ofKind.inJson, tooLarge: SEND_BESIDE } : ofKind;
  const stated = Math.max(0, Number(c.req.header('Content-Length')) || 0);
  if (stated > rule.bytes) throw tooLarge(rule);
  const stream = c.req.method === 'GET' || c.req.method === 'HEAD' ? null : c.req.raw.body;
  if (stream && rule.isFile) {
    c.set('upload', countedChunks(stream, rule));
    return;
  }
  if (stream && boundary !== null) {
    const bytes = await within(readBytes(countedChunks(stream, rule), stated), JSON_MS);
    await check(bytes);
    openForm(c, bytes, boundary);
    return;
  }
  if (!stream) return check('');
  const text = await within(readText(countedChunks(stream, rule)), JSON_MS);
  // The route takes no other type. It was counted all the same: who asks for the text later gets no more than this.
  if (!isJson(type)) {
    await check('');
    return keepText(c, text);
  }
  await check(text);
  refuseCostlyJson(text, rule.json ?? MOST_JSON);
  keepText(c, text);
}
