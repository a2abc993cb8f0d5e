import { type LocalDate, localDate, parseLocalDate, parseLocalTime } from '@rollcall/core/kernel/local-date';
import { z } from 'zod';
import { errorAnswer } from './errors.ts';

/** Request and response parts shared by the contracts. */

export const json = <T extends z.ZodType>(schema: T) => ({ content: { 'application/json': { schema } } });
const bytes = <T extends z.ZodType>(schema: T) => ({ content: { 'application/octet-stream': { schema } } });

export const body = <T extends z.ZodType>(schema: T) => ({ ...json(schema), required: true });
export const optionalBody = <T extends z.ZodType>(schema: T) => ({ ...json(schema), required: false });

/** A file sent as the whole request body. */
export const uploadBody = { ...bytes(z.unknown()), required: true };

/** The error answer that any route can give. */
export const failure = {
  default: { ...json(errorAnswer), description: 'A failure, in the one shape all failures have' },
};

export const answers = <T extends z.ZodType>(schema: T, description: string) => ({
  200: { ...json(schema), description },
  ...failure,
});

/** The answer of a route that sends a file to download. */
export const fileAnswer = (description: string) => ({
  200: { ...bytes(z.string()), description },
  ...failure,
});

export const message = z.object({ message: z.string() });
export const messageWithId = z.object({ message: z.string(), id: z.number() });

/**
 * A whole number, as a number or in digits. Nothing else that JavaScript would turn into one: `null`, `true`, `""`, `[]`,
 * `0x1`, `+1`, ` 1`.
 */
export const wholeNumber = (min: number, max: number, problem?: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d{1,15}$/)
          .transform(Number),
      ],
      problem ?? 'This is not a whole number.',
    )
    .pipe(z.number().int(problem).min(min, problem).max(max, problem));

/** Database ids in paths: whole numbers that fit a 32-bit column. */
export const rowId = wholeNumber(1, 2_147_483_647);
/** The institution's number of a person. */
export const personCode = z.string().min(1).max(60);
/** The name of a file that the server keeps: an upload, a backup, an export. */
export const fileName = z.string().min(1).max(200);
/** The size is limited by the request body. */
export const imageText = z
  .string('Please send an image.')
  .min(1, 'Please send an image.')
  .describe(
    'Base64, bare or as a data URL. Or “cid:NAME”, in a body of the type multipart/form-data: its part “json” is this object, and its part NAME the image as it is.',
  );
export const reasonText = z.string().trim().min(1, 'Please enter a reason.').max(500);
/** ISO weekdays: 1 is Monday. */
export const weekdayList = z.array(z.number().int().min(1).max(7)).min(1, 'Choose at least one day.').max(7);

/** A switch in the query: `preview=true`. */
export const yesNo = z.enum(['true', 'false']).transform((text) => text === 'true');

export const idParam = z.object({ id: rowId });
export const codeParam = z.object({ id: personCode });

export const pageQuery = {
  page: wholeNumber(1, 100_000).default(1),
  limit: wholeNumber(1, 200).default(50),
};

/** Formats a date as `MM_DD_YY`, the spelling of the wire. */
export const toWireDate = (date: LocalDate): string =>
  `${date.slice(5, 7)}_${date.slice(8, 10)}_${date.slice(2, 4)}`;

function fromWireDate(text: string): LocalDate | null {
  const parts = /^(\d{2})_(\d{2})_(\d{2})$/.exec(text);
  return parts ? parseLocalDate(`20${parts[3]}-${parts[1]}-${parts[2]}`) : parseLocalDate(text);
}

/** No institution has days outside of these; the calendars of JavaScript and PostgreSQL end at different ones. */
const FIRST_DAY = localDate('1900-01-01');
const LAST_DAY = localDate('2199-12-31');
export const isInCalendar = (date: LocalDate): boolean => FIRST_DAY <= date && date <= LAST_DAY;

/** Parses `MM_DD_YY` and ISO dates. */
export const wireDate = z.string().transform((text, context): LocalDate => {
  const date = fromWireDate(text);
  if (date && isInCalendar(date)) return date;
  context.addIssue({ code: 'custom', message: 'This is not a date.' });
  return z.NEVER;
});

export const wireTime = z.string().transform((text, context) => {
  const time = parseLocalTime(text);
  if (time) return time;
  context.addIssue({ code: 'custom', message: 'Use a time like 09:00.' });
  return z.NEVER;
});

export const dateRange = { from: wireDate, to: wireDate };

/** For `refine`: the end of a range is not before its start. Missing dates are not checked. */
export const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  !from || !to || from <= to;
export const outOfOrder = { message: 'The end date must not be before the start date.', path: ['to'] };
