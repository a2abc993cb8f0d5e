const SEPARATORS = [',', ';', '\t'] as const;

/** Spreadsheets of half the world write semicolons; the first line tells. */
function separatorOf(text: string): string {
  const line = text.slice(0, Math.max(0, text.search(/[\r\n]/)) || text.length);
  const counts = SEPARATORS.map((mark) => line.split(mark).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** UTF-8 where it is, else what old spreadsheets on Windows write. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Quoted cells, doubled quotes, line ends inside quotes; empty lines are skipped. */
export function parseCsv(text: string): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (letter === separator) endCell();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}
