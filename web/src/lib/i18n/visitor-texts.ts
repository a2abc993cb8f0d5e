import type { Language } from '@rollcall/core/kernel/language';
import type { i18n } from 'i18next';
import type { en } from '../../locales/en/catalogue.ts';

/** Texts of the pages before the sign-in, and what the signed-in pages share with them. */
export type VisitorTexts = Exclude<keyof typeof en, 'common'>;

/** One file per namespace: a page loads its own texts only. */
const texts = {
  en: {
    auth: async () => (await import('../../locales/en/visitors/auth.ts')).auth,
    certificate: async () => (await import('../../locales/en/visitors/certificate.ts')).certificate,
    errors: async () => (await import('../../locales/en/errors.ts')).errors,
    faq: async () => (await import('../../locales/en/visitors/faq.ts')).faq,
    home: async () => (await import('../../locales/en/visitors/home.ts')).home,
    measured: async () => (await import('../../locales/en/visitors/measured.ts')).measured,
    setup: async () => (await import('../../locales/en/visitors/setup.ts')).setup,
  },
  de: {
    auth: async () => (await import('../../locales/de/visitors/auth.ts')).auth,
    certificate: async () => (await import('../../locales/de/visitors/certificate.ts')).certificate,
    errors: async () => (await import('../../locales/de/errors.ts')).errors,
    faq: async () => (await import('../../locales/de/visitors/faq.ts')).faq,
    home: async () => (await import('../../locales/de/visitors/home.ts')).home,
    measured: async () => (await import('../../locales/de/visitors/measured.ts')).measured,
    setup: async () => (await import('../../locales/de/visitors/setup.ts')).setup,
  },
  ar: {
    auth: async () => (await import('../../locales/ar/visitors/auth.ts')).auth,
    certificate: async () => (await import('../../locales/ar/visitors/certificate.ts')).certificate,
    errors: async () => (await import('../../locales/ar/errors.ts')).errors,
    faq: async () => (await import('../../locales/ar/visitors/faq.ts')).faq,
    home: async () => (await import('../../locales/ar/visitors/home.ts')).home,
    measured: async () => (await import('../../locales/ar/visitors/measured.ts')).measured,
    setup: async () => (await import('../../locales/ar/visitors/setup.ts')).setup,
  },
};

/** Loads those of the namespaces that the instance does not have in the language. */
export async function loadVisitorTexts(
  i18n: i18n,
  language: Language,
  names: readonly VisitorTexts[],
): Promise<void> {
  const missing = names.filter((name) => !i18n.hasResourceBundle(language, name));
  await Promise.all(
    missing.map(async (name) => i18n.addResourceBundle(language, name, await texts[language][name]())),
  );
}

/** The namespaces that the instance has in the language. */
export const loadedVisitorTexts = (i18n: i18n, language: Language): readonly VisitorTexts[] =>
  (Object.keys(texts.en) as VisitorTexts[]) // keys() forgets the literal keys
    .filter((name) => i18n.hasResourceBundle(language, name));
