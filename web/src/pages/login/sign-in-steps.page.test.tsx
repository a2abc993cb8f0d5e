import { createFakeOpenId, verified } from '@rollcall/api/testing/provider-app';
import { codeOfApp } from '@rollcall/api/testing/second-factors';
import { ADMIN_PASSWORD, openTestApp, PERSON_PASSWORD, type TestApp } from '@rollcall/api/testing/test-app';
import { createTestBrowser } from '@rollcall/api/testing/test-browser';
import { createTestMail, tokenIn } from '@rollcall/api/testing/test-mail';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { createPasskeyLibrary, installAuthenticator } from '../../testing/passkeys.ts';
import { renderApp } from '../../testing/render-app.tsx';

const mail = createTestMail();
const { openId, said } = createFakeOpenId();
let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ passkeys: createPasskeyLibrary(), mail, openId });
});
afterAll(() => server.close());

/** Fills in the user login and sends it. */
async function logIn(page: Awaited<ReturnType<typeof renderApp>>, username: string, password: string) {
  await enterText(page.person, await screen.findByLabelText('Username'), username);
  await enterText(page.person, screen.getByLabelText('Password'), password);
  await page.person.click(screen.getByRole('button', { name: 'Sign In' }));
}

/** Registers somebody with an authenticator app. */
async function withApp(id: string) {
  const { token } = await server.person(id);
  const { secret } = (await server.call('POST', '/me/totp', { token })).body;
  const code = () => codeOfApp(secret, server.clock.now());
  const { body } = await server.call('PUT', '/me/totp', { token, body: { code: code() } });
  // The code of the set-up does not count again.
  server.clock.advance(60_000);
  return { token, username: id.toLowerCase(), code, recoveryCodes: body.recovery_codes as string[] };
}

describe('second factor', () => {
  it('asks for the code of the app, says that one is wrong, and keeps no session until it is right', async () => {
    const { username, code } = await withApp('S-1');
    const page = await renderApp(server, '/login?next=%2Fdashboard%3Ftab%3Dnotices');
    await logIn(page, username, PERSON_PASSWORD);
    const field = await screen.findByLabelText('Code from the authenticator app');
    await enterText(page.person, field, '000000');
    await page.person.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('This code is wrong or was already used.')).toBeTruthy();
    expect(localStorage.getItem('token')).toBeNull();
    expect(page.where().pathname).toBe('/login');

    await page.person.clear(field);
    const right = code();
    await enterText(page.person, field, `${right.slice(0, 3)} ${right.slice(3)}`);
    await page.person.click(screen.getByRole('button', { name: 'Continue' }));
    // The address that was asked for before the sign-in.
    await waitFor(() => expect(page.where().href).toBe('/dashboard?tab=notices'));
    expect(localStorage.getItem('token')).toBeTruthy();
    expect(localStorage.getItem('rollcall-device')).toMatch(/^[\w-]{43}$/);
  });

  it('takes a recovery code instead, and starts again without the password in the form', async () => {
    const { username, recoveryCodes } = await withApp('S-2');
    const page = await renderApp(server, '/login');
    await logIn(page, username, PERSON_PASSWORD);
    await page.person.click(await screen.findByRole('button', { name: 'Start over' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Password')).value).toBe('');
    await enterText(page.person, screen.getByLabelText('Password'), PERSON_PASSWORD);
    await page.person.click(screen.getByRole('button', { name: 'Sign In' }));
    await page.person.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await enterText(page.person, await screen.findByLabelText('Recovery code'), recoveryCodes[0] ?? '');
    await page.person.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(page.where().pathname).toBe('/dashboard'));
  });

  it('signs in with a passkey, alone and after the password, and says so when the dialog was closed', async () => {
    const dialog = installAuthenticator();
    const { token } = await server.person('S-3');
    const { options } = (await server.call('POST', '/me/passkeys/options', { token })).body;
    const made = { challenge: options.challenge };
    const clientDataJSON = Buffer.from(JSON.stringify(made)).toString('base64url');
    const response = { id: Buffer.from('credential').toString('base64url'), response: { clientDataJSON } };
    const added = await server.call('POST', '/me/passkeys', { token, body: { name: 'Phone', response } });
    expect(added.status).toBe(200);

    const page = await renderApp(server, '/login?next=%2Fdashboard%3Ftab%3Dprofile');
    dialog.isCancelled = true;
    const button = await screen.findByRole('button', { name: 'Sign in with a passkey' });
    await page.person.click(button);
    expect(await screen.findByText(/^No passkey was used/)).toBeTruthy();
    dialog.isCancelled = false;
    await page.person.click(button);
    await waitFor(() => expect(page.where().href).toBe('/dashboard?tab=profile'));
    expect(JSON.parse(localStorage.getItem('currentUser') ?? '{}').id).toBe('S-3');

    cleanup();
    localStorage.clear();
    const again = await renderApp(server, '/login');
    await logIn(again, 's-3', PERSON_PASSWORD);
    await again.person.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(again.where().pathname).toBe('/dashboard'));
  });

  it('offers no passkey in a browser without them', async () => {
    await renderApp(server, '/login');
    await screen.findByRole('button', { name: 'Sign In' });
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });
});

