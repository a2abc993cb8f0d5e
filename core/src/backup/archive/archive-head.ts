import { concatBytes } from '../../kernel/byte-streams.ts';
import type { KdfCost } from '../backup.ports.ts';
import { ArchiveError } from './archive-error.ts';
import type { KeyHint } from './archive-key.ts';

/** The unencrypted head of a sealed file. */
export interface ArchiveHead {
  readonly format: ArchiveFormat;
  readonly version: number;
  readonly schema: number;
  readonly institution: string;
  readonly demo: boolean;
  readonly createdAt: string;
  /** Rows per table, in the order in which they are stored and can be written back. */
  readonly counts: Readonly<Record<string, number>>;
  readonly key: KeyHint;
}

const FORMATS = ['rollcall-backup', 'rollcall-keys', 'rollcall-retention'] as const;
export type ArchiveFormat = (typeof FORMATS)[number];

export const ARCHIVE_VERSION = 2;
const MAGIC = 'ROLLCALL SEALED FILE\n';
const HEAD_MAX = 64 * 1024;
const DIGEST_BYTES = 32;

/** Encodes MAGIC, the length of the head, the head as JSON, and a digest that tells damage from a wrong key. */
export async function encodeHead(head: ArchiveHead): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const [magic, body] = [encoder.encode(MAGIC), encoder.encode(JSON.stringify(head))];
  if (body.length > HEAD_MAX) throw new Error('The head of an archive is too long.');
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const bytes = new Uint8Array(magic.length + 4 + body.length + DIGEST_BYTES);
  bytes.set(magic, 0);
  new DataView(bytes.buffer).setUint32(magic.length, body.length);
  bytes.set(body, magic.length + 4);
  bytes.set(digest, magic.length + 4 + body.length);
  return bytes;
}

/** Reads and checks the head. `take` returns exactly that many bytes, or throws `truncated`. */
export async function readHead(
  take: (count: number) => Promise<Uint8Array>,
  format: ArchiveFormat,
): Promise<{ head: ArchiveHead; bytes: Uint8Array }> {
  const magic = await take(MAGIC.length).catch((cause) => {
    throw new ArchiveError('foreign', { cause });
  });
  if (new TextDecoder().decode(magic) !== MAGIC) throw new ArchiveError('foreign');
  const size = await take(4);
  const length = new DataView(size.buffer, size.byteOffset).getUint32(0);
  if (length > HEAD_MAX) throw new ArchiveError('damaged');
  const body = await take(length);
  const digest = await take(DIGEST_BYTES);
  const found = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(body)));
  if (found.some((byte, at) => byte !== digest[at])) throw new ArchiveError('damaged');
  const head = parseHead(parseJson(new TextDecoder().decode(body)));
  if (head.format !== format) throw new ArchiveError('foreign');
  // The bytes as stored, because fields of a later version would be lost in a re-encoded head.
  return { head, bytes: concatBytes([magic, size, body, digest]) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ArchiveError('damaged', { cause });
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const HEX_SALT = /^[0-9a-f]{64}$/;
const HEX_CHECK = /^[0-9a-f]{16}$/;

/** Validates every field: anybody can write a head with a correct digest. */
function parseHead(value: unknown): ArchiveHead {
  if (!isRecord(value)) throw new ArchiveError('foreign');
  const { version, schema, institution, demo, createdAt, counts, key } = value;
  const format = FORMATS.find((each) => each === value.format);
  if (format === undefined) throw new ArchiveError('foreign');
  if (typeof version !== 'number') throw new ArchiveError('foreign');
  if (version > ARCHIVE_VERSION) throw new ArchiveError('newer');
  if (
    version < 1 ||
    typeof schema !== 'number' ||
    !Number.isInteger(schema) ||
    schema < (format === 'rollcall-backup' ? 1 : 0) ||
    typeof institution !== 'string' ||
    typeof demo !== 'boolean' ||
    typeof createdAt !== 'string' ||
    !ISO_TIME.test(createdAt) ||
    Number.isNaN(Date.parse(createdAt))
  )
    throw new ArchiveError('damaged');
  return {
    format,
    version,
    schema,
    institution,
    demo,
    createdAt,
    counts: parseCounts(counts),
    key: parseKey(key),
  };
}

/** A table, or a month of attendance days as a server that knew no months names it (decision 65). */
const TABLE = /^(?:[a-z_]{1,60}|attendance_days_\d{4}_\d{2})$/;

function parseCounts(value: unknown): Record<string, number> {
  if (!isRecord(value)) throw new ArchiveError('damaged');
  const counts: Record<string, number> = {};
  for (const [table, count] of Object.entries(value)) {
    if (!TABLE.test(table) || !Number.isSafeInteger(count) || Number(count) < 0)
      throw new ArchiveError('damaged');
    counts[table] = Number(count);
  }
  return counts;
}

function parseKey(value: unknown): KeyHint {
  if (!isRecord(value)) throw new ArchiveError('damaged');
  const { by, id, cost, salt, check } = value;
  if (typeof salt !== 'string' || !HEX_SALT.test(salt)) throw new ArchiveError('damaged');
  if (typeof check !== 'string' || !HEX_CHECK.test(check)) throw new ArchiveError('damaged');
  if (by === 'master' && typeof id === 'string') return { by, id, salt, check };
  if (by === 'passphrase') return { by, cost: parseCost(cost), salt, check };
  throw new ArchiveError('damaged');
}

/** Limits the cost, so that a malicious file cannot exhaust CPU or memory. */
function parseCost(value: unknown): KdfCost {
  if (!isRecord(value) || value.name !== 'scrypt') throw new ArchiveError('newer');
  const { N, r, p } = value;
  const limited = (value: unknown, max: number): number => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > max)
      throw new ArchiveError('damaged');
    return value;
  };
  const cost = { name: 'scrypt' as const, N: limited(N, 2 ** 18), r: limited(r, 16), p: limited(p, 4) };
  if (cost.N < 2 || (cost.N & (cost.N - 1)) !== 0) throw new ArchiveError('damaged');
  return cost;
}
