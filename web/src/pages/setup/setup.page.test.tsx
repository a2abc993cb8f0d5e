import { openTestApp, SETUP_CODE, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { en } from '../../locales/en/catalogue.ts';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ setUp: false });
});
afterAll(() => server.close());

const texts = en.auth.setup;
const kindOf = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const finish = () => screen.getByRole('button', { name: texts.submit });

it('is the first page of a new installation, asks what it is, refuses a wrong code at its field, and signs in', async () => {
  const { person, where, calls } = await renderApp(server, '/');
  await waitFor(() => expect(where().pathname).toBe('/setup'));
  await person.click(await screen.findByRole('button', { name: texts.submit }));
  expect(await screen.findByText(texts.missingName)).toBeTruthy();

  // Nothing is chosen unasked, and the keyboard is at what is missing first.
  for (const radio of screen.getAllByRole<HTMLInputElement>('radio')) expect(radio.checked).toBe(false);
  const missing = screen.getByText(en.setup.kindMissing);
  expect(kindOf('School').getAttribute('aria-describedby')).toContain(missing.id);
  expect(document.activeElement).toBe(kindOf('School'));

  await enterText(person, screen.getByLabelText(texts.code), 'WRONG');
  await enterText(person, screen.getByLabelText(texts.institution), 'Hilltop School');
  await enterText(person, screen.getByLabelText(texts.password), 'a-good-password');
  await enterText(person, screen.getByLabelText(texts.repeat), 'a-good-password');
  await person.click(finish());
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await person.click(kindOf('School'));
  expect(screen.queryByText(en.setup.kindMissing)).toBeNull();
  await person.click(finish());
  const wrong = await screen.findByText(/console/, { selector: '[class*="error"]' });
  expect(screen.getByLabelText(texts.code).getAttribute('aria-describedby')).toContain(wrong.id);
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(texts.code)));

  await person.clear(screen.getByLabelText(texts.code));
  await enterText(person, screen.getByLabelText(texts.code), SETUP_CODE);
  await person.click(finish());
  // Signed in without typing the password again, at what has to be done first.
  await waitFor(() => expect(where().pathname).toBe('/first-steps'));
  expect(localStorage.getItem('token')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'First steps', level: 1 })).toBeTruthy();
  // In the words of a school, and reachable from the navigation.
  expect(await screen.findByRole('heading', { name: 'Add lessons' })).toBeTruthy();
  const navigation = await screen.findByRole('navigation', { name: en.common.nav.work });
  expect(within(navigation).getByRole('link', { name: 'First steps' })).toBeTruthy();
  expect(within(navigation).getByRole('link', { name: 'Lessons' })).toBeTruthy();
});
