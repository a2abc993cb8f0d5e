import { AppError } from '../errors.ts';
import { parseCsv, textOf } from './csv.reader.ts';
import { readXlsx } from './xlsx.reader.ts';

export const IMPORT_LIMITS = {
  bytes: 20 * 1024 * 1024,
  rows: 50_000,
  listedProblems: 500,
  sample: 5,
} as const;

export interface Sheet {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** CSV or XLSX, by what the file is, not by what it is called. Its first row names the columns. */
export async function readSheet(file: Uint8Array): Promise<Sheet> {
  const isZip = file[0] === 0x50 && file[1] === 0x4b;
  const [columns, ...rows] = isZip ? await readXlsx(file) : parseCsv(textOf(file));
  if (!columns || rows.length === 0)
    throw new AppError('invalid_input', { message: 'The file has no rows under its first line.' });
  if (rows.length > IMPORT_LIMITS.rows)
    throw new AppError('invalid_input', { message: `At most ${IMPORT_LIMITS.rows} rows at once, please.` });
  return { columns, rows };
}

/** Which column of the file holds which field, by the column's name. */
export type Mapping<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/** Reads a row by field names; a field that was not mapped is empty. */
export function cellsOf<Field extends string>(sheet: Sheet, mapping: Mapping<Field>) {
  const places = new Map<string, number>();
  for (const [field, column] of Object.entries<string | undefined>(mapping)) {
    if (column === undefined || column === '') continue;
    const place = sheet.columns.indexOf(column);
    if (place < 0)
      throw new AppError('invalid_input', {
        fields: { [`mapping.${field}`]: `There is no column "${column}".` },
      });
    places.set(field, place);
  }
  return (row: readonly string[], field: Field): string => row[places.get(field) ?? -1] ?? '';
}

/** A first guess, from the names people give such columns. */
export function suggestMapping<Field extends string>(
  columns: readonly string[],
  known: Readonly<Record<Field, readonly string[]>>,
): Partial<Record<Field, string>> {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const mapping: Partial<Record<Field, string>> = {};
  // The keys of `known` are Fields by its type.
  for (const field of Object.keys(known) as Field[]) {
    const found = columns.find((column) => known[field].includes(plain(column)));
    if (found !== undefined) mapping[field] = found;
  }
  return mapping;
}
