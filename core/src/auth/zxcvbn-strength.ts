import type { PasswordStrength } from './auth.ports.ts';

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
    translations: english.translations,
    maxLength: JUDGED_LENGTH,
    l33tMaxSubstitutions: 20,
  });
}

export function createZxcvbnStrength(): PasswordStrength {
  let loading: ReturnType<typeof loadZxcvbn> | null = null;
  return async (password, words) => {
    loading ??= loadZxcvbn().catch((error: unknown) => {
      loading = null; // tried again with the next password
      throw error;
    });
    const { score, feedback } = (await loading).check(password.slice(0, JUDGED_LENGTH), [...words]);
    return { score, warning: feedback.warning };
  };
}
