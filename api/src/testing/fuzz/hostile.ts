import fc from 'fast-check';

const text = (length: number) => 'x'.repeat(length);
const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`);

/** Values that have broken servers: no text, no number, no date, too large, too deep, names of built-in properties. */
const KNOWN_BAD: readonly unknown[] = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\uffff\u202e\u200b',
  '',
  ' ',
  ' 1',
  '+1',
  '0x1',
  '1e309',
  '１',
  '-1',
  '0',
  text(300),
  text(30_000),
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '../../etc/passwd',
  '%00%ff%c0%ae',
  '=1+1',
  '<script>alert(1)</script>',
  '9999-12-31',
  '0000-00-00',
  '0001-01-01',
  '2026-02-30',
  '10000-01-01',
  '12_31_99',
  '99_99_99',
  '2026-13',
  '9999-12',
  '24:00',
  '25:61',
  'Mars/Phobos',
  '00000000-0000-0000-0000-000000000000',
  'BEGIN:VEVENT\r\nDTSTART:20261345T100000Z\r\nEND:VEVENT',
  'BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:99991231\r\nRRULE:FREQ=SECONDLY\r\nEND:VEVENT',
  'data:image/png;base64,iVBORw0KGgo=',
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2_147_483_648,
  9_007_199_254_740_992,
  1e300,
  [],
  [null],
  ['\u0000'],
  {},
  { __proto__: null, constructor: 1 },
  { '\u0000': 1 },
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  nested(2000),
];

/** One hostile value: mostly from the list, else something random of any kind. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...KNOWN_BAD) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom('\ud83d', '\ude00', '\0', 'a', '%', '/', '"') }),
  },
  { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.double(), fc.maxSafeInteger()) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** Replaces parts of a file: bytes, the end, a piece of text that its kind gives a meaning to. */
export const hostileFile = (file: Uint8Array): fc.Arbitrary<Uint8Array<ArrayBuffer>> => {
  const at = fc.nat({ max: Math.max(0, file.length - 1) });
  const pieces = ['\u0000', '"', ';;;;', '\r\n\r\n', '\uFEFF', '=1+1,', '9999-12-31', '&#x110000;', '<row>'];
  const inserted = fc.constantFrom(...pieces.map((piece) => new TextEncoder().encode(piece)));
  const splice = (where: number, bytes: Uint8Array, removed: number) =>
    new Uint8Array([...file.subarray(0, where), ...bytes, ...file.subarray(where + removed)]);
  return fc.oneof(
    fc.tuple(at, inserted).map(([where, piece]) => splice(where, piece, 0)),
    fc
      .tuple(at, fc.uint8Array({ minLength: 1, maxLength: 8 }))
      .map(([where, bytes]) => splice(where, bytes, bytes.length)),
    at.map((where) => new Uint8Array(file.subarray(0, where))),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
  );
};
