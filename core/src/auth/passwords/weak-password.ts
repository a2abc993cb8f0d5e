import { AppError } from '../../kernel/errors.ts';

/** Why a password is refused. The web app translates by code; scripts read the sentence. */
export const WEAKNESSES = {
  too_short: 'Password must be at least {{least}} characters.',
  username: 'The password must not be the username.',
  names: 'The password must not be made of names.',
  unchanged: 'Please choose another password than the one before.',
  common: 'This is a commonly used password.',
  like_common: 'This is similar to a commonly used password.',
  word: 'A single word is easy to guess. Add another word or two.',
  keyboard: 'Neighbouring keys are easy to guess.',
  repeats: 'Repeated characters are easy to guess.',
  sequence: 'Sequences such as "abc" or "6543" are easy to guess.',
  date: 'Dates and years are easy to guess.',
  easy: 'This password is easy to guess. Add another word or two that are less common.',
} as const;

export type Weakness = keyof typeof WEAKNESSES;

/** The refusal of a password, with the reason under the request's field. */
export function weakPassword(field: string, code: Weakness, least?: number): AppError {
  const message = WEAKNESSES[code].replace('{{least}}', String(least));
  const reason = { code, ...(least === undefined ? {} : { least }) };
  return new AppError('weak_password', { message, fields: { [field]: message }, reason });
}
