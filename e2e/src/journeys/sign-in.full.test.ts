import { CLIENT, startIdentityProvider } from '@rollcall/server/testing/identity-provider';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type Visitor, visit } from '../kit/browser/open-browser.ts';
import { fillNewPassword, signInByApi, signOut, submitLogin } from '../kit/browser/sign-in.ts';
import { callApi } from '../kit/server/call-api.ts';
import { createAccount, setUpInstitution } from '../kit/server/institution.ts';
import { runCommand } from '../kit/server/run-command.ts';
import { namedUrl, type RunningServer, startServer } from '../kit/server/start-server.ts';

/** An institution of its own, because the demo school has no identity providers. */
const INSTITUTION = { env: { DEMO_MODE: 'false', TIME_ZONE: 'UTC', STOP_GRACE_SECONDS: '0' } };
const OWNER_PASSWORD = 'walnut harbour seventeen';
const GRACE = {
  name: 'Grace Office',
  username: 'grace',
  email: 'grace@school.example',
  role: 'office',
  password: 'copper lantern thirty',
};
const HENRY = { name: 'Henry Office', username: 'henry', role: 'office', password: 'amber window fifty' };

let server: RunningServer;
let browser: Browser;
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;

beforeAll(async () => {
  await Promise.all([
    startServer(INSTITUTION).then((started) => {
      server = started;
    }),
    openBrowser().then((opened) => {
      browser = opened;
    }),
  ]);
  const owner = await setUpInstitution(server, OWNER_PASSWORD);
  for (const account of [GRACE, HENRY]) await createAccount(server, owner, account);
  provider = await startIdentityProvider([`${namedUrl(server)}/api/sign-in/providers/1/callback`]);
});
afterAll(async () => {
  await browser?.close();
  await provider?.close();
  await server?.remove();
});

const open = (): Promise<Visitor> => visit(browser, namedUrl(server));
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

async function signInOwner(page: Page, password: string): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Admin password').fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

describe('an account with an authenticator app', () => {
  it('signs in with a code, and with a recovery code that works once', async () => {
    const { page, problems, close } = await open();
    await submitLogin(page, GRACE.username, GRACE.password);
    await page.waitForURL('**/office');
    await page.goto('/account');
    await page.getByRole('button', { name: 'Set up: Authenticator app' }).click();
    const key = await page.getByRole('dialog').locator('code').innerText();
    const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
    await page.getByLabel('Code from the app').fill(app.generate());
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByText('I have saved them').waitFor();
    const codes = await page.getByRole('dialog').getByRole('listitem').allInnerTexts();
    expect(codes).toHaveLength(10);
    const [recoveryCode = '', anotherCode = ''] = codes;
    await page.getByLabel('I have saved them').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('10 left').waitFor();
    await signOut(page);

    const next = page.getByRole('button', { name: 'Continue' });
    await submitLogin(page, GRACE.username, GRACE.password);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    // The next code of the app, which a server takes a little early: the first one was used up.
    await page.getByLabel('Code from the authenticator app').fill(later(app));
    await next.click();
    await page.waitForURL('**/office');
    await signOut(page);

    const enterRecoveryCode = async (code: string) => {
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(code);
      await next.click();
    };
    await submitLogin(page, GRACE.username, GRACE.password);
    await enterRecoveryCode(recoveryCode);
    await page.waitForURL('**/office');
    await signOut(page);

    await submitLogin(page, GRACE.username, GRACE.password);
    await enterRecoveryCode(recoveryCode);
    await page.getByText('This code is wrong or was already used.').waitFor();
    expect(await tokenOf(page)).toBeNull();
    await page.getByLabel('Recovery code').fill(anotherCode);
    await next.click();
    await page.waitForURL('**/office');
    expect(problems).toEqual([]);
    await close();
  });
});

const later = (app: TOTP) => app.generate({ timestamp: Date.now() + app.period * 1000 });

describe('a change of the password', () => {
  it('signs out the other devices, and not the one where it was made', async () => {
    const [here, there] = [await open(), await open()];
    for (const { page } of [here, there]) {
      await submitLogin(page, HENRY.username, HENRY.password);
      await page.waitForURL('**/office');
    }
    const password = 'silver meadow ninety';
    await here.page.goto('/account');
    await here.page.getByLabel('Current password').fill(HENRY.password);
    await fillNewPassword(here.page, password);
    await here.page.getByRole('button', { name: 'Change password' }).click();
    await here.page.getByText('Password changed. All other devices are signed out.').waitFor();

    // The event stream may notice it before the click.
    const action = there.page.getByRole('tab', { name: 'Manage Users' }).click();
    action.catch(() => undefined);
    await there.page.waitForURL(/\/login(\?|$)/);
    expect(await tokenOf(there.page)).toBeNull();
    await submitLogin(there.page, HENRY.username, HENRY.password);
    await there.page.getByText('Invalid credentials. Please try again.').waitFor();

    await here.page.goto('/office');
    await here.page.getByRole('button', { name: 'Register New User' }).waitFor();
    expect([...here.problems, ...there.problems]).toEqual([]);
    await there.close();
    await here.close();
  });
});

