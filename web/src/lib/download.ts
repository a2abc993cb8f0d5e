/** Hands a file to the browser under a name. */
export function downloadBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** A byte order mark first: without it a spreadsheet reads "Müller" as "MÃ¼ller". */
export const csvBlob = (lines: readonly string[]): Blob =>
  new Blob([`\uFEFF${lines.join('')}`], { type: 'text/csv;charset=utf-8' });
