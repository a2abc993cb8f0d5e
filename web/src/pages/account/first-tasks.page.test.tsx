import { codeOfApp } from '@rollcall/api/testing/second-factors';
import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
afterEach(() => localStorage.clear());

const CHOSEN = 'office-chose-it';
const OWN = 'walnut harbour 92';

type Page = Awaited<ReturnType<typeof renderApp>>;

async function personWithChosenPassword(id: string, type: 'student' | 'teacher' = 'student') {
  await server.person(id, { type });
  await server.admin('PUT', `/admin/users/${id}/password`, { password: CHOSEN });
}

async function signIn({ person }: Page, username: string) {
  await enterText(person, await screen.findByLabelText('Username'), username);
  await enterText(person, screen.getByLabelText('Password'), CHOSEN);
  await person.click(screen.getByRole('button', { name: 'Sign In' }));
}

async function chooseOwnPassword({ person }: Page) {
  await enterText(person, await screen.findByLabelText('Current password'), CHOSEN);
  await enterText(person, screen.getByLabelText('New password'), OWN);
  await enterText(person, screen.getByLabelText('Repeat the password'), OWN);
  await person.click(screen.getByRole('button', { name: 'Change password' }));
}

async function setUpSecondFactor({ person }: Page) {
  await person.click(await screen.findByRole('button', { name: 'Set up: Authenticator app' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up the authenticator app' }));
  const secret = (await dialog.findByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/)).textContent ?? '';
  const code = await codeOfApp(secret.replaceAll(' ', ''), server.clock.now());
  await enterText(person, dialog.getByLabelText('Code from the app'), code);
  await person.click(dialog.getByRole('button', { name: 'Finish' }));
  const codes = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }));
  await person.click(codes.getByLabelText('I have saved them'));
  await person.click(codes.getByRole('button', { name: 'Done' }));
}

describe('the address that was asked for, behind what has to be done first', () => {
  it.each(['/dashboard?tab=notices', '/profile/T-1?view=calendar'])(
    'opens after the sign-in and a new password: %s',
    async (address) => {
      const id = address.startsWith('/profile') ? 'T-1' : 'T-2';
      await personWithChosenPassword(id);
      const page = await renderApp(server, `/login?next=${encodeURIComponent(address)}`);
      await signIn(page, id.toLowerCase());
      expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeTruthy();
      expect(page.where().search).toEqual({ do: 'password', next: address });
      await chooseOwnPassword(page);
      await waitFor(() => expect(page.where().href).toBe(address));
    },
  );

  it('opens after a new password and a second factor, although the page was loaded again in between', async () => {
    await personWithChosenPassword('T-3', 'teacher');
    const rule = { second_factor_roles: ['teacher'], needs_approval: false };
    expect((await server.admin('PUT', '/admin/sign-in-settings', rule)).status).toBe(200);
    const token = await server.signIn('t-3', CHOSEN);
    const first = await renderApp(server, '/teacher?tab=notices', { token });
    await chooseOwnPassword(first);
    expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeTruthy();
    const kept = first.where().href;
    cleanup();
    const page = await renderApp(server, kept, { token });
    await setUpSecondFactor(page);
    await waitFor(() => expect(page.where().href).toBe('/teacher?tab=notices'));
  });

  it('is kept when the session ends on the way, and for whoever comes back signed in', async () => {
    await personWithChosenPassword('T-4');
    const token = await server.signIn('t-4', CHOSEN);
    const address = '/dashboard?tab=profile';
    const page = await renderApp(server, `/login?next=${encodeURIComponent(address)}`, { token });
    expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeTruthy();
    await server.call('POST', '/logout', { token });
    await chooseOwnPassword(page);
    expect(await screen.findByText(/^Your session has ended/)).toBeTruthy();
    await signIn(page, 't-4');
    await chooseOwnPassword(page);
    await waitFor(() => expect(page.where().href).toBe(address));
  });

  it('is never one of another site', async () => {
    await personWithChosenPassword('T-5');
    const token = await server.signIn('t-5', CHOSEN);
    const page = await renderApp(server, '/account?do=password&next=%2F%2Fevil.example', { token });
    await chooseOwnPassword(page);
    await waitFor(() => expect(page.where().href).toBe('/dashboard'));
  });
});
