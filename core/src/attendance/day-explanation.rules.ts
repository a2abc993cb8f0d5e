import type { Language } from '../kernel/language.ts';
import { type LocalTime, minutesOf, timeOfMinutes } from '../kernel/local-date.ts';
import type { Zone } from '../kernel/zone.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type { AttendanceDay, DaySource, DayStatus } from './attendance.types.ts';
import { ruleOnDay } from './attendance-day.rules.ts';

const MINUTES_OF_DAY = 24 * 60;

interface ExplanationTexts {
  readonly status: Readonly<Record<DayStatus, string>>;
  readonly seen: (time: string) => string;
  readonly notSeen: string;
  readonly onTime: (rule: { start: string; grace: number; until: string }) => string;
  readonly late: (rule: { start: string; grace: number }) => string;
  readonly veryLate: (cutoff: string) => string;
  readonly lateInClass: string;
  readonly lateByHand: string;
  readonly absentBy: (time: string) => string;
  readonly absentAllDay: string;
  readonly absentImported: string;
  readonly absent: string;
  readonly absentInClass: string;
  readonly unmarked: string;
  readonly excused: string;
  readonly excusedInClass: string;
  readonly holiday: string;
  readonly notDue: string;
  readonly corrected: string;
  readonly before: (status: string) => string;
  readonly dayOff: string;
}

/** The parts of an explanation in each language; `explainBasis` puts them together. */
export const EXPLANATION_TEXTS: Readonly<Record<Language, ExplanationTexts>> = {
  en: {
    status: {
      on_time: 'On Time',
      late: 'Late',
      very_late: 'Very Late',
      absent: 'Absent',
      unmarked: 'Not marked',
      excused: 'Excused',
      holiday: 'Holiday',
      not_due: 'Not due',
    },
    seen: (time) => `first seen ${time}`,
    notSeen: 'not seen',
    onTime: ({ start, grace, until }) => `start ${start} + ${grace} min grace = ${until}, so on time`,
    late: ({ start, grace }) => `start ${start} + ${grace} min grace, so late`,
    veryLate: (cutoff) => `after the cutoff at ${cutoff}, so very late`,
    lateInClass: 'marked late by a class',
    lateByHand: 'marked late',
    absentBy: (time) => `not seen by ${time}, so absent`,
    absentAllDay: 'not seen all day, so absent',
    absentImported: 'absent in the imported records',
    absent: 'absent',
    absentInClass: 'missing when a class took attendance, so absent',
    unmarked: 'due and not seen; this institution does not mark absent by itself',
    excused: 'excused for the day',
    excusedInClass: 'excused when a class took attendance',
    holiday: 'a holiday',
    notDue: 'not due that day',
    corrected: 'entered by hand: ',
    before: (status) => ` (was ${status.toLowerCase()} until then)`,
    dayOff: ' (a day off, counted in no rate)',
  },
  de: {
    status: {
      on_time: 'Pünktlich',
      late: 'Verspätet',
      very_late: 'Stark verspätet',
      absent: 'Abwesend',
      unmarked: 'Nicht erfasst',
      excused: 'Entschuldigt',
      holiday: 'Feiertag',
      not_due: 'Nicht erwartet',
    },
    seen: (time) => `zuerst gesehen ${time}`,
    notSeen: 'nicht gesehen',
    onTime: ({ start, grace, until }) => `Beginn ${start} + ${grace} Min. Karenz = ${until}, also pünktlich`,
    late: ({ start, grace }) => `Beginn ${start} + ${grace} Min. Karenz, also verspätet`,
    veryLate: (cutoff) => `nach der spätesten Ankunft um ${cutoff}, also stark verspätet`,
    lateInClass: 'von einer Klasse als verspätet eingetragen',
    lateByHand: 'als verspätet eingetragen',
    absentBy: (time) => `bis ${time} nicht gesehen, also abwesend`,
    absentAllDay: 'den ganzen Tag nicht gesehen, also abwesend',
    absentImported: 'abwesend in den importierten Daten',
    absent: 'abwesend',
    absentInClass: 'fehlte, als eine Klasse die Anwesenheit aufnahm, also abwesend',
    unmarked: 'erwartet und nicht gesehen; diese Einrichtung trägt Abwesenheit nicht von selbst ein',
    excused: 'für den Tag entschuldigt',
    excusedInClass: 'entschuldigt, als eine Klasse die Anwesenheit aufnahm',
    holiday: 'ein Feiertag',
    notDue: 'an diesem Tag nicht erwartet',
    corrected: 'von Hand eingetragen: ',
    before: (status) => ` (bis dahin ${status.toLowerCase()})`,
    dayOff: ' (freier Tag, zählt in keiner Quote)',
  },
};

