import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp, signIn } from '../../testing/render-app.tsx';
import { createTypedHashHistory } from './hash-history.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
afterEach(() => localStorage.clear());

type Page = Awaited<ReturnType<typeof renderApp>>;

/** Presses Escape, keeps the work when asked, and expects that nothing of it is lost; then discards it. */
async function expectQuestion({ person }: Page, title: string, isStillThere: () => unknown) {
  await person.keyboard('{Escape}');
  const question = within(await screen.findByRole('dialog', { name: title }));
  const [keep, discard] = question.getAllByRole('button').slice(-2);
  if (!keep || !discard) throw new Error('The question has two buttons.');
  await person.click(keep);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
  expect(isStillThere()).toBeTruthy();
  await person.keyboard('{Escape}');
  const again = within(await screen.findByRole('dialog', { name: title }));
  await person.click(again.getAllByRole('button').at(-1) ?? discard);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

const ENTERED = 'Discard what you entered?';

describe('a window asks before Escape throws away', () => {
  it('whose consent was chosen in the capture of a face', async () => {
    await server.person('W-1', { name: 'Ada Window' });
    const session = { token: await server.adminToken(), role: 'admin' as const };
    const page = await renderApp(server, '/people?q=W-1', session);
    await page.person.click(await screen.findByRole('button', { name: /^Capture face.*Ada Window/i }));
    await page.person.click(await screen.findByRole('radio', { name: /guardian/i }));
    const chosen = () => screen.getByRole<HTMLInputElement>('radio', { name: /guardian/i }).checked;
    await expectQuestion(page, ENTERED, chosen);
  });

  it('the code of an authenticator app', async () => {
    const { token } = await server.person('W-2');
    const page = await renderApp(server, '/account', { token });
    await page.person.click(await screen.findByRole('button', { name: 'Set up: Authenticator app' }));
    await enterText(page.person, await screen.findByLabelText('Code from the app'), '123');
    await expectQuestion(page, ENTERED, () => screen.getByDisplayValue('123'));
  });

  it('a token that is shown once and was not copied', async () => {
    const page = await renderApp(server, '/account', await signIn(server, { password: ADMIN_PASSWORD }));
    await page.person.click(await screen.findByRole('button', { name: 'New token' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New token' }));
    await enterText(page.person, dialog.getByLabelText('Name'), 'Timetable');
    await page.person.click(dialog.getByLabelText('Read people'));
    await page.person.click(dialog.getByRole('button', { name: 'Create token' }));
    await screen.findByRole('dialog', { name: 'Your new token' });
    await expectQuestion(page, 'Close without the token?', () => screen.getByText(/^rct_/));
  });
});

describe('an address typed behind the hash while a window is open', () => {
  const open = async () => {
    window.history.replaceState(null, '', '/#/notices');
    const session = { token: await server.adminToken(), role: 'admin' as const };
    const page = await renderApp(server, '/notices', session);
    const history = createTypedHashHistory();
    act(() => page.router.update({ ...page.router.options, history }));
    await act(() => page.router.load());
    await act(() => page.router.navigate({ to: '/people' }));
    await page.person.click(await screen.findByRole('button', { name: 'Register New User' }));
    const name = await screen.findByRole('textbox', { name: /^Full name|^Name/ });
    return { ...page, history, name };
  };
  const type = (address: string) =>
    act(() => {
      window.location.hash = address;
    });

  it('goes there, and Back returns', async () => {
    const page = await open();
    type('/notices');
    await waitFor(() => expect(page.where().pathname).toBe('/notices'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => window.history.back());
    await waitFor(() => expect(page.where().pathname).toBe('/people'));
    page.history.destroy();
  });

  it('asks when something is unsaved, and stays with the right address', async () => {
    const page = await open();
    await enterText(page.person, page.name, 'Ada');
    type('/notices');
    const question = within(await screen.findByRole('dialog', { name: ENTERED }));
    await page.person.click(question.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(window.location.hash).toBe('#/people'));
    expect(screen.getByDisplayValue('Ada')).toBeTruthy();
    type('/notices');
    const again = within(await screen.findByRole('dialog', { name: ENTERED }));
    await page.person.click(again.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(page.where().pathname).toBe('/notices'));
    page.history.destroy();
  });
});
