import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { useTranslation } from 'react-i18next';

const catalogues = {
  en: async () => (await import('../locales/en/office.ts')).office,
  de: async () => (await import('../locales/de/office.ts')).office,
};

/** Texts behind the sign-in, in the language in use. The router has them before it shows such a page. */
export function officeTextsQuery(i18n: i18n) {
  const language = i18n.language === 'de' ? 'de' : 'en';
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

/** For the page that is open when the language changes: it waits for the texts here. */
export function useOfficeTexts(): void {
  const { i18n } = useTranslation();
  useSuspenseQuery(officeTextsQuery(i18n));
}