/** The status of a visit on a day off, in files. */
export const DAY_OFF_LABEL = 'Day off';
export const STATUS_LABELS: Readonly<Record<DayStatus, string>> = EXPLANATION_TEXTS.en.status;

/** What an explanation is made from, with times in the institution's zone. */
interface VerdictBasis {
  readonly status: DayStatus;
  readonly time: LocalTime | null;
  readonly rule: Omit<TimeSettings, 'autoAbsentMinutes'> & { readonly autoAbsentMinutes: number };
  readonly source: DaySource;
  readonly overrode: DayStatus | null;
  readonly isDayOff?: boolean | undefined;
}

const basisOf = (day: AttendanceDay, zone: Zone): VerdictBasis => ({
  status: day.status,
  time: day.firstIn && zone.timeOf(day.firstIn),
  rule: ruleOnDay(day.rule, day.date, zone),
  source: day.source,
  overrode: day.overrode,
  isDayOff: day.isDayOff,
});

/** The sentence shown under a verdict: arrival, rule and result. */
export const explain = (day: AttendanceDay, zone: Zone, language: Language = 'en'): string =>
  explainBasis(basisOf(day, zone), language);

/** `formatTime` writes a time in the reader's format. */
export function explainBasis(
  basis: VerdictBasis,
  language: Language,
  formatTime: (time: LocalTime) => string = (time) => time,
): string {
  const texts = EXPLANATION_TEXTS[language];
  const before = basis.overrode ? texts.before(texts.status[basis.overrode]) : '';
  const by = basis.source === 'correction' ? texts.corrected : '';
  return `${by}${reason(basis, texts, formatTime)}${before}${basis.isDayOff ? texts.dayOff : ''}`;
}

function reason(
  { status, time, rule, source }: VerdictBasis,
  texts: ExplanationTexts,
  formatTime: (time: LocalTime) => string,
): string {
  const { startTime, graceMinutes: grace, cutoffTime, autoAbsentMinutes } = rule;
  const start = formatTime(startTime);
  const after = (minutes: number) => formatTime(timeOfMinutes(minutesOf(startTime) + minutes));
  const seen = time ? texts.seen(formatTime(time)) : texts.notSeen;
  switch (status) {
    case 'on_time':
      return `${seen}, ${texts.onTime({ start, grace, until: after(grace) })}`;
    case 'late':
      // A class or an office may say so of somebody who came within the grace period.
      if (time && minutesOf(time) <= minutesOf(startTime) + grace)
        return `${seen}, ${source === 'correction' ? texts.lateByHand : texts.lateInClass}`;
      return `${seen}, ${texts.late({ start, grace })}`;
    case 'very_late':
      return `${seen}, ${texts.veryLate(formatTime(cutoffTime))}`;
    case 'absent':
      if (source === 'class') return texts.absentInClass;
      if (source === 'import') return texts.absentImported;
      if (source !== 'closing') return texts.absent;
      // Closing never waits beyond the end of the day.
      return minutesOf(startTime) + autoAbsentMinutes < MINUTES_OF_DAY
        ? texts.absentBy(after(autoAbsentMinutes))
        : texts.absentAllDay;
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
