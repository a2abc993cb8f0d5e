import { FOREIGN, OWN, openSchool, type School } from '@rollcall/api/testing/school';
import { createScriptedEngine } from '@rollcall/api/testing/scripted-engine';
import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import type { Role } from '@rollcall/core/kernel/access';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
let school: School;
beforeAll(async () => {
  server = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
  school = await openSchool(server);
});
afterAll(() => server.close());
// The device's clock says what the server's says: classes begin and end by it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: server.clock.now() }));
afterEach(() => void vi.useRealTimers());

const open = (role: Role, path: string) => renderApp(server, path, { token: school.tokens[role] });
const links = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== 'Rollcall');
/** The items of the sidebar, none where there is no sidebar. */
const workOf = () => {
  const nav = screen.queryByRole('navigation', { name: 'Daily work' });
  return nav
    ? within(nav)
        .getAllByRole('link')
        .map(({ textContent }) => textContent)
    : [];
};
const EVERYTHING = [
  'Today',
  'Present now',
  'People',
  'Classes',
  'Attendance',
  'Reports',
  'Notices',
  'Settings',
];
const WORK = {
  owner: EVERYTHING,
  administrator: EVERYTHING,
  office: ['Today', 'Present now', 'People', 'Attendance', 'Reports', 'Notices'],
  teacher: ['Today', 'Present now', 'Classes', 'Attendance', 'Reports', 'Notices'],
  member: [],
};
const tabs = (list: string) =>
  within(screen.getByRole('tablist', { name: list }))
    .getAllByRole('tab')
    .map(({ textContent }) => textContent);
const choose = async (person: Awaited<ReturnType<typeof open>>['person'], label: string, option: string) => {
  await person.click(screen.getByRole('combobox', { name: label }));
  await person.click(await screen.findByRole('option', { name: option, hidden: true }));
};

describe('the page that a role starts on', () => {
  it.each([
    ['owner', '/admin', ['Dashboard', 'Admin']],
    ['administrator', '/admin', ['Dashboard', 'Admin']],
    ['office', '/office', ['Office', 'Dashboard']],
    ['teacher', '/teacher', ['My classes', 'Dashboard']],
    ['member', '/dashboard', ['Dashboard']],
  ] as const)('of a session with the role %s is %s', async (role, page, expected) => {
    const { where } = await open(role, '/login');
    await waitFor(() => expect(where().pathname).toBe(page));
    await waitFor(() => expect(links()).toEqual(expected));
    await waitFor(() => expect(workOf()).toEqual(WORK[role]));
  });

  it.each([
    ['office', '/admin', '/office'],
    ['office', '/admin/accounts', '/office'],
    ['office', '/admin/attendance', '/office'],
    ['office', '/teacher', '/office'],
    ['teacher', '/admin?tab=backup', '/teacher'],
    ['teacher', '/office', '/teacher'],
    ['member', '/teacher', '/dashboard'],
    ['member', '/attendance', '/dashboard'],
    ['member', '/people', '/dashboard'],
    ['teacher', '/people', '/teacher'],
    ['office', '/classes', '/office'],
    ['office', '/settings/privacy', '/office'],
  ] as const)('is where the role %s ends up instead of %s', async (role, path, page) => {
    const { where } = await open(role, path);
    await waitFor(() => expect(where().pathname).toBe(page));
  });
});

describe('what an account may do', () => {
  it('is asked again when another tab has signed in as somebody else', async () => {
    const { where, calls } = await open('owner', '/admin');
    await waitFor(() => expect(links()).toEqual(['Dashboard', 'Admin']));
    const asked = () => calls.filter(({ path }) => path === '/api/me').length;
    const before = asked();
    localStorage.setItem('token', school.tokens.member);
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    await waitFor(() => expect(where().pathname).toBe('/dashboard'));
    await waitFor(() => expect(links()).toEqual(['Dashboard']));
    expect(asked()).toBeGreaterThan(before);
  });

  it('is asked again when the tab comes back', async () => {
    const { calls } = await open('member', '/dashboard');
    await waitFor(() => expect(links()).toEqual(['Dashboard']));
    const asked = () => calls.filter(({ path }) => path === '/api/me').length;
    const before = asked();
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
  });

  it('is nothing but a new password while somebody else chose the present one', async () => {
    await server.person('P-NEW');
    await server.admin('PUT', '/admin/users/P-NEW/password', { password: 'chosen-by-office' });
    const token = await server.signIn('p-new', 'chosen-by-office');
    const { where } = await renderApp(server, '/dashboard', { token });
    await waitFor(() => expect(where().pathname).toBe('/account'));
    expect(where().search).toEqual({ do: 'password', next: '/dashboard' });
    expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeTruthy();
    expect(links()).toEqual([]);
  });
});

