import { AppError } from '../kernel/errors.ts';
import type { JudgePassword, PasswordOwner, PasswordStrength } from './auth.ports.ts';
import { accountKey, PASSWORD_MIN, PASSWORD_MIN_OTHERS } from './auth.rules.ts';

/** Of 4: some 100 million guesses at least. */
const SCORE_MIN = 3;
const TOO_EASY = 'This password is easy to guess. Add another word or two that are less common.';

interface Needs {
  readonly settings: { institution(): Promise<{ readonly name: string }> };
  readonly passwordStrength: PasswordStrength;
}

/** Whether nothing but names, digits and signs is in the password. */
function isMadeOf(words: readonly string[], password: string): boolean {
  const text = accountKey(password);
  const rest = words
    .map(accountKey)
    .sort((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), text);
  return rest !== text && rest.replace(/[^\p{L}]/gu, '').length < 4;
}

export function createPasswordJudge({ settings, passwordStrength }: Needs): JudgePassword {
  const weaknessOf = async (password: string, owner: PasswordOwner): Promise<string | null> => {
    const isStudent = owner.kind === 'student' && owner.role === 'member';
    const least = isStudent ? PASSWORD_MIN : PASSWORD_MIN_OTHERS;
    if (password.length < least) return `Password must be at least ${least} characters.`;
    if (owner.username !== null && accountKey(password) === accountKey(owner.username))
      return 'The password must not be the username.';
    if (isStudent) return null;
    const { name: institution } = await settings.institution();
    const own = [owner.name, owner.username ?? '', institution];
    const words = own
      .flatMap((text) => [text, ...text.split(/[\s._@+-]+/)])
      .filter((word) => word.length > 2);
    if (isMadeOf(words, password)) return 'The password must not be made of names.';
    const { score, warning } = await passwordStrength(password, [...new Set(words)]);
    return score >= SCORE_MIN ? null : (warning ?? TOO_EASY);
  };

  return async (password, owner, field = 'new_password') => {
    const reason = await weaknessOf(password, owner);
    if (reason !== null)
      throw new AppError('weak_password', { message: reason, fields: { [field]: reason } });
  };
}
