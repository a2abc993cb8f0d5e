import type { Language } from '../kernel/language.ts';
import { type LocalTime, minutesOf, timeOfMinutes } from '../kernel/local-date.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type { AttendanceDay, DaySource, DayStatus } from './attendance.types.ts';
import { isPresent, ruleOnDay } from './attendance-day.rules.ts';
import type { Evidence } from './evidence/evidence.types.ts';

const MINUTES_OF_DAY = 24 * 60;

/** Short sentences, each complete in itself. */
interface ExplanationTexts {
  readonly status: Readonly<Record<DayStatus, string>>;
  readonly seen: (time: string) => string;
  readonly evidence: Readonly<Record<Evidence, string>>;
  readonly onTime: (until: string) => string;
  readonly late: (after: string) => string;
  readonly veryLate: (after: string) => string;
  readonly lateInClass: string;
  readonly lateByHand: string;
  readonly absentBy: (time: string) => string;
  readonly absentAllDay: string;
  readonly absentImported: string;
  readonly absent: string;
  readonly absentInClass: string;
  readonly unmarked: string;
  readonly excused: (why: string) => string;
  readonly excusedInClass: string;
  readonly holiday: string;
  readonly notDue: string;
  readonly corrected: string;
  readonly before: (status: string) => string;
  readonly dayOff: string;
}

/** The sentences of an explanation in each language; `explainBasis` chooses and joins them. */
export const EXPLANATION_TEXTS: Readonly<Record<Language, ExplanationTexts>> = {
  en: {
    status: {
      on_time: 'On Time',
      late: 'Late',
      very_late: 'Very Late',
      absent: 'Absent',
      unmarked: 'Not recorded',
      excused: 'Excused',
      holiday: 'Holiday',
      not_due: 'Day off',
    },
    seen: (time) => `Seen at ${time}.`,
    evidence: {
      kiosk: 'At a kiosk.',
      network_and_code: 'On an own device, in the network and with the code of the room.',
      network: 'On an own device, in the network.',
      code: 'On an own device, with the code of the room.',
      device: 'On an own device, place not proven.',
    },
    onTime: (until) => `On time until ${until}.`,
    late: (after) => `Late after ${after}.`,
    veryLate: (after) => `Very late after ${after}.`,
    lateInClass: 'Recorded as late in class.',
    lateByHand: 'Recorded as late.',
    absentBy: (time) => `Not seen by ${time}.`,
    absentAllDay: 'Not seen all day.',
    absentImported: 'Absent in the imported records.',
    absent: 'Absent.',
    absentInClass: 'Missing when attendance was taken in class.',
    unmarked: 'Not seen. Absences are not recorded automatically here.',
    excused: (why) => `Excused for the day${why}`,
    excusedInClass: 'Excused when attendance was taken in class.',
    holiday: 'A holiday.',
    notDue: 'A day off.',
    corrected: 'Entered by hand.',
    before: (status) => `Before that: ${status.toLowerCase()}.`,
    dayOff: 'A day off, so it counts in no rate.',
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
      not_due: 'Frei',
    },
    seen: (time) => `Um ${time} gesehen.`,
    evidence: {
      kiosk: 'Am Terminal.',
      network_and_code: 'Auf eigenem Gerät, im Netz und mit dem Code des Raums.',
      network: 'Auf eigenem Gerät, im Netz.',
      code: 'Auf eigenem Gerät, mit dem Code des Raums.',
      device: 'Auf eigenem Gerät, Ort nicht belegt.',
    },
    onTime: (until) => `Pünktlich bis ${until}.`,
    late: (after) => `Verspätet nach ${after}.`,
    veryLate: (after) => `Stark verspätet nach ${after}.`,
    lateInClass: 'Im Unterricht als verspätet erfasst.',
    lateByHand: 'Als verspätet erfasst.',
    absentBy: (time) => `Bis ${time} nicht gesehen.`,
    absentAllDay: 'Den ganzen Tag nicht gesehen.',
    absentImported: 'Abwesend in den importierten Daten.',
    absent: 'Abwesend.',
    absentInClass: 'Fehlte, als im Unterricht die Anwesenheit erfasst wurde.',
    unmarked: 'Nicht gesehen. Abwesenheit wird hier nicht automatisch erfasst.',
    excused: (why) => `Für den Tag entschuldigt${why}`,
    excusedInClass: 'Im Unterricht als entschuldigt erfasst.',
    holiday: 'Ein Feiertag.',
    notDue: 'Ein freier Tag.',
    corrected: 'Von Hand eingetragen.',
    before: (status) => `Davor: ${status.toLowerCase()}.`,
    dayOff: 'Ein freier Tag, er zählt in keiner Quote.',
  },
  ar: {
    status: {
      on_time: 'في الموعد',
      late: 'متأخر',
      very_late: 'متأخر جدًا',
      absent: 'غائب',
      unmarked: 'غير مسجّل',
      excused: 'معذور',
      holiday: 'عطلة رسمية',
      not_due: 'عطلة',
    },
    seen: (time) => `الوصول ${time}.`,
    evidence: {
      kiosk: 'عند الجهاز المخصص.',
      network_and_code: 'على جهاز خاص، في الشبكة ومع رمز القاعة.',
      network: 'على جهاز خاص، في الشبكة.',
      code: 'على جهاز خاص، مع رمز القاعة.',
      device: 'على جهاز خاص، والمكان غير مثبت.',
    },
    onTime: (until) => `في الموعد حتى ${until}.`,
    late: (after) => `متأخر بعد ${after}.`,
    veryLate: (after) => `متأخر جدًا بعد ${after}.`,
    lateInClass: 'سُجّل متأخرًا في إحدى الحصص.',
    lateByHand: 'سُجّل متأخرًا.',
    absentBy: (time) => `لم يُسجَّل وصول حتى ${time}.`,
    absentAllDay: 'لم يُسجَّل وصول طوال اليوم.',
    absentImported: 'غائب في السجلات المستوردة.',
    absent: 'غائب.',
    absentInClass: 'لم يكن موجودًا عند أخذ الحضور في إحدى الحصص.',
    unmarked: 'لم يُسجَّل وصول. لا يُسجَّل الغياب هنا تلقائيًا.',
    excused: (why) => `معذور في هذا اليوم${why}`,
    excusedInClass: 'معذور عند أخذ الحضور في إحدى الحصص.',
    holiday: 'عطلة رسمية.',
    notDue: 'يوم عطلة.',
    corrected: 'أُدخلت يدويًا.',
    before: (status) => `الحالة السابقة: ${status}.`,
    dayOff: 'يوم عطلة، لا يُحتسب في أي نسبة.',
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
  /** Why the person is excused, in the words of whoever entered it. */
  readonly excuse?: string | null | undefined;
  /** What the picture of a check-in by face shows about the place. */
  readonly evidence?: Evidence | null | undefined;
}

