import type { Language } from '@rollcall/core/kernel/language';

/** Languages of the screens, by the names they have for themselves. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const satisfies Record<
  Language,
  string
>;
/** The stored choice, and the cookie that tells the server. */
export const LANGUAGE_KEY = 'rollcall-language';

export const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && Object.hasOwn(LANGUAGES, text);

export function detectLanguage(storage: Storage, preferred: readonly string[]): Language {
  const chosen = storage.getItem(LANGUAGE_KEY);
  if (isLanguage(chosen)) return chosen;
  const match = preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => isLanguage(tag));
  return isLanguage(match) ? match : 'en';
}
