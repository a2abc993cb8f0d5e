import type { Page } from 'playwright-core';
import { openCalendar } from '../browser/date-fields.ts';
import { ACCOUNT_SCREENS } from './account-screens.ts';
import { answerReadiness } from './answer-readiness.ts';
import { CARD_SCREENS } from './card-screens.ts';
import { CLASS_SCREENS } from './class-screens.ts';
import { DATA_SAFETY_SCREENS } from './data-safety-screens.ts';
import { KIOSK_SCREENS } from './kiosk-screens.ts';
import { OFFLINE_SCREENS } from './offline-screens.ts';
import { chooseInRow, openDialog, type Screen } from './open-screen.ts';
import { ROLE_SCREENS } from './role-screens.ts';
import { TRUST_SCREENS } from './trust-screens.ts';

/** Replaces the page's camera with a stream of a plain grey picture. */
const installGreyCamera = (page: Page) =>
  page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas');
      canvas.width = 640;
      canvas.height = 480;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = '#7c8794';
      // No named function here: the compiler would add a helper call that does not exist in the page.
      setInterval(() => context.fillRect(0, 0, canvas.width, canvas.height), 100);
      return canvas.captureStream(10);
    };
  });

/** As of somebody who can check in at once. */
const answerReady = async (page: Page) => {
  await answerReadiness(page);
  await page.route('**/api/user/start-face-scan', (route) =>
    route.fulfill({
      json: { scan_id: crypto.randomUUID(), challenge: [], expires_at: '2026-11-13T09:00:00Z' },
    }),
  );
};

/** Of a server with HTTPS=local. */
const CERTIFICATE = {
  addresses: [
    'https://192.168.1.20:8443',
    'https://[fd12:3456:789a::20]:8443',
    'https://school-server.local:8443',
    'https://school-server:8443',
  ],
  setup_address: 'http://192.168.1.20:5000/setup/certificate',
  fingerprint:
    '9F:31:0C:5B:77:E2:14:A8:D0:66:3E:91:2B:FA:48:C7:05:DD:B3:6A:8E:12:F4:59:C0:7B:A1:3D:E8:96:24:5F',
  expires_at: '2036-11-14T08:00:00.000Z',
};

