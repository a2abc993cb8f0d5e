import { ADMIN_PASSWORD, MONDAY, openTestApp, type TestApp, ZONE } from '@rollcall/api/testing/test-app';
import { zoneOffsets } from '@rollcall/core/kernel/zones/zone-data';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createInstitutionClock } from '../../lib/format/institution-day.ts';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp } from '../../testing/render-app.tsx';

const MINUTE = 60_000;
let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
  await server.person('T-1', { name: 'Tom Taught', type: 'teacher', class_section: null });
  await server.person('S-1', { name: 'Sam Staff', type: 'staff', class_section: null });
  await server.admin('POST', '/admin/classes', { name: 'Maths', startTime: '09:00', endTime: '10:00' });
  await server.person('A-2', { name: 'Ana Second', type: 'staff', class_section: null });
  await server.pool.query(`update people set role = 'administrator' where code = 'A-2'`);
});
afterAll(() => server.close());
beforeEach(() => server.clock.set(MONDAY));

const open = async (path: string, token?: string) =>
  renderApp(server, path, { token: token ?? (await server.adminToken()) });
type Person = Awaited<ReturnType<typeof open>>['person'];
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name, { selector: 'strong' })).closest('li');
  if (!row) throw new Error(`${name} is in no row.`);
  return within(row);
};
const act = async (person: Person, name: string, item: string) => {
  await person.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await person.click(await screen.findByRole('menuitem', { name: new RegExp(item), hidden: true }));
};
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the page of the accounts', () => {
  it('invites somebody and shows the link once', async () => {
    const { person } = await open('/admin/accounts');
    await person.click(await screen.findByRole('button', { name: 'Invite' }));
    const form = await dialogOf('Invite');
    await enterText(person, form.getByRole('textbox', { name: /^Name/ }), 'Olga Office');
    await enterText(person, form.getByRole('textbox', { name: /^Username/ }), 'olga');
    await person.click(form.getByRole('radio', { name: 'Office' }));
    await person.click(form.getByRole('button', { name: 'Invite' }));
    const shown = await dialogOf('Invitation');
    const link = shown.getByText(/^http:\/\/localhost:5000\/\S*token=\S{20,}/).textContent ?? '';
    expect(shown.getByText(/was not sent by e-mail/)).toBeTruthy();
    await person.click(shown.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    const row = await rowOf('Olga Office');
    expect(row.getByText('Invited, no password yet')).toBeTruthy();
    expect(row.getByText('All sections')).toBeTruthy();
    const token = link.split('token=')[1] ?? '';
    const opened = await server.call('POST', '/password/link/open', { body: { token } });
    expect(opened.body).toMatchObject({ username: 'olga' });
  });

  it('says what is missing, and what the server refuses', async () => {
    const { person } = await open('/admin/accounts');
    await person.click(await screen.findByRole('button', { name: 'Invite' }));
    const form = await dialogOf('Invite');
    await person.click(form.getByRole('button', { name: 'Invite' }));
    expect(form.getAllByText('Please fill in this field.')).toHaveLength(2);
    await enterText(person, form.getByRole('textbox', { name: /^Name/ }), 'Another Tom');
    await enterText(person, form.getByRole('textbox', { name: /^Username/ }), 'T-1');
    await person.click(form.getByRole('button', { name: 'Invite' }));
    expect(await form.findByRole('alert')).toBeTruthy();
    expect(form.getByText('This username is already in use.')).toBeTruthy();
  });

  it('keeps the address of a person who is given a role, and wants sections where an office is limited', async () => {
    await server.person('OFF-9', { name: 'Olaf Near', type: 'staff' });
    await server.admin('PUT', '/admin/users/OFF-9', { email: 'olaf@school.example' });
    const { person } = await open('/admin/accounts');
    await person.click(await screen.findByRole('button', { name: 'Invite' }));
    const form = await dialogOf('Invite');
    await person.click(form.getByRole('radio', { name: 'Someone already in Rollcall' }));
    await person.click(form.getByRole('combobox', { name: /^Person/ }));
    await person.click(await screen.findByText('Olaf Near (OFF-9)'));
    await person.click(form.getByRole('radio', { name: 'Office' }));
    await person.click(form.getByRole('switch', { name: 'All sections' }));
    await person.click(form.getByRole('button', { name: 'Invite' }));
    expect(await form.findByText('Choose at least one section.')).toBeTruthy();
    await person.click(form.getByRole('switch', { name: 'All sections' }));
    await person.click(form.getByRole('button', { name: 'Invite' }));
    await waitFor(async () => {
      const { body } = await server.admin('GET', '/admin/accounts?search=OFF-9');
      expect(body.accounts[0]).toMatchObject({
        email: 'olaf@school.example',
        role: 'office',
        sections: null,
      });
    });
  });

  it('asks who it is before a role changes, and then changes it', async () => {
    const { person } = await open('/admin/accounts?q=S-1');
    await act(person, 'Sam Staff', 'Change role');
    const form = await dialogOf('Account of Sam Staff');
    await person.click(form.getByRole('radio', { name: 'Office' }));
    server.clock.advance(6 * MINUTE);
    await person.click(form.getByRole('button', { name: 'Save changes' }));
    const confirm = await dialogOf('Please confirm that it’s you');
    await enterText(person, confirm.getByLabelText('Your password'), ADMIN_PASSWORD);
    await person.click(confirm.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Account saved.')).toBeTruthy();
    expect(await (await rowOf('Sam Staff')).findByText('Office')).toBeTruthy();
  });

  it('changes nothing if the person does not confirm', async () => {
    const { person } = await open('/admin/accounts?q=S-1');
    await act(person, 'Sam Staff', 'Change role');
    const form = await dialogOf('Account of Sam Staff');
    await person.click(form.getByRole('radio', { name: 'Member' }));
    server.clock.advance(6 * MINUTE);
    await person.click(form.getByRole('button', { name: 'Save changes' }));
    const confirm = await dialogOf('Please confirm that it’s you');
    await person.click(confirm.getByRole('button', { name: 'Cancel' }));
    expect(await form.findByText('Please confirm your identity first.')).toBeTruthy();
    const { body } = await server.admin('GET', '/admin/accounts?search=S-1');
    expect(body.accounts).toMatchObject([{ role: 'office' }]);
  });

  it('says beforehand that the last owner has to stay, and that an owner is not deleted', async () => {
    const { person } = await open('/admin/accounts?role=owner');
    await act(person, 'Administrator', 'Change role');
    const form = await dialogOf('Account of Administrator');
    expect(await form.findByText(/There must be at least one owner/)).toBeTruthy();
    expect(form.getByRole<HTMLInputElement>('radio', { name: 'Teacher' }).disabled).toBe(true);
    await person.click(form.getByRole('button', { name: 'Cancel' }));
    await person.click(await screen.findByRole('button', { name: 'Actions for Administrator' }));
    const item = await screen.findByRole('menuitem', { name: /Delete account/, hidden: true });
    expect(item.textContent).toMatch(/Owners can’t be deleted/);
    expect(item.getAttribute('data-disabled')).toBe('true');
  });

  it('offers administrators nothing above their own role', async () => {
    const { person } = await open('/admin/accounts', await server.signIn('a-2'));
    expect((await rowOf('Administrator')).getByText('Above your role')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Actions for Administrator' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Invite' }));
    expect((await dialogOf('Invite')).queryByRole('radio', { name: 'Owner' })).toBeNull();
  });

  it('signs somebody out everywhere', async () => {
    const token = await server.signIn('t-1');
    const { person } = await open('/admin/accounts?q=T-1');
    await act(person, 'Tom Taught', 'Sign out everywhere');
    const dialog = await dialogOf('Sign out everywhere');
    await person.click(dialog.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('Signed out everywhere.')).toBeTruthy();
    expect((await server.call('GET', '/session', { token })).status).toBe(401);
    expect(await (await rowOf('Tom Taught')).findByText('Not signed in')).toBeTruthy();
  });
});

