/** The checksum that zip files carry; fed chunk by chunk. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest >>> 0;
});

export function createCrc32() {
  let crc = 0xffffffff;
  return {
    add(bytes: Uint8Array): void {
      for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
    },
    value: (): number => (crc ^ 0xffffffff) >>> 0,
  };
}
