import { deflateRawSync } from 'node:zlib';
import { openFile } from '@rollcall/core/backup/archive/sealed-file';
import { chunksOf } from '@rollcall/core/kernel/byte-streams';
import type { TestApp } from './test-app.ts';

/** Writes a zip file with stored and deflated entries in turn. */
export function zipOf(files: Readonly<Record<string, Buffer>>): Uint8Array<ArrayBuffer> {
  const [locals, centrals]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const method = centrals.length % 2 === 0 ? 8 : 0;
    const packed = method === 8 ? deflateRawSync(content) : content;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
    centrals.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), common, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(centrals.length, 10);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, central, end]));
}

/** Downloads a backup sealed with the master key and returns its decrypted content. */
export async function archiveText(app: TestApp, file: string): Promise<string> {
  const response = await app.download(`/admin/download/${file}`);
  const chunks = chunksOf(new Blob([await response.arrayBuffer()]).stream());
  const { content } = await openFile(app.keyNeeds, chunks, { format: 'rollcall-backup', passphrase: null });
  const parts: Uint8Array[] = [];
  for await (const chunk of content) parts.push(chunk);
  return Buffer.concat(parts).toString();
}