describe('an act that needs a second administrator', () => {
  it('waits, is approved on the page of the accounts, and is then carried out', async () => {
    await server.pool.query('update institution set needs_approval = true');
    const first = await open('/admin/accounts?q=S-1');
    await act(first.person, 'Sam Staff', 'Change role');
    const form = await dialogOf('Account of Sam Staff');
    await first.person.click(form.getByRole('radio', { name: 'Member' }));
    await first.person.click(form.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Waiting for a second administrator')).toBeTruthy();

    const { body } = await server.call('GET', '/admin/approvals', { token: await server.signIn('a-2') });
    const decided = await server.call('POST', `/admin/approvals/${body.approvals[0].id}/decision`, {
      token: await server.signIn('a-2'),
      body: { approve: true },
    });
    expect(decided.status).toBe(200);
    await first.person.click(form.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Account saved.')).toBeTruthy();
  });

  it('is decided by somebody else, never by who asked', async () => {
    await server.pool.query('delete from approvals');
    await server.admin('PUT', '/admin/accounts/S-1', { role: 'office' });
    const asking = 'Change the role of Sam Staff (S-1)';
    const asked = await open('/admin/accounts?view=approvals');
    expect((await rowOf(asking)).getByText(/Another administrator has to decide/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
    asked.session.signIn({ token: await server.signIn('a-2'), role: 'admin', user: null });
    await asked.queryClient.invalidateQueries();
    await asked.person.click(await screen.findByRole('button', { name: /^Refuse/ }));
    expect(await (await rowOf(asking)).findByText('Refused')).toBeTruthy();
    await server.pool.query('update institution set needs_approval = false');
  });
});

describe('the teachers of a class', () => {
  it('are assigned in the management of classes, a substitute with days', async () => {
    const { today } = createInstitutionClock(zoneOffsets(ZONE));
    const begun = today();
    const { person } = await open('/classes');
    await person.click(await screen.findByLabelText('Teachers of Maths'));
    const dialog = await dialogOf('Teachers of Maths');
    expect(await dialog.findByText(/No one teaches this class yet/)).toBeTruthy();
    await person.click(dialog.getByRole('combobox', { name: 'Add a teacher' }));
    await person.click(await screen.findByText('Tom Taught (T-1)'));
    await person.click(dialog.getByRole('switch', { name: /Tom Taught is a substitute/ }));
    await person.click(dialog.getByRole('button', { name: 'Save teachers' }));
    expect(await screen.findByText('Teachers saved.')).toBeTruthy();
    const { body: listed } = await server.admin('GET', '/admin/classes');
    const { body } = await server.admin('GET', `/admin/classes/${listed.classes[0].id}/teachers`);
    const [{ first_day, last_day, ...teacher }] = body.teachers;
    expect(teacher).toEqual({ user_id: 'T-1', name: 'Tom Taught' });
    expect([begun, today()]).toContain(first_day); // midnight may pass meanwhile
    expect(last_day).toBe(first_day);
  });
});
