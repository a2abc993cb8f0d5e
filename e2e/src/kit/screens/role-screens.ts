import { openDialog, type Screen } from './open-screen.ts';
import { PRESENT_SCREENS } from './present-screens.ts';

/** The pages of teachers and offices, and those where administrators say who may do what. */
export const ROLE_SCREENS: readonly Screen[] = [
  { name: 'teacher-today', path: '/teacher', as: 'teacher' },
  {
    name: 'teacher-now',
    path: '/teacher',
    as: 'teacher',
    isState: true,
    // The demo school has neither substitutes nor, most of the day, a class that is on.
    prepare: (page) =>
      page.route('**/api/teacher/today', async (route) => {
        const { date, classes } = await (await route.fetch()).json();
        const [first, ...rest] = classes;
        const present = { ...first, starts_at: '00:00', ends_at: '23:59', substitute: true, taken: true };
        await route.fulfill({ json: { date, classes: [...rest, present] } });
      }),
  },
  {
    name: 'teacher-none',
    path: '/teacher',
    as: 'teacher',
    isState: true,
    prepare: (page) =>
      page.route('**/api/teacher/today', (route) =>
        route.fulfill({ json: { date: '2026-03-02', classes: [] } }),
      ),
  },
  {
    name: 'teacher-roster',
    path: '/teacher',
    as: 'teacher',
    act: async (page) => {
      await openDialog(page, /^Students of /);
      await page.getByRole('dialog').getByRole('link').first().waitFor();
    },
  },
  ...PRESENT_SCREENS,
  { name: 'today', path: '/today', as: 'admin' },
  { name: 'today-teacher', path: '/today', as: 'teacher', isState: true },
  { name: 'today-everyone', path: '/today?show=all', as: 'admin', isState: true },
  {
    name: 'today-call',
    path: '/today',
    as: 'admin',
    isState: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Call', exact: true }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'teacher-notices', path: '/teacher?tab=notices', as: 'teacher', isState: true },
  { name: 'teacher-reports', path: '/attendance', as: 'teacher' },
  { name: 'office-start', path: '/office', as: 'office' },
  { name: 'office-users', path: '/office?tab=users', as: 'office', isState: true },
  {
    name: 'office-register-form',
    path: '/office',
    as: 'office',
    act: (page) => openDialog(page, 'Register New User'),
  },
  { name: 'office-leaves', path: '/attendance?tab=calendar', as: 'office', isState: true },
  { name: 'accounts', path: '/admin/accounts', as: 'admin' },
  {
    name: 'accounts-invite',
    path: '/admin/accounts',
    as: 'admin',
    act: async (page) => {
      await openDialog(page, 'Invite');
      await page.getByRole('radio', { name: 'Office' }).click();
    },
  },
  {
    name: 'accounts-link',
    path: '/admin/accounts',
    as: 'admin',
    prepare: (page) =>
      page.route('**/api/admin/accounts/*/invitation*', (route) =>
        route.fulfill({
          json: {
            link: 'https://school.example/password#token=q9Zk3vX1c0mBn7Lw5TfRyUe2HaSdGjKp4QxVzC8oIiM',
            mailed: false,
          },
        }),
      ),
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for (?!Admin)/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: /New invitation|New password link/ }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByRole('button', { name: 'Copy link' }).waitFor();
    },
  },
  {
    name: 'accounts-change',
    path: '/admin/accounts?role=owner',
    as: 'admin',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click();
      await page.getByRole('menuitem', { name: /Change role/ }).click();
      await page.getByText('There must be at least one owner').waitFor();
    },
  },
  {
    name: 'accounts-approvals',
    path: '/admin/accounts?view=approvals',
    as: 'admin',
    prepare: (page) =>
      page.route('**/api/admin/approvals', (route) => route.fulfill({ json: { approvals: APPROVALS } })),
  },
  {
    name: 'admin-institution',
    path: '/settings/institution',
    as: 'admin',
    // The demo school has neither a colour of its own nor ever moved to another time zone.
    prepare: (page) =>
      page.route('**/api/admin/institution', async (route) => {
        const answer = await (await route.fetch()).json();
        const zones = [
          { from_day: null, time_zone: 'UTC' },
          { from_day: '2026-09-01', time_zone: 'Europe/Berlin' },
        ];
        await route.fulfill({ json: { ...answer, colour: '#7c3aed', zones } });
      }),
  },
  {
    name: 'class-teachers',
    path: '/classes',
    as: 'admin',
    act: (page) => openDialog(page, /^Teachers of /),
  },
];

const approval = (id: number, more: Record<string, unknown>) => ({
  id,
  subject: 'Priya Sharma',
  detail: {},
  asked_by: 'Maria Office-Manager',
  asked_at: '2026-03-02T08:55:00.000Z',
  expires_at: '2026-03-02T09:25:00.000Z',
  own: false,
  state: 'waiting',
  ...more,
});

/** One request of each state; the demo school has a single administrator, so that it has none of its own. */
const APPROVALS = [
  approval(5, { act: 'role_change', detail: { from: 'teacher', to: 'administrator' } }),
  approval(4, { act: 'erase', own: true }),
  approval(3, { act: 'key_export', subject: 'Northfield College', own: true, state: 'approved' }),
  approval(2, { act: 'restore', subject: 'Northfield College', state: 'refused' }),
  approval(1, { act: 'second_factors', state: 'used' }),
];
