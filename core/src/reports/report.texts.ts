import type { DayStatus } from '../attendance/attendance.types.ts';
import { DAY_OFF_LABEL, EXPLANATION_TEXTS } from '../attendance/day-explanation.rules.ts';
import type { Language } from '../kernel/language.ts';
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
    section: (name) => `Class/Section ${name}`,
    noSection: 'No class/section',
    class: (name) => `Class ${name}`,
    period: (from, to) => `${from} to ${to}`,
    madeAt: (when) => `Made on ${when}`,
    definition:
      'Rate: days present per due day, in percent. A day is due when the person was present, absent or not marked; excused days, holidays and days off do not count.',
    classDefinition:
      'From the sheets of this class. Rate: meetings present or late per meeting due, in percent; excused meetings do not count.',
    legend: 'P on time, L late, V very late, A absent, E excused, ? not marked, H holiday, Σ days present.',
    page: (number) => `Page ${number}`,
    total: 'Total',
    presentPerDay: 'Present',
    dayOff: DAY_OFF_LABEL,
    columns: {
      id: 'ID',
      name: 'Name',
      section: 'Class/Section',
      type: 'Type',
      date: 'Date',
      weekday: 'Day',
      status: 'Status',
      firstSeen: 'Check-in',
      lastSeen: 'Check-out',
      reason: 'Why',
      present: 'Present',
      due: 'Due',
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
    section: (name) => `Klasse/Sektion ${name}`,
    noSection: 'Ohne Klasse/Sektion',
    class: (name) => `Klasse ${name}`,
    period: (from, to) => `${from} bis ${to}`,
    madeAt: (when) => `Erstellt am ${when}`,
    definition:
      'Quote: anwesende Tage je erwartetem Tag, in Prozent. Ein Tag zählt, wenn die Person anwesend, abwesend oder nicht erfasst war; entschuldigte Tage, Feiertage und freie Tage zählen nicht.',
    classDefinition:
      'Aus den Listen dieser Klasse. Quote: Termine anwesend oder verspätet je erwartetem Termin, in Prozent; entschuldigte Termine zählen nicht.',
    legend:
      'X pünktlich, V verspätet, S stark verspätet, F fehlt, E entschuldigt, ? nicht erfasst, H Feiertag, Σ anwesende Tage.',
    page: (number) => `Seite ${number}`,
    total: 'Summe',
    presentPerDay: 'Anwesend',
    dayOff: 'Freier Tag',
    columns: {
      id: 'Nr.',
      name: 'Name',
      section: 'Klasse/Sektion',
      type: 'Art',
      date: 'Datum',
      weekday: 'Tag',
      status: 'Status',
      firstSeen: 'Gekommen',
      lastSeen: 'Gegangen',
      reason: 'Warum',
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
};

/** The status of a day in one or two words, the same in every file. */
export const statusWord = (
  { status, isDayOff }: { readonly status: DayStatus; readonly isDayOff: boolean },
  language: Language,
): string => (isDayOff ? REPORT_TEXTS[language].dayOff : EXPLANATION_TEXTS[language].status[status]);