describe('limits', () => {
  it('counts down after too many attempts and lets nobody send in the meantime', async () => {
    await server.person('S-4');
    const body = { username: 's-4', password: 'wrong' };
    while ((await server.call('POST', '/user/login', { body })).status !== 429);
    const page = await renderApp(server, '/login');
    await logIn(page, 's-4', 'wrong');
    expect((await screen.findByRole('status')).textContent).toMatch(
      /^Too many attempts\. Try again in \d+ minutes?\.$/,
    );
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' }).disabled).toBe(true);
  });
});

describe('forgotten password', () => {
  it('says the same for nobody and somebody, and the link of the mail sets a password once', async () => {
    await server.person('S-5', { email: 's5@school.example', type: 'teacher' });
    for (const account of ['nobody', 'S5@school.example']) {
      const page = await renderApp(server, '/login');
      await page.person.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
      await enterText(page.person, await screen.findByLabelText('Username or e-mail address'), account);
      await page.person.click(screen.getByRole('button', { name: 'Send link' }));
      expect(await screen.findByRole('heading', { name: 'Check your e-mail' })).toBeTruthy();
      cleanup();
    }
    await vi.waitFor(async () => {
      await server.services.jobs.runDue();
      expect(mail.sent.map(({ to }) => to)).toEqual(['s5@school.example']);
    });
    const path = `/password#token=${tokenIn(mail.sent[0]?.text)}`;
    const page = await renderApp(server, path);
    expect((await screen.findByLabelText<HTMLInputElement>('Your username')).value).toBe('s-5');
    await enterText(page.person, screen.getByLabelText('New password'), 'password');
    await enterText(page.person, screen.getByLabelText('Repeat the password'), 'password');
    await page.person.click(screen.getByRole('button', { name: 'Save and sign in' }));
    expect(await screen.findByText('This is a commonly used password.')).toBeTruthy();
    for (const label of ['New password', 'Repeat the password']) {
      await page.person.clear(screen.getByLabelText(label));
      await enterText(page.person, screen.getByLabelText(label), 'walnut harbour 92');
    }
    await page.person.click(screen.getByRole('button', { name: 'Save and sign in' }));
    await waitFor(() => expect(page.where().pathname).toBe('/teacher'));

    localStorage.clear();
    cleanup();
    await renderApp(server, path);
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
  });
});

describe('a password that somebody else chose', () => {
  it('has to be changed first, and nothing else is shown', async () => {
    await server.person('S-6');
    await server.admin('PUT', '/admin/users/S-6/password', { password: 'office-chose-it' });
    const page = await renderApp(server, '/login');
    await logIn(page, 's-6', 'office-chose-it');
    expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeTruthy();
    expect(page.where().pathname).toBe('/account');
    expect(screen.queryByText('API tokens')).toBeNull();
    expect(screen.queryByText('Where you are signed in')).toBeNull();
    await page.router.navigate({ to: '/dashboard' });
    expect(page.where().pathname).toBe('/account');

    await enterText(page.person, screen.getByLabelText('Current password'), 'office-chose-it');
    await enterText(page.person, screen.getByLabelText('New password'), 'walnut harbour 92');
    await enterText(page.person, screen.getByLabelText('Repeat the password'), 'walnut harbour 92');
    await page.person.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(page.where().pathname).toBe('/dashboard'));
  });
});

