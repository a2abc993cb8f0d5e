/** Saves a blob as a file of the browser. */
export function downloadBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** A CSV file with a byte order mark, without which spreadsheets read "Müller" as "MÃ¼ller". */
export const csvBlob = (lines: readonly string[]): Blob =>
  new Blob([`\uFEFF${lines.join('')}`], { type: 'text/csv;charset=utf-8' });
