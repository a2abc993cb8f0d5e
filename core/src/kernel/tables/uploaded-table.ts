import { AppError } from '../errors.ts';
import { isStorable } from '../text.ts';
import { decodeText, parseCsv, TABLE_LIMITS, tooManyRows } from './csv.reader.ts';
import { readXlsx } from './xlsx.reader.ts';

export const IMPORT_LIMITS = {
  bytes: 20 * 1024 * 1024,
  rows: TABLE_LIMITS.rows,
  listedProblems: 500,
  sample: 5,
} as const;

export interface UploadedTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Port: reads the rows of a CSV or XLSX file as text, away from the thread that answers requests. */
export interface TableReader {
  rows(file: Uint8Array): Promise<string[][]>;
}

/** Reads the rows of a CSV or XLSX file, told apart by content and not by file name. */
export async function readRows(file: Uint8Array): Promise<string[][]> {
  const isZip = file[0] === 0x50 && file[1] === 0x4b;
  const rows = isZip ? await readXlsx(file) : parseCsv(decodeText(file));
  const bad = rows.findIndex((row) => !row.every(isStorable));
  if (bad >= 0)
    throw new AppError('invalid_input', {
      message: `Row ${bad + 1} contains characters that can’t be stored.`,
    });
  return rows;
}

/** Takes the first row as column names and checks the number of rows. */
export function uploadedTable([columns, ...rows]: readonly (readonly string[])[]): UploadedTable {
  if (!columns || rows.length === 0)
    throw new AppError('invalid_input', { message: 'The file has no rows below the column names.' });
  if (rows.length > IMPORT_LIMITS.rows) throw tooManyRows();
  return { columns, rows };
}

/** The name of the column that holds each field. */
export type Mapping<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/** Returns a function that reads one field of a row; a field without a column is empty. */
export function cellsOf<Field extends string>(table: UploadedTable, mapping: Mapping<Field>) {
  const indexes = new Map<string, number>();
  for (const [field, column] of Object.entries<string | undefined>(mapping)) {
    if (column === undefined || column === '') continue;
    const index = table.columns.indexOf(column);
    if (index < 0)
      throw new AppError('invalid_input', {
        fields: { [`mapping.${field}`]: `There is no column "${column}".` },
      });
    indexes.set(field, index);
  }
  return (row: readonly string[], field: Field): string => row[indexes.get(field) ?? -1] ?? '';
}

/** A column name without case, accents, dots, hyphens and spaces, in any script. */
export const columnKey = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Guesses the mapping from common column names. Of several columns that fit, the first name in `known` decides. */
export function suggestMapping<Field extends string>(
  columns: readonly string[],
  known: Readonly<Record<Field, readonly string[]>>,
): Partial<Record<Field, string>> {
  const byKey = new Map([...columns].reverse().map((column) => [columnKey(column), column]));
  const mapping: Partial<Record<Field, string>> = {};
  // The keys of `known` are Fields by its type.
  for (const field of Object.keys(known) as Field[]) {
    const name = known[field].find((each) => byKey.has(columnKey(each)));
    const found = name === undefined ? undefined : byKey.get(columnKey(name));
    if (found !== undefined) mapping[field] = found;
  }
  return mapping;
}
