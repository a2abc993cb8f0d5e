import { REGISTRABLE_KINDS } from '../people/people.types.ts';

/** Problems of a row of an uploaded table: the field, and the message shown to people. */
export const ROW_PROBLEMS = {
  id_missing: ['user_id', 'The ID is missing.'],
  id_invalid: ['user_id', 'Use letters, digits, dots, dashes and slashes for the ID.'],
  id_taken: ['user_id', 'This ID is already in use.'],
  id_twice: ['user_id', 'This ID appears twice in the file.'],
  id_unknown: ['user_id', 'No one has this ID.'],
  name_missing: ['name', 'The name is missing.'],
  name_long: ['name', 'The name is too long.'],
  username_invalid: ['username', 'Use letters, digits and . _ @ + - for the username.'],
  username_taken: ['username', 'This username is already in use.'],
  username_twice: ['username', 'This username appears twice in the file.'],
  type_unknown: ['type', `Use one of: ${REGISTRABLE_KINDS.join(', ')}.`],
  class_long: ['class_section', 'The section is too long.'],
  email_invalid: ['email', 'This is not an e-mail address.'],
  email_taken: ['email', 'This address belongs to another account.'],
  email_twice: ['email', 'This address appears twice in the file.'],
  email_shared: [
    'email',
    'Someone else in the file has this address. The row is imported without the address.',
  ],
  email_in_use: [
    'email',
    'This address belongs to another account. The row is imported without the address.',
  ],
  phone_invalid: ['contact_phone', 'This is not a phone number.'],
  own_record: ['user_id', 'You can’t import your own attendance.'],
  date_invalid: ['date', 'This is not a date.'],
  date_not_past: ['date', 'Only past days can be imported.'],
  day_known: ['date', 'This day is already recorded.'],
  day_off: ['date', 'No one can be absent on a holiday or a day off.'],
  day_removed: ['date', 'The retention rules deleted the attendance of this day.'],
  day_twice: ['date', 'This day appears twice in the file.'],
  in_invalid: ['check_in', 'Use a time like 09:05.'],
  in_missing: ['check_in', 'A check-out needs a check-in.'],
  out_invalid: ['check_out', 'Use a time like 15:30.'],
  out_early: ['check_out', 'The check-out is before the check-in.'],
} as const satisfies Record<string, readonly [field: string, message: string]>;

export type RowProblemCode = keyof typeof ROW_PROBLEMS;

/** One problem of one row; `row` counts from 1 as in a spreadsheet, with the header as row 1. */
export interface RowProblem {
  readonly row: number;
  readonly code: RowProblemCode;
  readonly field: string;
  readonly message: string;
  /** Whom the row is about: the name, else the ID. */
  readonly name: string;
  /** The row that has the same value; null if that is not the problem. */
  readonly otherRow: number | null;
}

export function rowProblem(
  row: number,
  code: RowProblemCode,
  name: string,
  otherRow: number | null = null,
): RowProblem {
  const [field, message] = ROW_PROBLEMS[code];
  return { row, code, field, message, name, otherRow };
}

/** A row of the file as it was read, to be corrected and imported again. */
export interface BadRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** The rows that have problems, each once. */
export const badRowsOf = (rows: readonly (readonly string[])[], problems: readonly RowProblem[]): BadRow[] =>
  [...new Set(problems.map(({ row }) => row))].map((row) => ({ row, cells: rows[row - 2] ?? [] }));
