const BLOCK = 512;
const REGULAR = new Set(['0', '\0', '']);

function text(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/** The `path=` line of a pax header, which carries names too long for the old fields. */
function paxPath(header: string): string | null {
  return /^\d+ path=(.*)$/m.exec(header)?.[1] ?? null;
}

/** One regular file out of an unpacked tar archive, or null. */
export function readFromTar(tar: Uint8Array, wanted: string): Uint8Array | null {
  let longName: string | null = null;
  for (let at = 0; at + BLOCK <= tar.byteLength; ) {
    const header = tar.subarray(at, at + BLOCK);
    const name = text(header.subarray(0, 100));
    if (name === '') return null;
    const size = Number.parseInt(text(header.subarray(124, 136)).trim() || '0', 8);
    const kind = text(header.subarray(156, 157));
    const prefix = text(header.subarray(345, 500));
    const body = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (body.byteLength !== size) throw new Error('The archive is cut short.');
    if (kind === 'x') longName = paxPath(new TextDecoder().decode(body));
    else {
      const path = longName ?? (prefix === '' ? name : `${prefix}/${name}`);
      if (REGULAR.has(kind) && path === wanted) return body;
      longName = null;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return null;
}