/** Every screen and its states. */
export const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/', as: 'nobody' },
  { name: 'faq', path: '/faq', as: 'nobody' },
  {
    name: 'faq-open',
    path: '/faq?category=security',
    as: 'nobody',
    act: (page) => page.getByRole('button', { name: 'Do you keep photos of me?' }).click(),
  },
  { name: 'faq-nothing', path: '/faq?q=zebra', as: 'nobody', isState: true },
  { name: 'how-we-measured', path: '/how-we-measured', as: 'nobody' },
  { name: 'certificate-off', path: '/setup/certificate', as: 'nobody', isState: true },
  {
    name: 'certificate',
    path: '/setup/certificate',
    as: 'nobody',
    prepare: (page) =>
      page.route('**/api/setup/certificate', (route) => route.fulfill({ json: CERTIFICATE })),
    act: (page) => page.getByRole('button', { name: 'iPhone and iPad' }).click(),
  },
  { name: 'login', path: '/login', as: 'nobody' },
  {
    name: 'login-error',
    path: '/login',
    as: 'nobody',
    act: (page) => page.getByRole('button', { name: 'Sign In' }).click(),
  },
  { name: 'login-expired', path: '/login?next=%2Fdashboard&reason=expired', as: 'nobody', isState: true },
  { name: 'admin-login', path: '/admin/login', as: 'nobody' },
  { name: 'not-found', path: '/nowhere', as: 'nobody' },
  {
    name: 'unreachable',
    path: '/',
    as: 'nobody',
    prepare: (page) => page.route('**/api/**', (route) => route.abort()),
  },
  { name: 'user-dashboard', path: '/dashboard', as: 'user' },
  { name: 'reports-trends', path: '/reports?view=trends', as: 'teacher' },
  {
    name: 'user-dashboard-not-connected',
    path: '/dashboard',
    as: 'user',
    prepare: (page) => page.route(/\/api\/(health|events)$/, (route) => route.abort()),
    act: async (page) => {
      await page.evaluate(() => dispatchEvent(new Event('offline')));
      await page.getByText(/^Not connected since/).waitFor();
    },
  },
  {
    name: 'user-dashboard-loading',
    path: '/dashboard',
    as: 'user',
    prepare: (page) => page.route('**/api/user/**', () => undefined),
  },
  {
    name: 'user-dashboard-failed',
    path: '/dashboard',
    as: 'user',
    prepare: (page) =>
      page.route('**/api/user/**', (route) =>
        route.fulfill({
          status: 400,
          json: {
            error: { code: 'internal', message: 'Something went wrong on the server.', request_id: '1' },
            message: '',
          },
        }),
      ),
  },
  { name: 'user-notices', path: '/dashboard?tab=notices', as: 'user' },
  { name: 'user-profile', path: '/dashboard?tab=profile', as: 'user' },
  {
    name: 'user-mark',
    path: '/dashboard',
    as: 'user',
    act: (page) => openDialog(page, 'Mark Attendance'),
  },
  {
    name: 'user-mark-no-camera',
    path: '/dashboard',
    as: 'user',
    prepare: answerReady,
    act: async (page) => {
      await page.getByRole('button', { name: 'Mark Attendance' }).click();
      await page.getByRole('button', { name: 'Start Camera' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'user-mark-ready',
    path: '/dashboard',
    as: 'user',
    prepare: async (page) => {
      await answerReady(page);
      await installGreyCamera(page);
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Mark Attendance' }).click();
      await page.getByRole('button', { name: 'Start Camera' }).click();
      await page.locator('[data-camera=ready]').waitFor();
    },
  },
  {
    name: 'user-mark-success',
    path: '/dashboard',
    as: 'user',
    prepare: async (page) => {
      await answerReady(page);
      await installGreyCamera(page);
      const attendance = {
        id: 'STU001',
        date: '11_13_26',
        time: '08:52',
        status: 'present',
        punctuality: 'On Time',
      };
      const message = 'Checked in at 08:52';
      await page.route('**/api/user/mark-attendance-with-image', (route) =>
        route.fulfill({
          json: { success: true, outcome: 'marked', message, reason: null, scan: null, attendance },
        }),
      );
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Mark Attendance' }).click();
      await page.getByRole('button', { name: 'Start Camera' }).click();
      await page.getByRole('button', { name: 'Capture & Recognize' }).click();
      await page.getByText('Checked in', { exact: true }).waitFor();
    },
  },
  {
    name: 'user-register-face',
    path: '/dashboard',
    as: 'user',
    act: async (page) => {
      await page.getByRole('button', { name: 'Mark Attendance' }).click();
      await page.getByRole('button', { name: 'Register my face' }).click();
      await page.getByRole('button', { name: 'I agree' }).waitFor();
    },
  },
  {
    name: 'user-filter',
    path: '/dashboard',
    as: 'user',
    act: (page) => openDialog(page, /^Filter$/),
  },
  {
    name: 'user-ask-correction',
    path: '/profile/STU001',
    as: 'user',
    act: (page) => openDialog(page, /^Request a correction for /),
  },
  { name: 'own-profile', path: '/profile/STU001', as: 'user' },
  { name: 'profile-not-found', path: '/profile/NOBODY', as: 'user', isState: true },
  { name: 'admin-dashboard', path: '/dashboard', as: 'admin' },
  { name: 'admin-notices', path: '/dashboard?tab=notices', as: 'admin' },
  { name: 'admin-management', path: '/dashboard?tab=management', as: 'admin' },
  { name: 'people', path: '/people', as: 'admin' },
  {
    name: 'people-selected',
    path: '/people',
    as: 'admin',
    act: async (page) => {
      for (const row of [0, 1, 2])
        await page
          .getByRole('checkbox', { name: /^Select [^e]/ })
          .nth(row)
          .check();
    },
  },
  { name: 'classes', path: '/classes', as: 'admin' },
  { name: 'reports', path: '/reports', as: 'admin' },
  { name: 'notices', path: '/notices', as: 'admin' },
  { name: 'settings', path: '/settings', as: 'admin' },
  { name: 'settings-privacy', path: '/settings/privacy', as: 'admin' },
  { name: 'settings-faces', path: '/settings/faces', as: 'admin' },
  { name: 'settings-backup', path: '/settings/backup', as: 'admin' },
  { name: 'admin-register', path: '/admin', as: 'admin' },
  {
    name: 'admin-register-form',
    path: '/admin',
    as: 'admin',
    act: (page) => openDialog(page, 'Register New User'),
  },
  { name: 'admin-users', path: '/admin?tab=users', as: 'admin' },
  { name: 'admin-users-none', path: '/admin?tab=users&q=zebra', as: 'admin', isState: true },
  {
    name: 'admin-edit-user',
    path: '/admin?tab=users&q=STU001',
    as: 'admin',
    act: async (page) => {
      await chooseInRow(page, /^Edit /);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-capture-consent',
    path: '/admin?tab=users&q=STU001',
    as: 'admin',
    act: async (page) => {
      await chooseInRow(page, /apture face of /);
      await page.getByRole('dialog').waitFor();
      await page.getByRole('radio', { name: 'A parent or guardian' }).check();
    },
  },
  {
    name: 'admin-capture-face',
    path: '/admin?tab=users&q=STU002',
    as: 'admin',
    prepare: installGreyCamera,
    act: async (page) => {
      await chooseInRow(page, /apture face of /);
      await page.locator('[data-camera=ready]').waitFor();
    },
  },
  {
    name: 'admin-reset-password',
    path: '/admin?tab=users&q=STU001',
    as: 'admin',
    act: async (page) => {
      await chooseInRow(page, /^Reset password of /);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-delete-user',
    path: '/admin?tab=users&q=STU001',
    as: 'admin',
    act: async (page) => {
      await chooseInRow(page, /^Delete /);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'admin-notices-create', path: '/admin?tab=notices&action=create', as: 'admin' },
  { name: 'admin-analytics', path: '/admin?tab=analytics', as: 'admin' },
  { name: 'attendance-missing', path: '/admin/attendance', as: 'admin' },
  { name: 'attendance-day-off', path: '/admin/attendance?date=2026-01-04', as: 'admin', isState: true },
  { name: 'attendance-month-report', path: '/admin/attendance?tab=register&section=CS-A', as: 'admin' },
  {
    name: 'attendance-month-picker',
    path: '/admin/attendance?tab=register&section=CS-A',
    as: 'admin',
    act: (page) => openCalendar(page, 'Month'),
  },
  { name: 'attendance-reports', path: '/admin/attendance?tab=reports', as: 'admin' },
  { name: 'attendance-days', path: '/admin/attendance?tab=days', as: 'admin' },
  {
    name: 'attendance-correct',
    path: '/admin/attendance?tab=days',
    as: 'admin',
    act: (page) => openDialog(page, /^Correct /),
  },
  {
    name: 'attendance-correct-calendar',
    path: '/admin/attendance?tab=days',
    as: 'admin',
    act: async (page) => {
      await openDialog(page, /^Correct /);
      await openCalendar(page.getByRole('dialog'), 'Day');
    },
  },
  { name: 'attendance-corrections', path: '/admin/attendance?tab=corrections&state=all', as: 'admin' },
  { name: 'attendance-calendar', path: '/admin/attendance?tab=calendar', as: 'admin' },
  { name: 'admin-backup', path: '/admin?tab=backup', as: 'admin' },
  ...CLASS_SCREENS,
  ...ACCOUNT_SCREENS,
  ...ROLE_SCREENS,
  ...TRUST_SCREENS,
  ...KIOSK_SCREENS,
  ...OFFLINE_SCREENS,
  ...CARD_SCREENS,
  { name: 'admin-profile', path: '/profile/STU002', as: 'admin' },
  { name: 'admin-profile-calendar', path: '/profile/STU002?view=calendar', as: 'admin' },
  ...DATA_SAFETY_SCREENS,
];