describe('a sign-in that comes back from a provider', () => {
  it('begins on the login page once an administrator has set the provider up, and ends signed in', async () => {
    await server.person('S-7', { email: 's7@school.example' });
    const settings = await renderApp(server, '/admin/accounts?view=sign-in', {
      token: await server.adminToken(),
      role: 'admin',
    });
    await settings.person.click(await screen.findByRole('button', { name: 'Add provider' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add provider' }));
    const enter = (label: string, text: string) =>
      enterText(settings.person, form.getByLabelText(label), text);
    await enter('Name on the sign-in page', 'School');
    await enter('Issuer', 'https://id.example');
    await settings.person.click(form.getByRole('button', { name: 'Test' }));
    expect(await form.findByText('The provider responds correctly.')).toBeTruthy();
    await settings.person.click(form.getByRole('button', { name: 'Save' }));
    expect((await form.findAllByText('Please enter the client ID.')).length).toBeGreaterThan(0);
    await enter('Client ID', 'rollcall');
    await enter('Client secret', 'Geheim-1');
    await settings.person.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/\/api\/sign-in\/providers\/\d+\/callback$/)).toBeTruthy();
    cleanup();
    localStorage.clear();

    await renderApp(server, '/login?next=%2Fdashboard%3Ftab%3Dprofile');
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Sign in with School' });
    const browser = createTestBrowser();
    expect(new URL(link.href).searchParams.get('next')).toBe('/dashboard?tab=profile');
    const id = Number(/providers\/(\d+)\/start\?/.exec(link.href)?.[1]);
    const { page: there } = await browser.begin(server, id);
    said.claims = verified('s7@school.example');
    const back = await browser.comeBack(
      server,
      `${there.searchParams.get('redirect_uri')}?code=x&state=${there.searchParams.get('state')}`,
    );
    cleanup();
    const page = await renderApp(
      server,
      `/login/done#ticket=${back.ticket}&next=%2Fdashboard%3Ftab%3Dprofile`,
      {
        fetch: async (input, init) => {
          const request = new Request(input, init);
          request.headers.set('Cookie', [...browser.cookies].map((pair) => pair.join('=')).join('; '));
          return server.app.fetch(request);
        },
      },
    );
    await waitFor(() => expect(page.where().href).toBe('/dashboard?tab=profile'));
    expect(JSON.parse(localStorage.getItem('currentUser') ?? '{}').id).toBe('S-7');

    // The account shows the link; an administrator ends it.
    const token = localStorage.getItem('token') ?? '';
    cleanup();
    await renderApp(server, '/account', { token });
    const card = (await screen.findByRole('heading', { name: 'Linked sign-ins' })).closest('section');
    expect(within(card as HTMLElement).getByText('School')).toBeTruthy();
    cleanup();
    localStorage.clear();
    const { person } = await renderApp(server, '/admin/accounts?q=S-7', {
      token: await server.adminToken(),
      role: 'admin',
    });
    expect(await screen.findByText('Signs in with School')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: /^Actions for/ }));
    await person.click(await screen.findByRole('menuitem', { name: 'Unlink School', hidden: true }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unlink School' }));
    await person.click(dialog.getByRole('button', { name: 'Unlink' }));
    await waitFor(() => expect(screen.queryByText('Signs in with School')).toBeNull());
  });

  it('says why there is no session, and sends a ticket once', async () => {
    const refused = await renderApp(server, '/login/done#error=provider_account_unknown');
    expect(await screen.findByText(/^There is no account here for you/)).toBeTruthy();
    cleanup();
    const page = await renderApp(server, `/login/done#ticket=${'x'.repeat(43)}`);
    expect(await screen.findByRole('heading', { name: 'You’re not signed in' })).toBeTruthy();
    expect(page.calls.filter(({ path }) => path === '/api/sign-in/ticket')).toHaveLength(1);
    expect(page.where().hash).toBe('');
    expect(refused.calls.some(({ path }) => path === '/api/sign-in/ticket')).toBe(false);
  });
});

describe('sign-in settings', () => {
  it('make a second factor obligatory for a role, and a test mail shows that mail leaves', async () => {
    const session = { token: await server.adminToken(), role: 'admin' as const };
    const { person } = await renderApp(server, '/admin/accounts?view=sign-in', session);
    await person.click(await screen.findByRole('checkbox', { name: 'Office' }));
    await person.click(screen.getByRole('button', { name: 'Save sign-in settings' }));
    expect(await screen.findByText('Sign-in settings saved.')).toBeTruthy();
    expect((await server.admin('GET', '/admin/sign-in-settings')).body).toEqual({
      second_factor_roles: ['office'],
      needs_approval: false,
    });

    mail.sent.length = 0;
    await enterText(person, await screen.findByLabelText('Address'), 'it@school.example');
    await person.click(screen.getByRole('button', { name: 'Send test e-mail' }));
    expect(await screen.findByText('The mail server accepted the test e-mail.')).toBeTruthy();
    expect(mail.sent.map(({ to }) => to)).toEqual(['it@school.example']);
  });
});

describe('several administrators', () => {
  it('asks for the username too once there is a second one, also on a page that was open before', async () => {
    const page = await renderApp(server, '/admin/login');
    await screen.findByLabelText('Admin password');
    expect(screen.queryByLabelText('Username')).toBeNull();
    const invited = await server.admin('POST', '/admin/accounts', {
      name: 'Second Admin',
      username: 'second',
      role: 'administrator',
    });
    const chosen = { token: tokenIn(invited.body.link), new_password: 'walnut harbour 92' };
    expect((await server.call('POST', '/password/link', { body: chosen })).status).toBe(200);

    await enterText(page.person, screen.getByLabelText('Admin password'), ADMIN_PASSWORD);
    await page.person.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText(/^There are several administrators/)).toBeTruthy();
    await enterText(page.person, await screen.findByLabelText('Username'), 'admin');
    await page.person.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(page.where().pathname).toBe('/admin'));
  });
});
