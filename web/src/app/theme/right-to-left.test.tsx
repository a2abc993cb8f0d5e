import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createI18n } from '../../lib/i18n/i18n.ts';
import { detectLanguage } from '../../lib/i18n/languages.ts';
import { people } from '../../locales/ar/office/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const page = () => [document.documentElement.lang, document.documentElement.dir];
const nothingStored = { getItem: () => null } as unknown as Storage; // reads only

describe('Arabic', () => {
  it('is chosen where the browser asks for it, in any region', () => {
    expect(detectLanguage(nothingStored, ['ar-EG', 'en-GB'])).toBe('ar');
    expect(detectLanguage(nothingStored, ['fr-FR', 'ar'])).toBe('ar');
    expect(detectLanguage(nothingStored, ['fr-FR', 'en-GB', 'ar'])).toBe('en');
  });

  it('turns the page round, and English turns it back', async () => {
    const { person } = await renderApp(server, '/', { language: 'ar' });
    expect(await screen.findByText('سجل حضور يملأ نفسه بنفسه.')).toBeTruthy();
    expect(page()).toEqual(['ar', 'rtl']);

    await person.click(await screen.findByRole('button', { name: 'المظهر واللغة', expanded: false }));
    // Without a layout, Mantine takes the button for one that has left the page and hides its menu, sooner or later.
    const item = (name: string) => screen.findByRole('menuitem', { name, hidden: true });
    expect((await item('العربية')).getAttribute('aria-current')).toBe('true');
    expect((await item('العربية')).lang).toBe('ar');
    await person.click(await item('English'));
    expect(await screen.findByText('The register that fills itself in.')).toBeTruthy();
    await waitFor(() => expect(page()).toEqual(['en', 'ltr']));

    await person.click(await item('العربية'));
    expect(await screen.findByText('سجل حضور يملأ نفسه بنفسه.')).toBeTruthy();
    await waitFor(() => expect(page()).toEqual(['ar', 'rtl']));
  });

  it('is the language of the work: menu, lists and figures, with Latin names as they are', async () => {
    await server.person('A-1', { name: 'Maya (10-A) Shrestha' });
    const token = await server.adminToken();
    await renderApp(server, '/people', { token, role: 'admin', language: 'ar' });
    expect(await screen.findByRole('link', { name: 'Maya (10-A) Shrestha' })).toBeTruthy();
    const menu = screen.getByRole('navigation', { name: 'العمل اليومي' });
    for (const name of ['اليوم', 'الأشخاص', 'الحضور', 'التقارير', 'الإشعارات', 'الإعدادات'])
      expect(within(menu).getAllByText(name).length).toBeGreaterThan(0);
    expect(await screen.findByText(/الطلاب: 1/)).toBeTruthy();
    expect(document.querySelector('main')?.textContent).not.toMatch(/\{\{|[\u0660-\u0669]/);
  });
});

describe('a value in a sentence of the other direction', () => {
  it('is kept apart by marks, so that neither is moved', async () => {
    const [arabic, english] = [await createI18n('ar'), await createI18n('en')];
    expect(arabic.t('nav.person', { name: 'Maya (10-A)' })).toBe('قائمة حساب \u2068Maya (10-A)\u2069');
    expect(english.t('nav.person', { name: 'محمد' })).toBe('Account menu for \u2068محمد\u2069');
    expect(english.t('nav.person', { name: 'Maya' })).toBe('Account menu for Maya');
    expect(arabic.t('pages.where', { page: 2, pages: 9 })).toBe('صفحة 2 من 9');
  });

  it('has the six forms of Arabic numbers', async () => {
    const arabic = await createI18n('ar');
    arabic.addResourceBundle('ar', 'people', people);
    const t = arabic.getFixedT('ar', 'people');
    expect([0, 1, 2, 5, 11, 100].map((count) => t('total', { count }))).toEqual([
      'لا أحد',
      'شخص واحد',
      'شخصان',
      '5 أشخاص',
      '11 شخصًا',
      '100 شخص',
    ]);
  });
});
