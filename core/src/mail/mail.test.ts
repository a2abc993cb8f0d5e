import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../kernel/language.ts';
import { isGivenUp, isWithinLimits } from './mail.rules.ts';
import { writeMail } from './mail.texts.ts';
import { MAIL_KINDS } from './mail.types.ts';

const about = {
  institution: 'Grüne Schule & Söhne <b>',
  name: 'Ann "A" <script>',
  username: 'ann',
  link: 'https://school.example/password#token=abc',
};

describe('a mail', () => {
  it.each(LANGUAGES)('says the same as text and as HTML, which loads nothing, in %s', (language) => {
    for (const kind of ['invitation', 'reset'] as const) {
      const { subject, text, html } = writeMail(kind, language, about);
      expect(subject).toContain('Grüne Schule & Söhne <b>');
      expect(text).toContain(about.link);
      expect(text).toContain('ann');
      expect(html).toContain(`<a href="${about.link}">`);
      expect(html).toContain('Grüne Schule &amp; Söhne &lt;b&gt;');
      expect(html).not.toMatch(/<script|<b>|<img|<style|src=/);
    }
  });

  it('is written differently in each language and for each purpose', () => {
    const subjects = MAIL_KINDS.flatMap((kind) =>
      LANGUAGES.map((language) => writeMail(kind, language, about).subject),
    );
    expect(new Set(subjects).size).toBe(subjects.length);
    expect(writeMail('test', 'en', { ...about, link: null }).html).not.toContain('href');
  });

  it('is read from the right in Arabic, with numbers in words that agree with them', () => {
    const { text, html } = writeMail('invitation', 'ar', about);
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(text).toContain('ولمدة 7 أيام.');
    expect(text).toContain('\u2068ann\u2069');
    expect(writeMail('reset', 'ar', about).text).toContain('ولمدة ساعة واحدة.');
    expect(writeMail('reset', 'en', about).html).toContain('dir="ltr"');
  });

  it('has a subject of one line, whatever the institution is called', () => {
    const { subject } = writeMail('reset', 'en', { ...about, institution: 'School\r\nBcc: all@x.example' });
    expect(subject).not.toMatch(/[\r\n]/);
  });
});

describe('the outbox', () => {
  it('gives a mail up when the waits between the tries make a day', () => {
    expect(isGivenUp(5)).toBe(false);
    expect(isGivenUp(28)).toBe(false);
    expect(isGivenUp(29)).toBe(true);
  });

  it('limits mails for a person, to an address and from a network address, each for itself', () => {
    const none = { person: 0, to: 0, from: 0 };
    expect(isWithinLimits('reset', { person: 2, to: 2, from: 59 })).toBe(true);
    for (const full of [{ person: 3 }, { to: 3 }, { from: 60 }])
      expect(isWithinLimits('reset', { ...none, ...full })).toBe(false);
    expect(isWithinLimits('invitation', { ...none, from: 5000 })).toBe(true);
  });
});
