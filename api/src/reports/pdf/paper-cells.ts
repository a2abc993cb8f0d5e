import { createDateFormat } from '@rollcall/core/kernel/date-format';
import { type Language, LOCALES } from '@rollcall/core/kernel/language';
import type { Cell, Column } from '@rollcall/core/kernel/tables/report-document.types';
import { REPORT_TEXTS } from '@rollcall/core/reports/report.texts';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const NO_BREAK_SPACE = '\u00a0';

/** Writes cells as people read them, in the language of the report; files for programs keep them as they are. */
export function createPaperCells(language: Language): (cell: Cell | undefined, column: Column) => string {
  const { columns } = REPORT_TEXTS[language];
  const date = createDateFormat(language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const number = (digits: number) =>
    new Intl.NumberFormat(LOCALES[language], {
      useGrouping: false,
      minimumFractionDigits: digits,
      maximumFractionDigits: 1,
    });
  const counts = number(0);
  const rates = number(1);
  return (cell, { label }) => {
    if (cell === null || cell === undefined) return '';
    if (typeof cell === 'number') return (label === columns.rate ? rates : counts).format(cell);
    if (label !== columns.date || !ISO_DATE.test(cell)) return cell;
    return date(Date.parse(`${cell}T00:00:00Z`)).replaceAll(' ', NO_BREAK_SPACE);
  };
}
