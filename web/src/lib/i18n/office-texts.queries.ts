import type { InstitutionKind } from '@rollcall/core/settings/settings.types';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import { usePublicSettings } from '../api/public-settings.queries.ts';
import { languageOf } from './i18n.ts';
import { loadKindTexts, wordFor } from './kind-texts.ts';
import { loadVisitorTexts } from './visitor-texts.ts';

const catalogues = {
  en: async () => (await import('../../locales/en/office.ts')).office,
  de: async () => (await import('../../locales/de/office.ts')).office,
  ar: async () => (await import('../../locales/ar/office.ts')).office,
};

/**
 * Loads the texts of the signed-in pages in the current language, in the words of the institution. The router does so
 * before it renders them.
 */
export function officeTextsQuery(i18n: i18n, kind: InstitutionKind) {
  const language = languageOf(i18n);
  return queryOptions({
    queryKey: ['texts', language, kind],
    queryFn: async ({ client }) => {
      const [texts, words] = await Promise.all([
        catalogues[language](),
        loadKindTexts(language, kind),
        // The signed-in pages have password fields and the kinds of institutions, too.
        loadVisitorTexts(i18n, language, ['auth', 'errors', 'setup']),
      ]);
      for (const [namespace, bundle] of Object.entries(texts))
        i18n.addResourceBundle(language, namespace, bundle);
      wordFor(i18n, language, words);
      // The words of another kind are off now, and have to be put on again if it comes back.
      client.removeQueries({
        queryKey: ['texts', language],
        predicate: ({ queryKey }) => queryKey[2] !== kind,
      });
      return Object.keys(texts);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Suspends an open page until its texts are loaded after a change of language or of the kind of institution. */
export function useOfficeTexts(): void {
  const { i18n } = useTranslation();
  const { institution } = usePublicSettings();
  useSuspenseQuery(officeTextsQuery(i18n, institution.kind));
}
