import { directionOf, type Language, LOCALES } from '@rollcall/core/kernel/language';
import { isolate, isolated } from '@rollcall/core/kernel/text';
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isLanguage, LANGUAGE_KEY } from './languages.ts';
import { loadedVisitorTexts, loadVisitorTexts } from './visitor-texts.ts';

/** The language an instance is set to; English where it is none of ours. */
export const languageOf = ({ language }: i18n): Language => (isLanguage(language) ? language : 'en');

/** Texts of every page. Those of one page are loaded by its route (visitor-texts.ts, office-texts.queries.ts). */
const common = {
  en: async () => (await import('../../locales/en/common.ts')).common,
  de: async () => (await import('../../locales/de/common.ts')).common,
  ar: async () => (await import('../../locales/ar/common.ts')).common,
};

/** A name between two Arabic words, or an Arabic name in English, moves neither itself nor its neighbours. */
const keepOrder = (value: string, language: string): string => {
  if (directionOf(language) === 'ltr') return isolated(value);
  return /^\d*$/.test(value) ? value : isolate(value);
};

/** 5000 as "5,000", like every other figure of the screen. Years and codes are passed as text. */
const written = (value: unknown, language: Language): string =>
  typeof value === 'number' ? value.toLocaleString(LOCALES[language]) : String(value);

export async function createI18n(language: Language): Promise<i18n> {
  const instance = i18next.createInstance().use(initReactI18next);
  await instance.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { common: await common[language]() } },
    defaultNS: 'common',
    // React escapes; here a number is grouped and a value gets the marks that keep it and the sentence in order.
    interpolation: {
      useRawValueToEscape: true,
      escape: (value: unknown) => keepOrder(written(value, languageOf(instance)), instance.language),
    },
  });
  return instance;
}

/** Loads what the instance has in its present language in the next one, too. */
export async function changeLanguage(instance: i18n, language: Language, storage: Storage): Promise<void> {
  const [texts] = await Promise.all([
    common[language](),
    loadVisitorTexts(instance, language, loadedVisitorTexts(instance, languageOf(instance))),
  ]);
  // Loaded before, they may have the words of the institution (kind-texts.ts).
  if (!instance.hasResourceBundle(language, 'common')) instance.addResourceBundle(language, 'common', texts);
  storage.setItem(LANGUAGE_KEY, language);
  rememberForServer(language);
  await instance.changeLanguage(language);
}

/** The server chooses by this cookie which language of a prerendered page it sends (server/src/http/documents.ts). */
function rememberForServer(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists on https only
  document.cookie = `${LANGUAGE_KEY}=${language}; path=/; max-age=31536000; samesite=lax`;
}
