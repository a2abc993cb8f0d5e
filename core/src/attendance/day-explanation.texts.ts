import type { Language } from '../language.ts';
import type { DayStatus } from './attendance.types.ts';

export interface ExplanationTexts {
  readonly status: Readonly<Record<DayStatus, string>>;
  readonly seen: (time: string) => string;
  readonly notSeen: string;
  readonly onTime: (rule: { start: string; grace: number; until: string }) => string;
  readonly late: (rule: { start: string; grace: number }) => string;
  readonly veryLate: (cutoff: string) => string;
  readonly absentBy: (time: string) => string;
  readonly absent: string;
  readonly absentInClass: string;
  readonly unmarked: string;
  readonly excused: string;
  readonly excusedInClass: string;
  readonly holiday: string;
  readonly notDue: string;
  readonly corrected: string;
  readonly before: (status: string) => string;
}

/** The words of an explanation, one set per language; `day-explanation.ts` puts them together. */
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
    absentBy: (time) => `not seen by ${time}, so absent`,
    absent: 'absent',
    absentInClass: 'missing when a class took attendance, so absent',
    unmarked: 'due and not seen; this institution does not mark absent by itself',
    excused: 'excused for the day',
    excusedInClass: 'excused when a class took attendance',
    holiday: 'a holiday',
    notDue: 'not due that day',
    corrected: 'corrected by an administrator: ',
    before: (status) => ` (was ${status.toLowerCase()} until then)`,
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
    absentBy: (time) => `bis ${time} nicht gesehen, also abwesend`,
    absent: 'abwesend',
    absentInClass: 'fehlte, als eine Klasse die Anwesenheit aufnahm, also abwesend',
    unmarked: 'erwartet und nicht gesehen; diese Einrichtung trägt Abwesenheit nicht von selbst ein',
    excused: 'für den Tag entschuldigt',
    excusedInClass: 'entschuldigt, als eine Klasse die Anwesenheit aufnahm',
    holiday: 'ein Feiertag',
    notDue: 'an diesem Tag nicht erwartet',
    corrected: 'von der Administration korrigiert: ',
    before: (status) => ` (bis dahin ${status.toLowerCase()})`,
  },
};
