import { createCipheriv, randomBytes } from 'node:crypto';
import { createWebUnsealer, importSealKey, sealBytes } from '@rollcall/core/kernel/seal';
import { describe, expect, it } from 'vitest';
import { nodeUnsealer } from './node-unsealer.ts';

const key = new Uint8Array(randomBytes(32));
const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) };
const sealByWeb = async (plain: Uint8Array, context: string) =>
  sealBytes(await importSealKey(key), plain, context, random);
const sealByNode = async (plain: Uint8Array, context: string) => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const parts = [Buffer.of(1), iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()];
  return new Uint8Array(Buffer.concat(parts));
};

/** Written down: what is sealed today must open for as long as there are backups of it. Format 1 is the only one so far. */
const OLD = {
  key: new Uint8Array(32).fill(9),
  context: 'rollcall template|7|sface',
  plain: 'a face in format 1',
  sealed: 'AZ7UrR1u+GeryVDS9wCZ4SskOkCgx1FUybC7UgkcQWN/Shbt+t+JhVKvN2sSOUU=',
};

const web = createWebUnsealer();
const errorOf = async (work: () => unknown): Promise<string | null> => {
  try {
    await work();
    return null;
  } catch (error) {
    return String(error);
  }
};
const REFUSED = 'Error: Changed since it was sealed, or sealed with another key or for another purpose.';
const UNKNOWN = 'Error: Sealed by a version of Rollcall that is not known here.';

describe.each([
  ['Node', nodeUnsealer],
  ['WebCrypto', web],
])('what was sealed is opened by %s', (_, unsealer) => {
  it.each([
    ['WebCrypto', sealByWeb],
    ['Node', sealByNode],
  ])('as it was sealed by %s, in a buffer of its own', async (__, seal) => {
    for (const length of [0, 1, 32, 512, 70_000]) {
      const plain = new Uint8Array(randomBytes(length));
      const opened = await unsealer.open(key, await seal(plain, 'a'), 'a');
      expect(Buffer.compare(opened, plain)).toBe(0);
      expect([opened.byteOffset, opened.buffer.byteLength]).toEqual([0, length]);
    }
  });

  it('as it was sealed in format 1', async () => {
    const opened = await unsealer.open(
      OLD.key,
      new Uint8Array(Buffer.from(OLD.sealed, 'base64')),
      OLD.context,
    );
    expect(Buffer.from(opened).toString()).toBe(OLD.plain);
  });

  it('not with another key or context, nor with any byte changed or cut, with one error for all', async () => {
    const sealed = await sealByWeb(new Uint8Array(randomBytes(64)), 'a');
    const refusal = (by: Uint8Array, bytes: Uint8Array, context: string) =>
      errorOf(() => unsealer.open(by, bytes, context));
    expect(await refusal(new Uint8Array(32), sealed, 'a')).toBe(REFUSED);
    expect(await refusal(key, sealed, 'b')).toBe(REFUSED);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Uint8Array.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await refusal(key, changed, 'a')).toBe(at === 0 ? UNKNOWN : REFUSED);
    }
    for (let length = 0; length < sealed.length; length++)
      expect(await refusal(key, sealed.subarray(0, length), 'a')).toBe(length === 0 ? UNKNOWN : REFUSED);
  });
});
