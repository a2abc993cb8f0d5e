import type { DayStatus } from '../attendance/attendance.types.ts';
import { DAY_OFF_LABEL, EXPLANATION_TEXTS } from '../attendance/day-explanation.rules.ts';
import type { Language } from '../kernel/language.ts';
import { isolate } from '../kernel/text.ts';
import type { PersonKind } from '../people/people.types.ts';

interface ReportTexts {
  readonly monthReport: string;
  readonly summary: string;
  readonly personal: string;
  readonly everyone: string;
  readonly section: (name: string) => string;
  readonly noSection: string;
  readonly class: (name: string) => string;
  readonly period: (from: string, to: string) => string;
  readonly madeAt: (when: string) => string;
  readonly definition: string;
  /** For the reports of a class. */
  readonly classDefinition: string;
  readonly legend: string;
  readonly page: (number: number) => string;
  readonly total: string;
  readonly presentPerDay: string;
  /** The status of a visit on a day off. */
  readonly dayOff: string;
  /** Its sign in the month report. */
  readonly visit: string;
  readonly columns: {
    readonly id: string;
    readonly name: string;
    readonly section: string;
    readonly type: string;
    readonly date: string;
    readonly weekday: string;
    readonly status: string;
    readonly firstSeen: string;
    readonly lastSeen: string;
    readonly reason: string;
    readonly present: string;
    readonly due: string;
    readonly rate: string;
  };
  readonly kinds: Readonly<Record<PersonKind, string>>;
  /** One letter per day of the month report; empty for days off. */
  readonly letters: Readonly<Record<DayStatus, string>>;
}

