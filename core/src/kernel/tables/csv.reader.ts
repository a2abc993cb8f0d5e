import { AppError } from '../errors.ts';

/** Larger than any table of people or days; what is larger was made to be. */
export const TABLE_LIMITS = { rows: 50_000, columns: 500, cell: 10_000 } as const;

const SEPARATORS = [',', ';', '\t'] as const;
/** The part of a file in which its first line is expected to end. */
const HEAD_LENGTH = 65_536;

/** Detects the separator from the first line; many locales write semicolons. */
function detectSeparator(text: string): string {
  const head = text.slice(0, HEAD_LENGTH);
  const end = head.search(/[\r\n]/);
  const line = end > 0 ? head.slice(0, end) : head;
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The encoding that a byte order mark names; spreadsheets save "Unicode text" as UTF-16. */
function markedEncoding([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** Decodes what a byte order mark names, else UTF-8, else Windows-1252, which old spreadsheets write. */
export function decodeText(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const refusal = (message: string) => new AppError('invalid_input', { message });

export const tooManyRows = () => refusal(`The file has more than ${TABLE_LIMITS.rows} rows.`);

/** Returns the position after the closing quote of the cell that begins at `from`. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (at - from > TABLE_LIMITS.cell) break;
    if (text[at + 1] !== '"') return at + 1;
  }
  throw refusal('A quotation mark in the file is not closed.');
}

const [QUOTE, SPACE, LF, CR] = [0x22, 0x20, 0x0a, 0x0d];

/** Parses CSV with quoted cells, doubled quotes and line ends inside quotes; skips empty lines. Reads every character once. */
export function parseCsv(text: string): string[][] {
  const separator = detectSeparator(text).charCodeAt(0);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endsCell = (code: number) => code === separator || code === LF || code === CR;
  const endRow = () => {
    if (row.some((each) => each !== '')) rows.push(row);
    row = [];
    if (rows.length > TABLE_LIMITS.rows + 1) throw tooManyRows();
  };

  while (at < text.length) {
    while (text.charCodeAt(at) === SPACE) at += 1;
    let quoted = '';
    if (text.charCodeAt(at) === QUOTE) {
      const end = endOfQuoted(text, at + 1);
      quoted = text.slice(at + 1, end - 1).replaceAll('""', '"');
      at = end;
    }
    const from = at;
    while (at < text.length && !endsCell(text.charCodeAt(at))) at += 1;
    if (at - from > TABLE_LIMITS.cell) throw refusal('A cell of the file is too long.');
    row.push(`${quoted}${text.slice(from, at)}`.trim());
    if (row.length > TABLE_LIMITS.columns)
      throw refusal(`The file has more than ${TABLE_LIMITS.columns} columns.`);
    if (text.charCodeAt(at) === separator) {
      at += 1;
      // A separator at the very end has an empty cell behind it.
      if (at === text.length) row.push('');
      continue;
    }
    endRow();
    // Empty lines too.
    while (text.charCodeAt(at) === LF || text.charCodeAt(at) === CR) at += 1;
  }
  endRow();
  return rows;
}
