import { randomBytes } from 'node:crypto';
import { importSealKey, sealBytes, webUnsealer } from '@rollcall/core/kernel/seal';
import { describe, expect, it } from 'vitest';
import { nodeUnsealer } from './node-unsealer.ts';
import { systemRandom } from './secrets.ts';

const key = new Uint8Array(randomBytes(32));
const seal = async (plain: Uint8Array, context: string) =>
  sealBytes(await importSealKey(key), plain, context, systemRandom);
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    () => 'failed',
  );

describe.each([
  ['Node', nodeUnsealer],
  ['WebCrypto', webUnsealer],
])('what was sealed is opened by %s', (_, unsealer) => {
  it('as it was, in a buffer of its own', async () => {
    for (const length of [0, 1, 32, 512, 70_000]) {
      const plain = new Uint8Array(randomBytes(length));
      const opened = await unsealer.open(key, await seal(plain, 'a'), 'a');
      expect(Buffer.compare(opened, plain)).toBe(0);
      expect([opened.byteOffset, opened.buffer.byteLength]).toEqual([0, length]);
    }
  });

  it('not with another key or context, nor with a changed, cut or unknown byte', async () => {
    const sealed = await seal(new Uint8Array(randomBytes(64)), 'a');
    expect(await failureOf(unsealer.open(new Uint8Array(32), sealed, 'a'))).toBe('failed');
    expect(await failureOf(unsealer.open(key, sealed, 'b'))).toBe('failed');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Uint8Array.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await failureOf(unsealer.open(key, changed, 'a'))).toBe('failed');
    }
    for (let length = 0; length < sealed.length; length++)
      expect(await failureOf(unsealer.open(key, sealed.subarray(0, length), 'a'))).toBe('failed');
  });
});
