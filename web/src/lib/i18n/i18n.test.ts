import { describe, expect, it } from 'vitest';
import { createI18n } from './i18n.ts';

describe('figures in sentences', () => {
  it.each([
    ['en', '5,000 of 12,345.5'],
    ['de', '5.000 of 12.345,5'],
    ['ar', '5,000 of 12,345.5'],
  ] as const)('are grouped in %s', async (language, text) => {
    const instance = await createI18n(language);
    instance.addResource(language, 'common', 'tried', '{{done}} of {{total}}');
    const sentence = instance.t('tried' as 'brand', { done: 5000, total: 12_345.5 });
    expect(sentence.replace(/[\u2068\u2069]/g, '')).toBe(text);
  });

  it('leave a year and a code as they are', async () => {
    const instance = await createI18n('en');
    instance.addResource('en', 'common', 'tried', '{{year}}, {{code}}');
    expect(instance.t('tried' as 'brand', { year: '2026', code: '100042' })).toBe('2026, 100042');
  });
});
