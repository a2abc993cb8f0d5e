import type { Language } from '@rollcall/core/kernel/language';
import type { InstitutionKind } from '@rollcall/core/settings/settings.types';
import type { i18n } from 'i18next';

/** The catalogue itself is worded for universities. */
type WordedKind = Exclude<InstitutionKind, 'university'>;

const texts: Readonly<
  Record<Language, Readonly<Record<WordedKind, () => Promise<Readonly<Record<string, string>>>>>>
> = {
  en: {
    school: async () => (await import('../../locales/en/kinds/school.ts')).school,
    workplace: async () => (await import('../../locales/en/kinds/workplace.ts')).workplace,
  },
  de: {
    school: async () => (await import('../../locales/de/kinds/school.ts')).school,
    workplace: async () => (await import('../../locales/de/kinds/workplace.ts')).workplace,
  },
  ar: {
    school: async () => (await import('../../locales/ar/kinds/school.ts')).school,
    workplace: async () => (await import('../../locales/ar/kinds/workplace.ts')).workplace,
  },
};

export const loadKindTexts = async (
  language: Language,
  kind: InstitutionKind,
): Promise<Readonly<Record<string, string>>> => (kind === 'university' ? {} : texts[language][kind]());

const split = (key: string): [namespace: string, path: string] => {
  const at = key.indexOf(':');
  return [key.slice(0, at), key.slice(at + 1)];
};

/** The namespace that keeps what the catalogue says where a kind says something else. */
const REPLACED = 'replaced-by-kind';

/**
 * Words the loaded texts of a language for a kind of institution, and takes off the words of the kind before. Open pages
 * are rendered again.
 */
export function wordFor(instance: i18n, language: Language, words: Readonly<Record<string, string>>): void {
  const put = (key: string, text: string) =>
    instance.addResource(language, ...split(key), text, { silent: true });
  const before: Readonly<Record<string, string>> = instance.getResourceBundle(language, REPLACED) ?? {};
  for (const [key, text] of Object.entries(before)) put(key, text);

  for (const namespace of new Set(Object.keys(words).map((key) => split(key)[0]))) {
    const bundle: unknown = instance.getResourceBundle(language, namespace);
    // A copy: the first bundle is the catalogue's own object.
    if (bundle) instance.addResourceBundle(language, namespace, structuredClone(bundle));
  }
  const now: Record<string, string> = {};
  for (const [key, text] of Object.entries(words)) {
    const own: unknown = instance.getResource(language, ...split(key));
    if (typeof own !== 'string') continue;
    now[key] = own;
    put(key, text);
  }
  instance.removeResourceBundle(language, REPLACED);
  instance.addResourceBundle(language, REPLACED, now, false, true, { silent: true });
  if (Object.keys({ ...before, ...now }).length > 0) instance.emit('languageChanged', instance.language);
}
