import { describe, expect, it } from 'vitest';
import { FAQ_ITEMS } from '../pages/faq/faq.page.tsx';
import { ar } from './ar/catalogue.ts';
import { office as arOffice } from './ar/office.ts';
import { de } from './de/catalogue.ts';
import { office as deOffice } from './de/office.ts';
import { en } from './en/catalogue.ts';
import { office } from './en/office.ts';

function flatten(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  const out = new Map<string, string>();
  for (const [key, child] of Object.entries(value ?? {})) {
    for (const entry of flatten(child, path ? `${path}.${key}` : key)) out.set(...entry);
  }
  return out;
}

const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

const english = flatten({ ...en, ...office });
const german = flatten({ ...de, ...deOffice });
const arabic = flatten({ ...ar, ...arOffice });

/** The forms that i18next looks for in a language: the plural rules of Unicode. */
const formsOf = (language: string) => new Intl.PluralRules(language).resolvedOptions().pluralCategories;
/** Texts of the catalogue by number: those with a form for `other`. */
const byNumber = [...english.keys()]
  .filter((key) => key.endsWith('_other'))
  .map((key) => key.slice(0, -'_other'.length));

describe('catalogues', () => {
  it.each([
    ['de', german],
    ['ar', arabic],
  ])('have every text in %s, in all the forms that its plural rules ask for', (language, texts) => {
    const single = [...english.keys()].filter((key) => !/_(?:zero|one|two|few|many|other)$/.test(key));
    const wanted = [
      ...single,
      ...byNumber.flatMap((key) => formsOf(language).map((form) => `${key}_${form}`)),
    ];
    expect(wanted.filter((key) => !texts.has(key))).toEqual([]);
    const known = new Set([...english.keys(), ...wanted]);
    expect([...texts.keys()].filter((key) => !known.has(key))).toEqual([]);
    expect([...texts].filter(([key, text]) => text === '' && english.get(key) !== '')).toEqual([]);
  });

  it('fill the same holes in German', () => {
    const different = [...german].filter(
      ([key, text]) => `${holes(text)}` !== `${holes(english.get(key) ?? '')}`,
    );
    expect(different).toEqual([]);
  });

  it('fill the same holes in Arabic, except the number where the word has it', () => {
    const different = [...arabic].filter(([key, text]) => {
      const stem = key.replace(/_(?:zero|one|two|few|many|other)$/, '');
      const model = english.get(`${stem}_other`) ?? english.get(key) ?? '';
      if (/_(?:few|many|other)$/.test(key)) return `${holes(text)}` !== `${holes(model)}`;
      if (!byNumber.includes(stem)) return `${holes(text)}` !== `${holes(model)}`;
      return holes(text).some((hole) => !holes(model).includes(hole));
    });
    expect(different).toEqual([]);
  });

  it('are translated: Arabic letters in every Arabic text, except codes and names', () => {
    const same = [...arabic].filter(
      ([, text]) => !/\p{Script=Arabic}/u.test(text.replace(/\{\{\w+\}\}/g, '')),
    );
    const left = same.filter(([, text]) => /\p{L}{2}/u.test(text.replace(/\{\{\w+\}\}/g, '')));
    expect(new Set(left.map(([, text]) => text))).toEqual(
      new Set([
        'Rollcall',
        'Android',
        'ChromeOS',
        'Windows',
        'macOS',
        'npm run bench:accuracy',
        'npm run bench:speed',
        'npm run bench:analytics',
        'Excel',
        'CSV',
        'school.example',
        'analytics',
        'people',
        'password-slips',
        'consent-sheets',
        'face-recognition',
        'attendance',
      ]),
    );
  });

  it('begin with a mark in Arabic where they are values alone, which would start on the left', () => {
    const valuesAlone = [...arabic].filter(([, text]) => {
      const between = text.replace(/\{\{\w+\}\}|[،؛]/g, '');
      return holes(text).length > 1 && !/\p{Script=Arabic}/u.test(between);
    });
    expect(valuesAlone.length).toBeGreaterThan(0);
    expect(valuesAlone.filter(([, text]) => !text.startsWith('\u200f'))).toEqual([]);
  });

  it('use no exclamation mark beyond those of the specification', () => {
    const allowed = /successfully!|photos!|clipboard!|Keep Going!/;
    const shouting = [...english].filter(([, text]) => text.includes('!') && !allowed.test(text));
    expect(shouting).toEqual([]);
    expect(
      [...arabic].filter(([key, text]) => text.includes('!') && !english.get(key)?.includes('!')),
    ).toEqual([]);
  });

  it('answer sixteen questions', () => {
    expect(FAQ_ITEMS).toHaveLength(16);
    expect(Object.keys(en.faq.items).sort()).toEqual(FAQ_ITEMS.map(({ key }) => key).sort());
  });
});
