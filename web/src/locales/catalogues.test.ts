import { describe, expect, it } from 'vitest';
import { FAQ_ITEMS } from '../pages/faq/faq.page.tsx';
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

describe('catalogues', () => {
  const english = flatten({ ...en, ...office });
  const german = flatten({ ...de, ...deOffice });

  it('have the same keys in both languages', () => {
    const missing = [...english.keys()].filter((key) => !german.has(key) && !key.startsWith('errors.'));
    expect(missing).toEqual([]);
  });

  it('fill the same holes', () => {
    const different = [...german].filter(
      ([key, text]) => `${holes(text)}` !== `${holes(english.get(key) ?? '')}`,
    );
    expect(different).toEqual([]);
  });

  it('use no exclamation mark beyond those of the specification', () => {
    const allowed = /successfully!|photos!|clipboard!|Keep Going!/;
    const shouting = [...english].filter(([, text]) => text.includes('!') && !allowed.test(text));
    expect(shouting).toEqual([]);
  });

  it('answer sixteen questions', () => {
    expect(FAQ_ITEMS).toHaveLength(16);
    expect(Object.keys(en.faq.items).sort()).toEqual(FAQ_ITEMS.map(({ key }) => key).sort());
  });
});
