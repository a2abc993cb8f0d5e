import { csvLine } from '../backup/backup.rules.ts';
import { encoded } from '../backup/byte-streams.ts';
import type { Sheet } from './report.types.ts';

/** Tells a spreadsheet that the letters are UTF-8; without it Excel prints names wrongly. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Cells that a spreadsheet would run as a formula are neutralised by `csvLine`. */
async function* csvText(sheet: Sheet): AsyncIterable<string> {
  const head = [sheet.institution, sheet.title, ...sheet.lines].map((line) => csvLine([line]));
  yield BYTE_ORDER_MARK + head.join('') + csvLine([]);
  yield csvLine(sheet.columns.map(({ label }) => label));
  for await (const page of sheet.pages()) yield page.map(({ cells }) => csvLine(cells)).join('');
  yield csvLine([]) + sheet.notes.map((note) => csvLine([note])).join('');
}

export const reportCsv = (sheet: Sheet): AsyncIterable<Uint8Array> => encoded(csvText(sheet));
