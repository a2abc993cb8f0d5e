import { codeOfApp } from '@rollcall/api/testing/second-factors';
import { ADMIN_PASSWORD, openTestApp, PERSON_PASSWORD, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { createPasskeyLibrary, installAuthenticator } from '../../testing/passkeys.ts';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ passkeys: createPasskeyLibrary() });
});
afterAll(() => server.close());

const MINUTE = 60_000;

/** The code of the app whose key the dialog shows. */
async function codeShown(dialog: HTMLElement): Promise<string> {
  const secret = (await within(dialog).findByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/)).textContent ?? '';
  return codeOfApp(secret.replaceAll(' ', ''), server.clock.now());
}

describe('sessions', () => {
  it('lists the devices, signs one out, then all others', async () => {
    const { token } = await server.person('A-1');
    const there = await server.signIn('a-1');
    const elsewhere = await server.signIn('a-1');
    const page = await renderApp(server, '/account', { token });
    const buttons = await screen.findAllByRole('button', { name: /^Sign out there/ });
    expect(buttons).toHaveLength(2);
    expect(screen.getByText('This device')).toBeTruthy();

    const [first] = buttons;
    if (first) await page.person.click(first);
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Sign out there/ })).toHaveLength(1));
    await page.person.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
    const dialog = await screen.findByRole('dialog');
    await page.person.click(within(dialog).getByRole('button', { name: 'Sign out everywhere else' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Sign out there/ })).toBeNull());
    for (const ended of [there, elsewhere])
      expect((await server.call('GET', '/me', { token: ended })).status).toBe(401);
    expect((await server.call('GET', '/me', { token })).status).toBe(200);
  });
});

describe('password', () => {
  it('shows the reason of a refusal at the field, and a change ends the other sessions', async () => {
    const { token } = await server.person('A-2', { type: 'staff' });
    const other = await server.signIn('a-2');
    const page = await renderApp(server, '/account', { token });
    await enterText(page.person, await screen.findByLabelText('Current password'), PERSON_PASSWORD);
    const fill = async (text: string) => {
      for (const label of ['New password', 'Repeat the password']) {
        await page.person.clear(screen.getByLabelText(label));
        await enterText(page.person, screen.getByLabelText(label), text);
      }
      await page.person.click(screen.getByRole('button', { name: 'Change password' }));
    };
    await fill('short');
    const reason = await screen.findByText('Password must be at least 8 characters.');
    const field = screen.getByLabelText('New password');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(reason.id);
    await fill('walnut harbour 92');
    expect(await screen.findByText(/^Password changed/)).toBeTruthy();
    expect((await server.call('GET', '/me', { token: other })).status).toBe(401);
    expect((await server.call('GET', '/me', { token })).status).toBe(200);
  });

  it('is refused in the language of the page', async () => {
    const { token } = await server.person('A-20', { type: 'staff', username: 'a-twenty' });
    const page = await renderApp(server, '/account', { token, language: 'de' });
    await enterText(page.person, await screen.findByLabelText('Jetziges Passwort'), PERSON_PASSWORD);
    for (const [password, reason] of [
      ['short', 'Das Passwort muss mindestens 8 Zeichen haben.'],
      ['password', 'Dieses Passwort wird häufig benutzt.'],
      ['A-Twenty', 'Das Passwort darf nicht der Benutzername sein.'],
      [PERSON_PASSWORD, 'Bitte wählen Sie ein anderes Passwort als das bisherige.'],
    ] as const) {
      for (const label of ['Neues Passwort', 'Passwort wiederholen']) {
        await page.person.clear(screen.getByLabelText(label));
        await enterText(page.person, screen.getByLabelText(label), password);
      }
      await page.person.click(screen.getByRole('button', { name: 'Passwort ändern' }));
      expect(await screen.findByText(reason)).toBeTruthy();
    }
  });
});

describe('e-mail address', () => {
  it('is saved, and nothing tells that another account has it', async () => {
    await server.person('A-6', { email: 'taken@school.example' });
    const { token } = await server.person('A-7');
    const page = await renderApp(server, '/account', { token });
    await enterText(page.person, await screen.findByLabelText('Address'), 'taken@school.example');
    await page.person.click(screen.getByRole('button', { name: 'Save address' }));
    expect(await screen.findByText('Address saved.')).toBeTruthy();
    expect((await server.call('GET', '/me', { token })).body.email).toBe('taken@school.example');
  });
});

