import { AppError } from '../../kernel/errors.ts';

/** Why a password is refused. The web app translates by code; scripts read the sentence. */
export const WEAKNESSES = {
  too_short: 'Password must be at least {{least}} characters.',
  username: 'The password must not be the username.',
  names: 'The password must not consist of names.',
  unchanged: 'Choose a password that differs from your current one.',
  common: 'This is a commonly used password.',
  like_common: 'This is similar to a commonly used password.',
  word: 'A single word is easy to guess. Add one or two more.',
  keyboard: 'Keys next to each other are easy to guess.',
  repeats: 'Repeated characters are easy to guess.',
  sequence: 'Sequences such as "abc" or "6543" are easy to guess.',
  date: 'Dates and years are easy to guess.',
  easy: 'This password is easy to guess. Add one or two unusual words.',
} as const;

export type Weakness = keyof typeof WEAKNESSES;

/** The refusal of a password, with the reason under the request's field. */
export function weakPassword(field: string, code: Weakness, least?: number): AppError {
  const message = WEAKNESSES[code].replace('{{least}}', String(least));
  const reason = { code, ...(least === undefined ? {} : { least }) };
  return new AppError('weak_password', { message, fields: { [field]: message }, reason });
}
