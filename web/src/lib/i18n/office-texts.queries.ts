import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import { languageOf } from './i18n.ts';

const catalogues = {
  en: async () => (await import('../../locales/en/office.ts')).office,
  de: async () => (await import('../../locales/de/office.ts')).office,
};

/** Loads the texts of the signed-in pages in the current language. The router does so before it renders them. */
export function officeTextsQuery(i18n: i18n) {
  const language = languageOf(i18n);
  return queryOptions({
    queryKey: ['texts', language],
    queryFn: async () => {
      const texts = await catalogues[language]();
      for (const [namespace, bundle] of Object.entries(texts))
        i18n.addResourceBundle(language, namespace, bundle);
      return Object.keys(texts);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Suspends an open page until its texts are loaded after a change of language. */
export function useOfficeTexts(): void {
  const { i18n } = useTranslation();
  useSuspenseQuery(officeTextsQuery(i18n));
}
