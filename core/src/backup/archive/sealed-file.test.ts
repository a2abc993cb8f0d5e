import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ArchiveError } from './archive-error.ts';
import { FRAME_BYTES, openFile, readFileHead, sealFile } from './sealed-file.ts';

const key = { id: 'k1', bytes: crypto.getRandomValues(new Uint8Array(32)) };
const other = { id: 'k1', bytes: crypto.getRandomValues(new Uint8Array(32)) };
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const kdf = {
  cost: { name: 'scrypt' as const, N: 1024, r: 8, p: 1 },
  derive: async (passphrase: string, salt: Uint8Array) => new Uint8Array(scryptSync(passphrase, salt, 32)),
};
const needs = {
  keys: { current: () => key, byId: (id: string) => (id === key.id ? key : null) },
  kdf,
  random,
};
const about = {
  format: 'rollcall-backup' as const,
  schema: 4,
  institution: 'Hill School',
  demo: false,
  createdAt: '2026-03-02T04:15:00.000Z',
  counts: { people: 3 },
};

async function* pieces(bytes: Uint8Array, size = bytes.length || 1) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return new Uint8Array(Buffer.concat(parts));
}

const seal = (content: Uint8Array) =>
  joined(sealFile(needs, about, { by: 'master' }, pieces(content, 10_000)));

async function open(bytes: Uint8Array, size?: number, using = needs) {
  const { content } = await openFile(using, pieces(bytes, size), {
    format: 'rollcall-backup',
    passphrase: null,
  });
  return joined(content);
}

const problemOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'opened',
    (error: unknown) =>
      error instanceof ArchiveError ? error.problem : `not refused properly: ${String(error)}`,
  );

/** Random bytes do not compress, so this fills several frames. */
const content = new Uint8Array(
  Buffer.concat(Array.from({ length: 5 }, () => Buffer.from(random.bytes(60_000)))),
);

describe('a sealed file', () => {
  it.each([
    ['attendance_days_2026_03', 'opened'],
    ['attendance_days_2026_3', 'damaged'],
    ['attendance_days_2026_03_x', 'damaged'],
    ['people_2026_03', 'damaged'],
    ['people; drop', 'damaged'],
  ])('with a table %s is %s', async (table, expected) => {
    const counted = { ...about, counts: { people: 3, [table]: 1 } };
    const file = await joined(sealFile(needs, counted, { by: 'master' }, pieces(content)));
    expect(await problemOf(open(file))).toBe(expected);
  });

  it('returns its content, whatever the chunk size', async () => {
    const file = await seal(content);
    for (const size of [1 << 20, 4096, 77])
      expect(Buffer.compare(await open(file, size), content), `${size} bytes a chunk`).toBe(0);
    expect(await open(await seal(new Uint8Array(0)))).toHaveLength(0);
    expect(await readFileHead(pieces(file), 'rollcall-backup')).toMatchObject(about);
  });

  it('is refused when one byte is changed, at 200 positions', async () => {
    const file = await seal(content);
    for (let place = 0; place < 200; place += 1) {
      const at = Math.floor((place * (file.length - 1)) / 199);
      const changed = file.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << (place % 8));
      const problem = await problemOf(open(changed));
      expect([at, problem]).toEqual([
        at,
        expect.stringMatching(/^(damaged|foreign|truncated|wrong_key|newer)$/),
      ]);
    }
  });

  it('is refused when truncated anywhere, also between two frames', async () => {
    const file = await seal(content);
    const head = (await seal(new Uint8Array(0))).length - 4 - 16 - 20;
    const edges = [1, 2, 3].map((frames) => head + frames * (4 + FRAME_BYTES + 16));
    for (const length of [0, 5, 21, 40, 300, head, ...edges, file.length - 1])
      expect(await problemOf(open(file.slice(0, length)))).not.toBe('opened');
    expect(await problemOf(open(file.slice(0, file.length - 1)))).toMatch(/truncated|damaged/);
  });

  it('is refused when bytes are added, repeated or moved', async () => {
    const file = await seal(content);
    expect(await problemOf(open(new Uint8Array([...file, 0])))).toMatch(/truncated|damaged/);
    expect(await problemOf(open(new Uint8Array(Buffer.concat([file, file]))))).toBe('damaged');
    const frame = 4 + FRAME_BYTES + 16;
    const start = file.length - (file.length % frame); // somewhere after the head
    const swapped = file.slice();
    swapped.copyWithin(start - 2 * frame, start - frame, start);
    expect(await problemOf(open(swapped))).toBe('damaged');
  });

  it('reports whether the key is missing or wrong', async () => {
    const file = await seal(content);
    const without = { ...needs, keys: { ...needs.keys, byId: () => null } };
    expect(await problemOf(open(file, undefined, without))).toBe('key_missing');
    expect(
      await problemOf(open(file, undefined, { ...needs, keys: { ...needs.keys, byId: () => other } })),
    ).toBe('wrong_key');
  });

  it('is refused as foreign when it has another format', async () => {
    const file = await seal(content);
    await expect(readFileHead(pieces(file), 'rollcall-keys')).rejects.toMatchObject({ problem: 'foreign' });
    expect(
      await problemOf(open(new TextEncoder().encode('PK\u0003\u0004 some other file of some length'))),
    ).toBe('foreign');
  });
});
