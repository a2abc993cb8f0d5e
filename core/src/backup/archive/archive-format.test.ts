import { createDecipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { sealFile } from './sealed-file.ts';

/** Opens an archive as described in docs/OPERATIONS.md, with Node's crypto and none of our code. */
function openAsDocumented(file: Buffer, passphrase: string) {
  const magic = 'ROLLCALL SEALED FILE\n';
  expect(file.subarray(0, magic.length).toString()).toBe(magic);
  const length = file.readUInt32BE(magic.length);
  const headEnd = magic.length + 4 + length + 32;
  const head = JSON.parse(file.subarray(magic.length + 4, magic.length + 4 + length).toString());
  const salt = Buffer.from(head.key.salt, 'hex');
  const { N, r, p } = head.key.cost;
  const secret = scryptSync(passphrase.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 2 ** 30 });
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'rollcall file', 32));
  const parts: Buffer[] = [];
  for (let at = headEnd, frame = 0; at < file.length; frame += 1) {
    const size = file.readUInt32BE(at);
    const sealed = file.subarray(at + 4, at + 4 + size);
    at += 4 + size;
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(BigInt(frame), 3);
    nonce[11] = at === file.length ? 1 : 0;
    const decipher = createDecipheriv('aes-256-gcm', key, nonce);
    decipher.setAAD(file.subarray(0, headEnd));
    decipher.setAuthTag(sealed.subarray(-16));
    parts.push(decipher.update(sealed.subarray(0, -16)), decipher.final());
  }
  return { head, text: gunzipSync(Buffer.concat(parts)).toString() };
}

it('an archive can be opened with the documented format alone', async () => {
  const lines = Array.from({ length: 40_000 }, () => randomBytes(6).toString('hex')).join('\n');
  async function* content() {
    yield new TextEncoder().encode(lines);
  }
  const needs = {
    keys: {
      current: () => {
        throw new Error('not needed');
      },
      byId: () => null,
    },
    kdf: {
      cost: { name: 'scrypt' as const, N: 1024, r: 8, p: 1 },
      derive: async (passphrase: string, salt: Uint8Array) =>
        new Uint8Array(scryptSync(passphrase.normalize('NFKC'), salt, 32, { N: 1024, r: 8, p: 1 })),
    },
    random: { bytes: (count: number) => new Uint8Array(randomBytes(count)) },
  };
  const about = {
    format: 'rollcall-backup' as const,
    schema: 4,
    institution: 'Hill School',
    demo: false,
    createdAt: '2026-03-02T04:15:00.000Z',
    counts: { people: 3 },
  };
  const chunks: Uint8Array[] = [];
  const sealWith = { by: 'passphrase' as const, passphrase: 'Übung macht den Meister' };
  for await (const chunk of sealFile(needs, about, sealWith, content())) chunks.push(chunk);
  const { head, text } = openAsDocumented(Buffer.concat(chunks), sealWith.passphrase);
  expect(head).toMatchObject({ institution: 'Hill School', version: 2, counts: { people: 3 } });
  expect(text).toBe(lines);
});