describe('authenticator app', () => {
  it('is set up with a QR code and a first code, and its recovery codes have to be kept', async () => {
    const { token } = await server.person('A-3');
    const page = await renderApp(server, '/account', { token });
    await page.person.click(await screen.findByRole('button', { name: 'Set up: Authenticator app' }));
    const dialog = await screen.findByRole('dialog', { name: 'Set up the authenticator app' });
    expect(within(dialog).getByRole('img', { name: 'QR code of the key' }).tagName).toBe('svg');
    await enterText(page.person, within(dialog).getByLabelText('Code from the app'), await codeShown(dialog));
    await page.person.click(within(dialog).getByRole('button', { name: 'Finish' }));

    const codes = await screen.findByRole('dialog', { name: 'Save your recovery codes' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(10);
    await page.person.click(within(codes).getByRole('button', { name: 'Done' }));
    expect(await within(codes).findByText(/^Please save the codes first/)).toBeTruthy();
    await page.person.click(within(codes).getByLabelText('I have saved them'));
    await page.person.click(within(codes).getByRole('button', { name: 'Done' }));
    expect(await screen.findByText('10 left')).toBeTruthy();
    expect(
      (await server.call('POST', '/user/login', { body: { username: 'a-3', password: PERSON_PASSWORD } }))
        .body.error.code,
    ).toBe('second_factor_needed');
  });
});

describe('passkeys', () => {
  it('are added with a name; removing one later asks for the password again', async () => {
    installAuthenticator();
    const { token } = await server.person('A-4');
    const page = await renderApp(server, '/account', { token });
    await page.person.click(await screen.findByRole('button', { name: 'Add passkey' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add passkey' });
    const name = within(dialog).getByLabelText('Name');
    await page.person.clear(name);
    await enterText(page.person, name, 'Work laptop');
    await page.person.click(within(dialog).getByRole('button', { name: 'Continue' }));
    const codes = await screen.findByRole('dialog', { name: 'Save your recovery codes' });
    await page.person.click(within(codes).getByLabelText('I have saved them'));
    await page.person.click(within(codes).getByRole('button', { name: 'Done' }));
    expect(await screen.findByText('Work laptop')).toBeTruthy();

    expect(screen.queryByText(/^It no longer works at this address/)).toBeNull();
    await server.pool.query(`update passkeys set rp_id = 'old.' || rp_id where name = 'Work laptop'`);
    await page.queryClient.invalidateQueries();
    expect(await screen.findByText(/^It no longer works at this address/)).toBeTruthy();
    await server.pool.query(`update passkeys set rp_id = substr(rp_id, 5) where name = 'Work laptop'`);
    await page.queryClient.invalidateQueries();
    await waitFor(() => expect(screen.queryByText(/^It no longer works at this address/)).toBeNull());

    server.clock.advance(6 * MINUTE);
    await page.person.click(screen.getByRole('button', { name: 'Remove the passkey Work laptop' }));
    await page.person.click(
      within(await screen.findByRole('dialog', { name: 'Remove this passkey?' })).getByRole('button', {
        name: 'Remove',
      }),
    );
    const confirm = await screen.findByRole('dialog', { name: 'Please confirm that it’s you' });
    expect(await within(confirm).findByRole('button', { name: 'Confirm with a passkey' })).toBeTruthy();
    const password = within(confirm).getByLabelText('Your password');
    await enterText(page.person, password, 'not it');
    await page.person.click(within(confirm).getByRole('button', { name: 'Confirm' }));
    expect(await within(confirm).findByText('That was wrong. Please try again.')).toBeTruthy();
    await page.person.clear(password);
    await enterText(page.person, password, PERSON_PASSWORD);
    await page.person.click(within(confirm).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.queryByText('Work laptop')).toBeNull());
    expect(page.where().pathname).toBe('/account');
  });
});

describe('an obligatory second factor', () => {
  it('is the only thing on the page, and shows its recovery codes before it lets go on', async () => {
    const { token } = await server.person('A-5', { type: 'teacher' });
    const rule = { second_factor_roles: ['teacher'], needs_approval: false };
    expect((await server.admin('PUT', '/admin/sign-in-settings', rule)).status).toBe(200);
    const page = await renderApp(server, '/teacher', { token });
    expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeTruthy();
    expect(page.where().pathname).toBe('/account');
    expect(screen.queryByLabelText('New password')).toBeNull();
    await page.person.click(await screen.findByRole('button', { name: 'Set up: Authenticator app' }));
    const dialog = await screen.findByRole('dialog', { name: 'Set up the authenticator app' });
    await enterText(page.person, within(dialog).getByLabelText('Code from the app'), await codeShown(dialog));
    await page.person.click(within(dialog).getByRole('button', { name: 'Finish' }));
    const codes = await screen.findByRole('dialog', { name: 'Save your recovery codes' });
    expect(page.where().pathname).toBe('/account');
    await page.person.click(within(codes).getByLabelText('I have saved them'));
    await page.person.click(within(codes).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(page.where().pathname).toBe('/teacher'));
    await server.admin('PUT', '/admin/sign-in-settings', { second_factor_roles: [], needs_approval: false });
  });
});

describe('API tokens', () => {
  it('are made for plain sentences, shown once, and ended', async () => {
    const session = await signIn(server, { password: ADMIN_PASSWORD });
    const page = await renderApp(server, '/account', session);
    await page.person.click(await screen.findByRole('button', { name: 'New token' }));
    const dialog = await screen.findByRole('dialog', { name: 'New token' });
    await page.person.click(within(dialog).getByRole('button', { name: 'Create token' }));
    expect(await within(dialog).findByText('Choose at least one permission.')).toBeTruthy();
    await enterText(page.person, within(dialog).getByLabelText('Name'), 'Timetable import');
    await page.person.click(within(dialog).getByLabelText('Read people'));
    expect(within(dialog).queryByLabelText('Manage accounts')).toBeNull();
    await page.person.click(within(dialog).getByRole('button', { name: 'Create token' }));

    const shown = await screen.findByRole('dialog', { name: 'Your new token' });
    const token = (await within(shown).findByText(/^rct_/)).textContent ?? '';
    expect((await server.call('GET', '/admin/users', { token })).status).toBe(200);
    expect((await server.call('GET', '/admin/accounts', { token })).status).toBe(403);
    await page.person.click(within(shown).getByRole('button', { name: 'I have copied it' }));
    expect(await screen.findByText('Timetable import')).toBeTruthy();
    expect(screen.queryByText(token)).toBeNull();

    await page.person.click(screen.getByRole('button', { name: 'Revoke the token Timetable import' }));
    const question = await screen.findByRole('dialog', { name: 'Revoke this token?' });
    await page.person.click(within(question).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByText('Timetable import')).toBeNull());
    expect((await server.call('GET', '/admin/users', { token })).status).toBe(401);
  });
});
