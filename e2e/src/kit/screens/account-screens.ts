import type { Page } from 'playwright-core';
import { openDialog, type Screen } from './open-screen.ts';

const failure = (code: string, message: string, more: Record<string, unknown> = {}) => ({
  error: { code, message, request_id: '1', ...more },
  message,
});

/** Shows every way to sign in, which the demo does not have. */
const withAllWays = (page: Page) =>
  page.route('**/api/settings/public', async (route) => {
    const answer = await (await route.fetch()).json();
    const providers = [
      { id: 1, name: 'School account' },
      { id: 2, name: 'Google' },
    ];
    const sign_in = { ...answer.sign_in, passkeys: true, password_reset: true, providers };
    await route.fulfill({ json: { ...answer, sign_in } });
  });

async function logIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill('student');
  await page.getByLabel('Password', { exact: true }).fill('student123');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

const withSecondFactor = (page: Page) =>
  page.route('**/api/user/login', (route) =>
    route.fulfill({
      status: 403,
      json: failure('second_factor_needed', 'Please enter your second factor too.', {
        second_factor: { ticket: 'x'.repeat(43), methods: ['passkey', 'totp', 'recovery_code'] },
      }),
    }),
  );

const withTask = (page: Page, must_do: 'password' | 'second_factor') =>
  page.route('**/api/me', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, must_do } });
  });

/** Answers with passkeys, an app and recovery codes, which the demo account does not have. */
const withFactors = (page: Page) =>
  page.route('**/api/me/second-factors', (route) =>
    route.fulfill({
      json: {
        available: { passkeys: true },
        obligatory: false,
        passkeys: [
          {
            id: 1,
            name: 'Work laptop',
            usable: true,
            created_at: '2026-01-12T08:00:00Z',
            last_used_at: '2026-02-27T07:41:00Z',
          },
          { id: 2, name: 'Phone', usable: false, created_at: '2026-02-03T08:00:00Z', last_used_at: null },
        ],
        totp: { since: '2026-01-12T08:05:00Z', usable: true },
        recovery_codes_left: 8,
      },
    }),
  );

/** A sign-in with a provider, which the demo account does not have. */
const withProviders = (page: Page) =>
  page.route('**/api/me/providers', (route) =>
    route.fulfill({
      json: {
        providers: [
          {
            id: 1,
            name: 'School account',
            linked_at: '2026-01-12T08:00:00Z',
            last_used_at: '2026-02-27T07:41:00Z',
          },
        ],
      },
    }),
  );

const CODES = Array.from({ length: 10 }, (_, index) => `K7QF-2M9${index}-XW4D-R8TP`);

/** Signing in with everything it can ask for, and the own account. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  { name: 'login-all-ways', path: '/login', as: 'nobody', prepare: withAllWays },
  { name: 'login-second-passkey', path: '/login', as: 'nobody', prepare: withSecondFactor, act: logIn },
  {
    name: 'login-second-code',
    path: '/login',
    as: 'nobody',
    prepare: withSecondFactor,
    act: async (page) => {
      await logIn(page);
      await page.getByRole('button', { name: 'Use a code from the authenticator app' }).click();
    },
  },
  {
    name: 'login-wait',
    path: '/login',
    as: 'nobody',
    prepare: (page) =>
      page.route('**/api/user/login', (route) =>
        route.fulfill({
          status: 429,
          headers: { 'Retry-After': '480' },
          json: failure('too_many_attempts', 'Too many attempts.'),
        }),
      ),
    act: async (page) => {
      await logIn(page);
      await page.getByText('Try again in').last().waitFor();
    },
  },
  { name: 'login-forgot', path: '/login/forgot', as: 'nobody', prepare: withAllWays },
  {
    name: 'login-link',
    path: `/password#token=${'x'.repeat(43)}`,
    as: 'nobody',
    prepare: (page) =>
      page.route('**/api/password/link/open', (route) =>
        route.fulfill({
          json: {
            name: 'Maria Keller',
            username: 'maria.keller',
            purpose: 'invitation',
            institution_name: 'Riverside',
          },
        }),
      ),
  },
  { name: 'login-link-used', path: '/password#token=used', as: 'nobody', isState: true },
  {
    name: 'login-provider-refused',
    path: '/login/done#error=provider_account_unknown',
    as: 'nobody',
    isState: true,
  },
  { name: 'account', path: '/account', as: 'user' },
  {
    name: 'account-factors',
    path: '/account',
    as: 'admin',
    prepare: async (page) => {
      await withFactors(page);
      await withProviders(page);
    },
  },
  {
    name: 'account-qr',
    path: '/account',
    as: 'user',
    act: (page) => openDialog(page, 'Set up: Authenticator app'),
  },
  {
    name: 'account-codes',
    path: '/account',
    as: 'user',
    prepare: (page) =>
      page.route('**/api/me/totp', (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ json: { recovery_codes: CODES } })
          : route.continue(),
      ),
    act: async (page) => {
      await openDialog(page, 'Set up: Authenticator app');
      await page.getByLabel('Code from the app').fill('123456');
      await page.getByRole('button', { name: 'Finish' }).click();
      await page.getByText('I have saved them').waitFor();
    },
  },
  {
    name: 'account-confirm',
    path: '/account',
    as: 'user',
    prepare: (page) =>
      page.route('**/api/me/totp', (route) =>
        route.fulfill({ status: 403, json: failure('confirmation_needed', 'Please confirm who you are.') }),
      ),
    act: (page) => openDialog(page, 'Set up: Authenticator app'),
  },
  {
    name: 'account-new-token',
    path: '/account',
    as: 'admin',
    act: (page) => openDialog(page, 'New token'),
  },
  {
    name: 'account-must-password',
    path: '/account',
    as: 'user',
    prepare: (page) => withTask(page, 'password'),
  },
  {
    name: 'account-must-factor',
    path: '/account',
    as: 'user',
    prepare: (page) => withTask(page, 'second_factor'),
  },
  { name: 'accounts-sign-in', path: '/admin/accounts?view=sign-in', as: 'admin' },
  {
    name: 'accounts-provider',
    path: '/admin/accounts?view=sign-in',
    as: 'admin',
    prepare: (page) =>
      page.route('**/api/admin/identity-providers', (route) =>
        route.fulfill({
          json: {
            available: true,
            providers: [
              {
                id: 1,
                name: 'School account',
                issuer: 'https://login.school.example/realms/school',
                client_id: 'rollcall',
                scopes: ['profile', 'email'],
                active: true,
                trusted_domains: [],
                second_factor: false,
                creates: { domains: ['school.example'], type: 'student', section: null, number_claim: null },
                groups_claim: 'groups',
                groups: [{ group: 'teachers', role: 'teacher', sections: null, type: null }],
                has_secret: true,
                redirect_uri: 'https://attendance.school.example/api/sign-in/providers/1/callback',
                accounts: 214,
              },
            ],
          },
        }),
      ),
    act: (page) => openDialog(page, 'Edit School account'),
  },
];