const basisOf = (day: AttendanceDay, zone: Zone): VerdictBasis => ({
  status: day.status,
  time: day.firstIn && zone.timeOf(day.firstIn),
  rule: ruleOnDay(day.rule, day.date, zone),
  source: day.source,
  overrode: day.overrode,
  isDayOff: day.isDayOff,
  excuse: day.excuse,
  evidence: day.evidence,
});

/** The end of a sentence: ": Doctor.", or a full stop. What people wrote keeps its own punctuation. */
const endingWith = (why: string | null | undefined): string =>
  why ? `: ${/\p{P}$/u.test(why) ? why : `${why}.`}` : '.';

/** The sentences under a day's status: the arrival and the time that decided. */
export const explain = (day: AttendanceDay, zone: Zone, language: Language = 'en'): string =>
  explainBasis(basisOf(day, zone), language);

/** `formatTime` writes a time in the reader's format. */
export function explainBasis(
  basis: VerdictBasis,
  language: Language,
  formatTime: (time: LocalTime) => string = (time) => time,
): string {
  const texts = EXPLANATION_TEXTS[language];
  const sentences = [
    basis.source === 'correction' && texts.corrected,
    isPresent(basis.status) && basis.time && texts.seen(formatTime(basis.time)),
    basis.evidence && texts.evidence[basis.evidence],
    reason(basis, texts, formatTime),
    basis.overrode && texts.before(texts.status[basis.overrode]),
    basis.isDayOff && texts.dayOff,
  ];
  return sentences.filter(Boolean).join(' ');
}

function reason(
  { status, time, rule, source, excuse }: VerdictBasis,
  texts: ExplanationTexts,
  formatTime: (time: LocalTime) => string,
): string {
  const { startTime, graceMinutes: grace, cutoffTime, autoAbsentMinutes } = rule;
  const after = (minutes: number) => formatTime(timeOfMinutes(minutesOf(startTime) + minutes));
  switch (status) {
    case 'on_time':
      return texts.onTime(after(grace));
    case 'late':
      // A class or an office may say so of somebody who came within the grace period.
      if (time && minutesOf(time) <= minutesOf(startTime) + grace)
        return source === 'correction' ? texts.lateByHand : texts.lateInClass;
      return texts.late(after(grace));
    case 'very_late':
      return texts.veryLate(formatTime(cutoffTime));
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
      return source === 'class' ? texts.excusedInClass : texts.excused(endingWith(excuse));
    case 'holiday':
      return texts.holiday;
    case 'not_due':
      return texts.notDue;
  }
}
