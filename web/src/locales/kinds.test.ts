import { CLASS_CHOICES } from '@rollcall/core/settings/settings.rules';
import { INSTITUTION_KINDS } from '@rollcall/core/settings/settings.types';
import { describe, expect, it } from 'vitest';
import { loadKindTexts } from '../lib/i18n/kind-texts.ts';
import { ar } from './ar/catalogue.ts';
import { office as arOffice } from './ar/office.ts';
import { de } from './de/catalogue.ts';
import { office as deOffice } from './de/office.ts';
import { en } from './en/catalogue.ts';
import { office } from './en/office.ts';

/** `namespace:path` to text, as the words of a kind name it. */
function flatten(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  const out = new Map<string, string>();
  const between = path === '' ? '' : path.includes(':') ? '.' : ':';
  for (const [key, child] of Object.entries(value ?? {}))
    for (const entry of flatten(child, `${path}${between}${key}`)) out.set(...entry);
  return out;
}

const CATALOGUES = {
  en: flatten({ ...en, ...office }),
  de: flatten({ ...de, ...deOffice }),
  ar: flatten({ ...ar, ...arOffice }),
};
const LANGUAGES = ['en', 'de', 'ar'] as const;
const KINDS = ['school', 'workplace'] as const;
const PAIRS = LANGUAGES.flatMap((language) => KINDS.map((kind) => [language, kind] as const));

const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

/** Words of universities (and at workplaces of schools) that nobody else shall read. */
const FORBIDDEN = {
  en: {
    school: /\b(bachelors?|masters|semesters?|programs?|sections?)\b/i,
    workplace:
      /\b(bachelors?|masters|semesters?|programs?|sections?|school|students?|lessons?|class(es)?|teach(es|ers?)?)\b/i,
  },
  de: {
    school: /\b(bachelor|semester|studien\w+|programm)\b/i,
    workplace:
      /\b(bachelor|semester|studien\w+|programm|klassen?|kurse?s?|unterricht\w*|schul\w*|schüler\w*|lehrkr\w+)\b/i,
  },
  ar: {
    school: /بكالوريوس|الفصل الدراسي|البرنامج/,
    workplace: /بكالوريوس|الفصل الدراسي|البرنامج|شعب[ةت]|يوم دراسي|الأيام الدراسية|طالب|طلاب|حصة|حصص/,
  },
} as const;

/** Texts that may say such a word, and why. */
const ALLOWED: readonly (readonly [RegExp, string])[] = [
  [/^(faq|home|measured|auth):/, 'pages of visitors tell what the product is for'],
  [/^setup:/, 'the question itself names all kinds'],
  [/^common:(banner|demo)\b/, 'the demo is a university'],
  [/^management:config\.program/, 'not asked: these kinds have no choice of programs'],
  [/^audit:facts\.(program|semester)$/, 'entries from before the kind was changed'],
  [/^(admin|attendance|dashboard):tabs\.label$/, 'sections of a page'],
  [/^(management:settings\.sections|safety:views\.label)$/, 'sections of a page'],
  [/^audit:values\.(school|university)$/, 'names the kind that an institution was or became'],
  [/^imports:problems\.type_unknown$/, 'the words that a file has to have'],
  [/^account:tokens\./, 'programs are software'],
  [/^admin:backup\.jsonText$/, 'programs are software'],
  [/^camera:problem\.busy$/, 'programs are software'],
];

/** Asked only where there is a choice: a workplace has no semesters. */
const NOT_ASKED = { school: /^$/, workplace: /^(management:config\.|classes:)semester$/ } as const;

describe('words by the kind of institution', () => {
  it.each(PAIRS)(
    '%s %s: every text exists in the catalogue, with the same holes, and differs',
    async (language, kind) => {
      const catalogue = CATALOGUES[language];
      const words = Object.entries(await loadKindTexts(language, kind));
      expect(words.length).toBeGreaterThan(0);
      const wrong = words.filter(([key, text]) => {
        const own = catalogue.get(key);
        return own === undefined || own === text || `${holes(own)}` !== `${holes(text)}`;
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(PAIRS)('%s %s: nobody reads words of another kind', async (language, kind) => {
    const words: Readonly<Record<string, string>> = await loadKindTexts(language, kind);
    const strange = [...CATALOGUES[language]]
      .map(([key, text]) => [key, words[key] ?? text] as const)
      .filter(([key, text]) => {
        if (ALLOWED.some(([pattern]) => pattern.test(key)) || NOT_ASKED[kind].test(key)) return false;
        return FORBIDDEN[language][kind].test(text.replaceAll(/\{\{\w+\}\}/g, ''));
      });
    // Reword it in locales/<language>/kinds/<kind>.ts, or say in ALLOWED why it may stay.
    expect(strange).toEqual([]);
  });

  it('has nothing to put over the words of universities', async () => {
    for (const language of LANGUAGES) expect(await loadKindTexts(language, 'university')).toEqual({});
  });

  it('a program or semester without a text is not asked for', () => {
    for (const kind of INSTITUTION_KINDS)
      for (const list of Object.values(CLASS_CHOICES[kind]))
        expect(list.length === 1 || !(list as readonly string[]).includes('none')).toBe(true);
  });
});
