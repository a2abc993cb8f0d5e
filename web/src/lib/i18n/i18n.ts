import type { Language } from '@rollcall/core/kernel/language';
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

/** Languages of the screens, by the names they have for themselves. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const satisfies Record<Language, string>;
const KEY = 'rollcall-language';

const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && Object.hasOwn(LANGUAGES, text);

/** The language an instance is set to; English where it is none of ours. */
export const languageOf = ({ language }: i18n): Language => (isLanguage(language) ? language : 'en');

/** One chunk per language; only the chosen one is loaded. */
const catalogues = {
  en: async () => (await import('../../locales/en/catalogue.ts')).en,
  de: async () => (await import('../../locales/de/catalogue.ts')).de,
};

export function detectLanguage(storage: Storage, preferred: readonly string[]): Language {
  const chosen = storage.getItem(KEY);
  if (isLanguage(chosen)) return chosen;
  const match = preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => isLanguage(tag));
  return isLanguage(match) ? match : 'en';
}

export async function createI18n(language: Language): Promise<i18n> {
  const instance = i18next.createInstance().use(initReactI18next);
  await instance.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: await catalogues[language]() },
    defaultNS: 'common',
    interpolation: { escapeValue: false }, // React escapes
  });
  return instance;
}

export async function changeLanguage(instance: i18n, language: Language, storage: Storage): Promise<void> {
  const catalogue = await catalogues[language]();
  for (const [namespace, texts] of Object.entries(catalogue))
    instance.addResourceBundle(language, namespace, texts);
  storage.setItem(KEY, language);
  await instance.changeLanguage(language);
}
