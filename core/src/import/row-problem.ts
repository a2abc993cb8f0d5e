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
  phone_invalid: ['contact_phone', 'This is not a phone number.'],
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
}

export function rowProblem(row: number, code: RowProblemCode): RowProblem {
  const [field, message] = ROW_PROBLEMS[code];
  return { row, code, field, message };
}
