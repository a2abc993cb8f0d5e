import { addMonths, type LocalDate } from '../kernel/local-date.ts';
import { rateOf } from './analytics.rules.ts';
import type { SectionPeriodTally } from './analytics.types.ts';

export interface SectionRank {
  readonly section: string;
  readonly present: number;
  readonly due: number;
  readonly rate: number;
  /** Percentage points against the month before; null where the section had no due day in it. */
  readonly change: number | null;
}

/**
 * Ranks sections by their rate of this month, best first; of the last month with attendance while this one has none.
 */
export function rankSections(
  months: readonly SectionPeriodTally[],
  thisMonth: LocalDate,
): { month: LocalDate; before: LocalDate; sections: SectionRank[] } {
  const month = months.reduce<LocalDate | null>(
    (last, { from }) => (last === null || from > last ? from : last),
    null,
  );
  const shown = month ?? thisMonth;
  const before = addMonths(shown, -1);
  const sections = months
    .filter(({ from }) => from === shown)
    .map(({ section, present, due }): SectionRank => {
      const rate = rateOf({ present, due }) ?? 0;
      const last = months.find((each) => each.section === section && each.from === before);
      const rateBefore = last ? rateOf(last) : null;
      return {
        section,
        present,
        due,
        rate,
        change: rateBefore === null ? null : Math.round((rate - rateBefore) * 10) / 10,
      };
    })
    .sort((a, b) => b.rate - a.rate || a.section.localeCompare(b.section));
  return { month: shown, before, sections };
}
