import { csvText } from '@rollcall/core/kernel/tables/csv.writer';
import type { Cell } from '@rollcall/core/kernel/tables/report-document.types';

/** Browsers read a file some time after the click; Safari loses a large one whose address ends before. */
const KEPT_MS = 60_000;

/** Saves a blob as a file of the browser. */
export function downloadBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** The name that an answer gives its file. */
export function nameOfFile(response: Response): string | undefined {
  const header = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(header)?.[1];
}

/** A table to save as a CSV file. */
export interface CsvTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export const csvBlob = ({ head, rows }: CsvTable): Blob =>
  new Blob([csvText(head, rows)], { type: 'text/csv;charset=utf-8' });