/** Texts of the reports. The screens have their own catalogues in web/. */
export const REPORT_TEXTS: Readonly<Record<Language, ReportTexts>> = {
  en: {
    monthReport: 'Attendance register',
    summary: 'Attendance summary',
    personal: 'Attendance record',
    everyone: 'Everyone',
    section: (name) => `Section ${name}`,
    noSection: 'No section',
    class: (name) => `Class ${name}`,
    period: (from, to) => `${from} to ${to}`,
    madeAt: (when) => `Created on ${when}`,
    definition:
      'Rate: days present out of days expected, in percent. Excused days, holidays and days off do not count.',
    classDefinition:
      'From the attendance taken in this class. Rate: meetings present or late out of meetings expected, in percent. Excused meetings do not count.',
    legend:
      'P on time, L late, V very late, A absent, E excused, ? not recorded, H holiday, • visit on a day off (not counted), Σ days present.',
    page: (number) => `Page ${number}`,
    total: 'Total',
    presentPerDay: 'Present',
    dayOff: DAY_OFF_LABEL,
    visit: 'Visit on a day off',
    columns: {
      id: 'ID',
      name: 'Name',
      section: 'Section',
      type: 'Type',
      date: 'Date',
      weekday: 'Day',
      status: 'Status',
      firstSeen: 'Check-in',
      lastSeen: 'Check-out',
      reason: 'Reason',
      present: 'Present',
      due: 'Expected',
      rate: 'Rate %',
    },
    kinds: {
      student: 'Student',
      teacher: 'Teacher',
      staff: 'Staff',
      employee: 'Employee',
      admin: 'Administrator',
    },
    letters: {
      on_time: 'P',
      late: 'L',
      very_late: 'V',
      absent: 'A',
      excused: 'E',
      unmarked: '?',
      holiday: 'H',
      not_due: '',
    },
  },
  de: {
    monthReport: 'Anwesenheitsliste',
    summary: 'Anwesenheitsübersicht',
    personal: 'Anwesenheitsnachweis',
    everyone: 'Alle',
    section: (name) => `Klasse ${name}`,
    noSection: 'Ohne Klasse',
    class: (name) => `Kurs ${name}`,
    period: (from, to) => `${from} bis ${to}`,
    madeAt: (when) => `Erstellt am ${when}`,
    definition:
      'Quote: anwesende Tage von erwarteten Tagen, in Prozent. Entschuldigte Tage, Feiertage und freie Tage zählen nicht.',
    classDefinition:
      'Aus der Anwesenheit in diesem Kurs. Quote: Termine anwesend oder verspätet von erwarteten Terminen, in Prozent. Entschuldigte Termine zählen nicht.',
    legend:
      'X pünktlich, V verspätet, S stark verspätet, F fehlt, E entschuldigt, ? nicht erfasst, H Feiertag, • anwesend an einem freien Tag (zählt nicht), Σ anwesende Tage.',
    page: (number) => `Seite ${number}`,
    total: 'Summe',
    presentPerDay: 'Anwesend',
    dayOff: 'Frei',
    visit: 'Anwesend an einem freien Tag',
    columns: {
      id: 'ID',
      name: 'Name',
      section: 'Klasse',
      type: 'Art',
      date: 'Datum',
      weekday: 'Tag',
      status: 'Status',
      firstSeen: 'Gekommen',
      lastSeen: 'Gegangen',
      reason: 'Grund',
      present: 'Anwesend',
      due: 'Erwartet',
      rate: 'Quote %',
    },
    kinds: {
      student: 'Schüler/in',
      teacher: 'Lehrkraft',
      staff: 'Personal',
      employee: 'Mitarbeiter/in',
      admin: 'Administration',
    },
    letters: {
      on_time: 'X',
      late: 'V',
      very_late: 'S',
      absent: 'F',
      excused: 'E',
      unmarked: '?',
      holiday: 'H',
      not_due: '',
    },
  },
  ar: {
    monthReport: 'سجل الحضور',
    summary: 'ملخص الحضور',
    personal: 'كشف حضور',
    everyone: 'الجميع',
    section: (name) => `الشعبة ${isolate(name)}`,
    noSection: 'بدون شعبة',
    class: (name) => `المادة ${isolate(name)}`,
    period: (from, to) => `من ${from} إلى ${to}`,
    madeAt: (when) => `أُعدّ في ${when.replace(',', '،')}`,
    definition:
      'النسبة: أيام الحضور من الأيام المتوقعة، بالمئة. يُحتسب اليوم إذا كان الشخص حاضرًا أو غائبًا أو غير مسجّل؛ ولا تُحتسب أيام العذر والعطل الرسمية وأيام العطلة.',
    classDefinition:
      'من كشوف هذه المادة. النسبة: الحصص التي حضرها الشخص أو تأخر عنها من الحصص المتوقعة، بالمئة؛ ولا تُحتسب الحصص المعذورة.',
    legend:
      'ح في الموعد، م متأخر، ج متأخر جدًا، غ غائب، ع معذور، ؟ غير مسجّل، ط عطلة رسمية، • حضور في يوم عطلة (لا يُحتسب)، Σ أيام الحضور.',
    page: (number) => `صفحة ${number}`,
    total: 'المجموع',
    presentPerDay: 'الحاضرون',
    dayOff: 'يوم عطلة',
    visit: 'حضور في يوم عطلة',
    columns: {
      id: 'الرقم',
      name: 'الاسم',
      section: 'الشعبة',
      type: 'النوع',
      date: 'التاريخ',
      weekday: 'اليوم',
      status: 'الحالة',
      firstSeen: 'الوصول',
      lastSeen: 'الانصراف',
      reason: 'السبب',
      present: 'حاضر',
      due: 'متوقع',
      rate: 'النسبة %',
    },
    kinds: {
      student: 'طالب',
      teacher: 'معلم',
      staff: 'إداري',
      employee: 'موظف',
      admin: 'مسؤول',
    },
    letters: {
      on_time: 'ح',
      late: 'م',
      very_late: 'ج',
      absent: 'غ',
      excused: 'ع',
      unmarked: '؟',
      holiday: 'ط',
      not_due: '',
    },
  },
};

/** The status of a day in one or two words, the same in every file. */
export const statusWord = (
  { status, isDayOff }: { readonly status: DayStatus; readonly isDayOff: boolean },
  language: Language,
): string => (isDayOff ? REPORT_TEXTS[language].dayOff : EXPLANATION_TEXTS[language].status[status]);