describe('an identity provider', () => {
  /** Grace at the provider. */
  const PERSON = { sub: 'grace-1', email: GRACE.email, email_verified: true, name: GRACE.name };
  const button = (page: Page) => page.getByRole('link', { name: 'Sign in with School account' });
  afterEach(() => {
    Object.assign(provider.state, { person: PERSON, changeToken: null });
  });

  async function expectRefusal({ page, problems, close }: Visitor, reason: string): Promise<void> {
    await page.getByRole('heading', { name: 'You’re not signed in' }).waitFor();
    await page.getByText(reason).waitFor();
    expect(await tokenOf(page)).toBeNull();
    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    await button(page).waitFor();
    expect(problems).toEqual([]);
    await close();
  }

  it('is added by the owner, and its button signs in', async () => {
    const owner = await open();
    await signInOwner(owner.page, OWNER_PASSWORD);
    await owner.page.waitForURL('**/admin');
    await owner.page.goto('/admin/accounts?view=sign-in');
    await owner.page.getByRole('button', { name: 'Add provider' }).click();
    const dialog = owner.page.getByRole('dialog');
    await dialog.getByLabel('Name on the sign-in page').fill('School account');
    await dialog.getByRole('textbox', { name: 'Issuer' }).fill(provider.issuer);
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText('The provider responds correctly.').waitFor();
    await dialog.getByLabel('Client ID').fill(CLIENT.id);
    await dialog.getByLabel('Client secret').fill(CLIENT.secret);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await owner.page.getByText(`${namedUrl(server)}/api/sign-in/providers/1/callback`).waitFor();

    provider.state.person = PERSON;
    const { page, problems, close } = await open();
    await page.goto('/login');
    await button(page).click();
    await page.waitForURL('**/office');
    await page.goto('/account');
    await page.getByText('with a provider').waitFor();
    expect([...problems, ...owner.problems]).toEqual([]);
    await owner.close();
    await close();
  });

  it('is refused with an address that it does not call verified', async () => {
    provider.state.person = { ...PERSON, sub: 'somebody else', email_verified: false };
    const visitor = await open();
    await visitor.page.goto('/login');
    await button(visitor.page).click();
    await expectRefusal(visitor, 'does not confirm your e-mail address');
  });

  it('is refused with a token that has expired', async () => {
    provider.state.changeToken = (claims) => ({ ...claims, exp: Number(claims.iat) - 120 });
    const visitor = await open();
    await visitor.page.goto('/login');
    await button(visitor.page).click();
    await expectRefusal(visitor, 'The sign-in provider’s answer was not valid');
  });

  /** Signs in at the provider with the cookies of the visitor, and returns where it sends them back to. */
  async function signInAtProvider({ page }: Visitor): Promise<string> {
    const start = await page.request.get('/api/sign-in/providers/1/start', { maxRedirects: 0 });
    return provider.signIn(start.headers().location ?? '');
  }

  it('is refused with a state that this browser was not given', async () => {
    const visitor = await open();
    const back = await signInAtProvider(visitor);
    await visitor.page.goto(back.replace(/state=[^&]+/, `state=${'x'.repeat(43)}`));
    await expectRefusal(visitor, 'was started in another browser');
  });

  it('gives a ticket that signs in nobody in another browser, and signs in once', async () => {
    const visitor = await open();
    const back = await signInAtProvider(visitor);
    const returned = await visitor.page.request.get(back, { maxRedirects: 0 });
    const done = returned.headers().location ?? '';
    expect(done).toContain('/login/done#ticket=');
    const thief = await open();
    await thief.page.goto(done);
    await expectRefusal(thief, 'was started in another browser');
    await visitor.page.goto(done);
    await visitor.page.waitForURL('**/office');
    await signOut(visitor.page);
    await visitor.page.goto(done);
    await expectRefusal(visitor, 'was already used');
  });
});

describe('a locked-out owner', () => {
  it('gets a link on the command line, chooses a password there, and other sessions end', async () => {
    const { token } = await signInByApi(server, { password: OWNER_PASSWORD });
    const first = await open();
    await signInOwner(first.page, 'forgotten');
    await first.page.getByText('Invalid admin credentials').waitFor();
    await first.close();

    const { dataDir } = server;
    const whileRunning = await runCommand(dataDir, 'admin', 'reset');
    expect(whileRunning).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('stop that one first'),
    });
    await server.stop();
    const { exitCode, output } = await runCommand(dataDir, 'admin', 'reset');
    expect({ exitCode, output }).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('works once'),
    });
    const { pathname, hash } = new URL(/http:\S+/.exec(output)?.[0] ?? '');

    server = await startServer({ ...INSTITUTION, dataDir });
    const { page, problems, close } = await open();
    await page.goto(`${pathname}${hash}`);
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    const password = 'pewter garden seventy';
    await fillNewPassword(page, password);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await page.waitForURL('**/admin');
    expect((await callApi(server, token, 'GET', '/session')).status).toBe(401);
    await signOut(page);

    await page.goto(`${pathname}${hash}`);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await signInOwner(page, OWNER_PASSWORD);
    await page.getByText('Invalid admin credentials').waitFor();
    await signInOwner(page, password);
    await page.waitForURL('**/admin');
    expect(problems).toEqual([]);
    await close();
  });
});
