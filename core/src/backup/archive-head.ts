import { ArchiveError } from './archive-error.ts';
import type { KdfCost, KeyHint } from './archive-key.ts';

/** What a sealed file says about itself without being opened. */
export interface ArchiveHead {
  readonly format: ArchiveFormat;
  readonly version: number;
  readonly schema: number;
  readonly institution: string;
  readonly demo: boolean;
  readonly createdAt: string;
  /** Rows per table, in the order in which they follow and can be written back. */
  readonly counts: Readonly<Record<string, number>>;
  readonly key: KeyHint;
}

export type ArchiveFormat = 'rollcall-backup' | 'rollcall-keys';

export const ARCHIVE_VERSION = 2;
export const MAGIC = 'ROLLCALL SEALED FILE\n';
export const HEAD_MAX = 64 * 1024;
const DIGEST_BYTES = 32;

/** MAGIC, the length of the head, the head as JSON, and a digest that tells damage from a wrong key. */
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

/** `take` answers exactly so many bytes, or throws `truncated`. */
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
  const head = parseHead(JSON.parse(new TextDecoder().decode(body)));
  if (head.format !== format) throw new ArchiveError('foreign');
  return { head, bytes: joined([magic, size, body, digest]) };
}

/** As it stands in the file: a head with fields from a later version must come out the same. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const HEX_SALT = /^[0-9a-f]{64}$/;
const HEX_CHECK = /^[0-9a-f]{16}$/;

/** Anybody can write a head with a right digest: nothing in it is believed before it has been looked at. */
function parseHead(value: unknown): ArchiveHead {
  if (!isRecord(value)) throw new ArchiveError('foreign');
  const { format, version, schema, institution, demo, createdAt, counts, key } = value;
  if (format !== 'rollcall-backup' && format !== 'rollcall-keys') throw new ArchiveError('foreign');
  if (typeof version !== 'number') throw new ArchiveError('foreign');
  if (version > ARCHIVE_VERSION) throw new ArchiveError('newer');
  if (
    version < 1 ||
    typeof schema !== 'number' ||
    typeof institution !== 'string' ||
    typeof demo !== 'boolean' ||
    typeof createdAt !== 'string' ||
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

function parseCounts(value: unknown): Record<string, number> {
  if (!isRecord(value)) throw new ArchiveError('damaged');
  const counts: Record<string, number> = {};
  for (const [table, count] of Object.entries(value)) {
    if (!/^[a-z_]{1,60}$/.test(table) || typeof count !== 'number' || count < 0)
      throw new ArchiveError('damaged');
    counts[table] = count;
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

/** A stranger's file must not make this machine work for an hour or take all its memory. */
function parseCost(value: unknown): KdfCost {
  if (!isRecord(value) || value.name !== 'scrypt') throw new ArchiveError('newer');
  const { N, r, p } = value;
  const sane = (number: unknown, most: number): number => {
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > most)
      throw new ArchiveError('damaged');
    return number;
  };
  const cost = { name: 'scrypt' as const, N: sane(N, 2 ** 18), r: sane(r, 16), p: sane(p, 4) };
  if (cost.N < 2 || (cost.N & (cost.N - 1)) !== 0) throw new ArchiveError('damaged');
  return cost;
}