describe('a teacher', () => {
  it('sees their own classes of today, who is missing, and opens the sheet with one tap', async () => {
    const { person, where } = await open('teacher', '/teacher');
    const card = within(await screen.findByRole('article', { name: 'Near class' }));
    expect(card.getByText(/1 of 2 present/)).toBeTruthy();
    expect(card.getByText('1 missing')).toBeTruthy();
    expect(card.getByRole('link', { name: 'Bo Near' })).toBeTruthy();
    expect(screen.queryByText('Faraway class')).toBeNull();
    await person.click(card.getByRole('button', { name: 'Take attendance for Near class' }));
    expect(where().search).toEqual({ class: school.ownClass });
    expect(await screen.findByRole('group', { name: 'Attendance of Ada Near' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Choose students' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Mark the rest absent' }));
    await person.click(screen.getByRole('button', { name: 'Save attendance' }));
    expect(await screen.findByText('Class attendance saved successfully!')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Back to classes' }));
    expect(await screen.findByText('Taken')).toBeTruthy();
  });

  it('opens the sheet with the camera', async () => {
    const { person } = await open('teacher', '/teacher');
    await person.click(
      await screen.findByRole('button', { name: 'Take attendance for Near class by photo' }),
    );
    const camera = await screen.findByRole<HTMLInputElement>('radio', { name: 'Camera' });
    expect(camera.checked).toBe(true);
  });

  it("cannot open somebody else's class or person", async () => {
    await open('teacher', `/teacher?class=${school.foreignClass}`);
    expect(await screen.findByRole('heading', { name: 'This class does not exist' })).toBeTruthy();
    await open('teacher', `/profile/${FOREIGN.person}`);
    expect(await screen.findByText('User Not Found')).toBeTruthy();
  });

  it('has the reports of these classes and nothing else of the attendance page', async () => {
    const { person } = await open('teacher', '/attendance');
    expect(await screen.findByText('Ada Near')).toBeTruthy();
    expect(tabs('Attendance sections')).toEqual(['Register', 'Reports']);
    await person.click(screen.getByRole('combobox', { name: 'Who' }));
    await screen.findByRole('option', { name: 'Near class (CS-A)', hidden: true });
    const options = screen.getAllByRole('option', { hidden: true });
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Everyone I can see',
      'Near class (CS-A)',
    ]);
    expect(screen.queryByText(FOREIGN.personName)).toBeNull();
  });

  it('asks for a correction of somebody in their classes', async () => {
    const { person } = await open('teacher', '/profile/A-2');
    await person.click((await screen.findAllByRole('button', { name: /correction for/ }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Request a correction for Bo Near' }));
    await enterText(person, dialog.getByRole('textbox', { name: /Reason/ }), 'Was in my lesson');
    await person.click(dialog.getByRole('button', { name: 'Send request' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const { body } = await server.admin('GET', '/admin/corrections?state=pending');
    expect(body.corrections).toContainEqual(
      expect.objectContaining({ name: 'Bo Near', asked_by: 'Person R-TEA', reason: 'Was in my lesson' }),
    );
  });

  it('writes notices to their classes only', async () => {
    const { person } = await open('teacher', '/teacher?tab=notices');
    await enterText(person, await screen.findByRole('textbox', { name: 'Title' }), 'Bring your books');
    await enterText(person, screen.getByRole('textbox', { name: 'Content' }), 'Tomorrow.');
    await person.click(screen.getByRole('button', { name: 'Post notice' }));
    expect(await screen.findByText('Choose who can read it.')).toBeTruthy();
    await choose(person, 'For', 'Near class (CS-A)');
    await person.click(screen.getByRole('button', { name: 'Post notice' }));
    expect(await screen.findByText(/for Near class/)).toBeTruthy();
    const read = async (token: string) =>
      (await server.call('GET', '/user/notices', { token })).body.notices.map(
        ({ title }: { title: string }) => title,
      );
    expect(await read(school.tokens.member)).toContain('Bring your books');
    expect(await read(school.foreignToken)).not.toContain('Bring your books');
  });

  it('is told who assigns classes while there are none', async () => {
    const { token } = await server.person('T-NEW', { type: 'teacher', class_section: null });
    await renderApp(server, '/teacher', { token });
    expect(await screen.findByText('You have no classes yet')).toBeTruthy();
    expect(screen.getByText(/an administrator assigns them/)).toBeTruthy();
  });

  it('leaves the page when the role is taken away while it is open', async () => {
    const { token } = await server.person('T-OLD', { type: 'teacher', class_section: null });
    const { person, where } = await renderApp(server, '/teacher', { token });
    await screen.findByText('You have no classes yet');
    await server.pool.query(`update people set role = 'member' where code = 'T-OLD'`);
    const refresh = screen.getByRole('button', { name: 'Refresh' });
    // It takes no click while anything of the page loads.
    await waitFor(() => expect(refresh).toHaveProperty('disabled', false));
    await person.click(refresh);
    await waitFor(() => expect(where().pathname).toBe('/dashboard'));
    await waitFor(() => expect(links()).toEqual(['Dashboard']));
  });
});

describe('an office', () => {
  it('has people, notices and figures of its sections, without deleting, importing or backups', async () => {
    const { person } = await open('office', '/office?tab=users');
    expect(await screen.findByRole('cell', { name: 'Ada Near' })).toBeTruthy();
    expect(screen.getByText('Sections: CS-A')).toBeTruthy();
    expect(tabs('Admin sections')).toEqual(['Register User', 'Manage Users', 'Notices', 'Analytics']);
    await person.click(screen.getByRole('button', { name: 'More actions for Ada Near' }));
    const item = { name: 'Reset password of Ada Near', hidden: true };
    expect(await screen.findByRole('menuitem', item)).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Delete Ada Near', hidden: true })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
    expect(screen.queryByText(FOREIGN.personName)).toBeNull();
  });

  it('registers students of its sections', async () => {
    const { person } = await open('office', '/office');
    await person.click(await screen.findByRole('button', { name: 'Register New User' }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterText(person, dialog.getByRole('textbox', { name: /^Name/ }), 'Nova Near');
    await enterText(person, dialog.getByRole('textbox', { name: /User ID/ }), 'A-9');
    await enterText(person, dialog.getByRole('textbox', { name: /Username/ }), 'nova');
    await enterText(person, dialog.getByLabelText(/^Password/), 'secret123');
    const next = dialog.getByRole<HTMLButtonElement>('button', { name: 'Next' });
    expect(next.disabled).toBe(true);
    await choose(person, 'Class/Section', OWN.section);
    await person.click(next);
    // The person exists; consent and face follow.
    await person.click(await screen.findByRole('radio', { name: 'No one yet' }));
    const { body } = await server.admin('GET', '/admin/users?search=A-9');
    expect(body.users).toMatchObject([{ id: 'A-9', class_section: OWN.section }]);
  });

  it('corrects days and enters leaves, but does not change the calendar', async () => {
    await open('office', '/attendance?tab=calendar');
    expect(await screen.findByRole('heading', { name: 'Leave and excused days' })).toBeTruthy();
    expect(tabs('Attendance sections')).toEqual([
      'Missing',
      'Register',
      'Reports',
      'Days',
      'Corrections',
      'Calendar',
    ]);
    expect(screen.queryByRole('heading', { name: 'Holidays and closures' })).toBeNull();
  });
});
