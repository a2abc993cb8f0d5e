import { audit } from './audit.ts';
import { classes } from './classes.ts';
import { imports } from './imports.ts';
import { management } from './management.ts';
import { privacy } from './privacy.ts';
import { safety } from './safety.ts';

export const dates = {
  /** Placeholder of a numeric date; the locale decides the order. */
  pattern: { day: 'DD', month: 'MM', year: 'YYYY' },
  open: '{{label}}: open the calendar',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousYears: 'Previous ten years',
  nextYears: 'Next ten years',
  notADay: 'Please enter a date such as {{example}}.',
  notAMonth: 'Please enter a month such as {{example}}.',
  tooEarly: '{{limit}} at the earliest.',
  tooLate: '{{limit}} at the latest.',
};

/** Texts behind the sign-in that the landing page shall not carry; see lib/i18n/office-texts.queries.ts. */
export const office = { audit, classes, dates, imports, management, privacy, safety };
