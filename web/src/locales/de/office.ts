import type { office as english, dates as englishDates } from '../en/office.ts';
import { audit } from './audit.ts';
import { classes } from './classes.ts';
import { imports } from './imports.ts';
import { management } from './management.ts';
import { privacy } from './privacy.ts';
import { safety } from './safety.ts';

export const dates: typeof englishDates = {
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

export const office: typeof english = { audit, classes, dates, imports, management, privacy, safety };
