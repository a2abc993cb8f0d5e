import { gzipSync } from 'node:zlib';

const BLOCK = 512;

function entry(name: string, data: Uint8Array, kind = '0'): Uint8Array {
  const header = new Uint8Array(BLOCK);
  const put = (text: string, at: number) => header.set(new TextEncoder().encode(text), at);
  put(name.slice(0, 100), 0);
  put(data.byteLength.toString(8).padStart(11, '0'), 124);
  put(kind, 156);
  const body = new Uint8Array(Math.ceil(data.byteLength / BLOCK) * BLOCK);
  body.set(data);
  return Buffer.concat([header, body]);
}

/** Writes a tar archive as npm does; a name over 100 characters goes into a pax header. */
export function makeTar(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const parts = Object.entries(files).flatMap(([name, data]) => {
    if (name.length <= 100) return [entry(name, data)];
    const line = ` path=${name}\n`;
    const length = line.length + String(line.length + 3).length;
    return [entry('PaxHeader', new TextEncoder().encode(`${length}${line}`), 'x'), entry(name, data)];
  });
  return Buffer.concat([...parts, new Uint8Array(2 * BLOCK)]);
}

export function makeTarball(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return gzipSync(makeTar(files));
}
