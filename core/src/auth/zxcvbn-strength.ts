import type { PasswordStrength } from './auth.ports.ts';
import type { Weakness } from './passwords/weak-password.ts';

/** The time of the judgement grows with the square of the length, and longer ones are not weaker. */
const JUDGED_LENGTH = 40;

/** The dictionaries have megabytes, so they are loaded with the first password that is judged. */
async function loadZxcvbn() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: JUDGED_LENGTH,
    l33tMaxSubstitutions: 20,
  });
}

/** The library's warnings by the names that it has for them, as the factory is given no translations. */
const WARNINGS: Readonly<Record<string, Weakness>> = {
  straightRow: 'keyboard',
  keyPattern: 'keyboard',
  simpleRepeat: 'repeats',
  extendedRepeat: 'repeats',
  sequences: 'sequence',
  recentYears: 'date',
  dates: 'date',
  topTen: 'common',
  topHundred: 'common',
  common: 'common',
  pwned: 'common',
  similarToCommon: 'like_common',
  wordByItself: 'word',
  namesByThemselves: 'names',
  commonNames: 'names',
  userInputs: 'names',
};

export function createZxcvbnStrength(): PasswordStrength {
  let loading: ReturnType<typeof loadZxcvbn> | null = null;
  return async (password, words) => {
    loading ??= loadZxcvbn().catch((error: unknown) => {
      loading = null; // tried again with the next password
      throw error;
    });
    const { score, feedback } = (await loading).check(password.slice(0, JUDGED_LENGTH), [...words]);
    return { score, warning: WARNINGS[feedback.warning ?? ''] ?? null };
  };
}
