import type { dates as english } from '../../en/office/dates.ts';

export const dates: typeof english = {
  pattern: { day: 'TT', month: 'MM', year: 'JJJJ' },
  open: '{{label}}: Kalender öffnen',
  previousMonth: 'Voriger Monat',
  nextMonth: 'Nächster Monat',
  previousYear: 'Voriges Jahr',
  nextYear: 'Nächstes Jahr',
  previousYears: 'Vorige zehn Jahre',
  nextYears: 'Nächste zehn Jahre',
  notADay: 'Bitte geben Sie ein Datum wie {{example}} ein.',
  notAMonth: 'Bitte geben Sie einen Monat wie {{example}} ein.',
  tooEarly: 'Frühestens {{limit}}.',
  tooLate: 'Spätestens {{limit}}.',
};
