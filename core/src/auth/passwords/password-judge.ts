import type { JudgePassword, PasswordOwner, PasswordStrength } from '../auth.ports.ts';
import { accountKey, hasStudentPassword, passwordLeast } from '../auth.rules.ts';
import { type Weakness, weakPassword } from './weak-password.ts';

/** Of 4: some 100 million guesses at least. */
const SCORE_MIN = 3;

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
  const weaknessOf = async (password: string, owner: PasswordOwner): Promise<Weakness | null> => {
    if (password.length < passwordLeast(owner)) return 'too_short';
    if (owner.username !== null && accountKey(password) === accountKey(owner.username)) return 'username';
    if (hasStudentPassword(owner)) return null;
    const { name: institution } = await settings.institution();
    const own = [owner.name, owner.username ?? '', institution];
    const words = own
      .flatMap((text) => [text, ...text.split(/[\s._@+-]+/)])
      .filter((word) => word.length > 2);
    if (isMadeOf(words, password)) return 'names';
    const { score, warning } = await passwordStrength(password, [...new Set(words)]);
    return score >= SCORE_MIN ? null : (warning ?? 'easy');
  };

  return async (password, owner, field = 'new_password') => {
    const weakness = await weaknessOf(password, owner);
    if (weakness !== null)
      throw weakPassword(field, weakness, weakness === 'too_short' ? passwordLeast(owner) : undefined);
  };
}
