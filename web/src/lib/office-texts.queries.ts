import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

const catalogues = {
  en: async () => (await import('../locales/en/office.ts')).office,
  de: async () => (await import('../locales/de/office.ts')).office,
};

/** A page that shows texts of the office catalogue waits for them here, in the language in use. */
export function useOfficeTexts(): void {
  const { i18n } = useTranslation();
  const language = i18n.language === 'de' ? 'de' : 'en';
  useSuspenseQuery({
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
