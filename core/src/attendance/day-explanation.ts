import type { Language } from '../language.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import { type LocalTime, minutesOf, timeOfMinutes } from '../time/local-date.ts';
import type { Zone } from '../time/zone.ts';
import type { AttendanceDay, DaySource, DayStatus } from './attendance.types.ts';
import { EXPLANATION_TEXTS, type ExplanationTexts } from './day-explanation.texts.ts';

export const STATUS_LABELS: Readonly<Record<DayStatus, string>> = EXPLANATION_TEXTS.en.status;

/** What the sentence under a verdict rests on; times as the clock on the wall showed them. */
export interface Basis {
  readonly status: DayStatus;
  readonly time: LocalTime | null;
  readonly rule: Omit<TimeSettings, 'autoAbsentMinutes'> & { readonly autoAbsentMinutes: number };
  readonly source: DaySource;
  readonly overrode: DayStatus | null;
}

export const basisOf = (day: AttendanceDay, zone: Zone): Basis => ({
  status: day.status,
  time: day.firstIn && zone.timeOf(day.firstIn),
  rule: day.rule,
  source: day.source,
  overrode: day.overrode,
});

/** The sentence under a verdict: what was seen, which rule held, what follows. */
export const explain = (day: AttendanceDay, zone: Zone, language: Language = 'en'): string =>
  explainBasis(basisOf(day, zone), language);

/** `say` writes a time as the reader's clock shows it. */
export function explainBasis(
  basis: Basis,
  language: Language,
  say: (time: LocalTime) => string = (time) => time,
): string {
  const texts = EXPLANATION_TEXTS[language];
  const before = basis.overrode ? texts.before(texts.status[basis.overrode]) : '';
  const by = basis.source === 'correction' ? texts.corrected : '';
  return `${by}${reason(basis, texts, say)}${before}`;
}

function reason(
  { status, time, rule, source }: Basis,
  texts: ExplanationTexts,
  say: (time: LocalTime) => string,
): string {
  const { startTime, graceMinutes: grace, cutoffTime, autoAbsentMinutes } = rule;
  const start = say(startTime);
  const after = (minutes: number) => say(timeOfMinutes(minutesOf(startTime) + minutes));
  const seen = time ? texts.seen(say(time)) : texts.notSeen;
  switch (status) {
    case 'on_time':
      return `${seen}, ${texts.onTime({ start, grace, until: after(grace) })}`;
    case 'late':
      return `${seen}, ${texts.late({ start, grace })}`;
    case 'very_late':
      return `${seen}, ${texts.veryLate(say(cutoffTime))}`;
    case 'absent':
      if (source === 'class') return texts.absentInClass;
      return source === 'closing' ? texts.absentBy(after(autoAbsentMinutes)) : texts.absent;
    case 'unmarked':
      return texts.unmarked;
    case 'excused':
      return source === 'class' ? texts.excusedInClass : texts.excused;
    case 'holiday':
      return texts.holiday;
    case 'not_due':
      return texts.notDue;
  }
}
