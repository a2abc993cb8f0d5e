import { type LocalDate, parseLocalDate, parseLocalTime } from '@rollcall/core/time/local-date';
import { z } from 'zod';

/** The wire's own spelling of a day: `MM_DD_YY`. The domain never sees it. */
export const toWireDate = (date: LocalDate): string =>
  `${date.slice(5, 7)}_${date.slice(8, 10)}_${date.slice(2, 4)}`;

export function fromWireDate(text: string): LocalDate | null {
  const parts = /^(\d{2})_(\d{2})_(\d{2})$/.exec(text);
  return parts ? parseLocalDate(`20${parts[3]}-${parts[1]}-${parts[2]}`) : parseLocalDate(text);
}

/** Takes `MM_DD_YY` and ISO days. */
export const wireDate = z.string().transform((text, context): LocalDate => {
  const date = fromWireDate(text);
  if (date) return date;
  context.addIssue({ code: 'custom', message: 'This is not a date.' });
  return z.NEVER;
});

export const wireTime = z.string().transform((text, context) => {
  const time = parseLocalTime(text);
  if (time) return time;
  context.addIssue({ code: 'custom', message: 'Use a time like 09:00.' });
  return z.NEVER;
});
