import { checkIn } from '@rollcall/api/testing/attendance-fixtures';
import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { fillDate } from '../../testing/fill-date.ts';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;

/** Monday 2 March 2026 in Kathmandu: Ada came at 08:50; the day starts at 09:00 and is closed at 10:00. */
const MONDAY = (time: string) => server.clock.set(`2026-03-02T${time}:00+05:45`);

beforeAll(async () => {
  server = await openTestApp();
  server.clock.set('2026-02-26T04:00:00Z');
  await server.person('A-1', { name: 'Ada Lovelace' });
  await server.person('B-2', { name: 'Bo Diddley', contact_phone: '+977 1 555 0101' });
  await server.person('C-3', { name: 'Cy Twombly', class_section: 'CS-B' });
  await server.person('S-1', { name: 'Sam Staff', type: 'staff' });
});
afterAll(() => server.close());

const open = async (search = '') =>
  renderApp(server, `/today${search}`, await signIn(server, { password: ADMIN_PASSWORD }));
const rowOf = async (name: string) => {
  const find = async () => {
    const links = await screen.findAllByRole('link', { name });
    return links.flatMap((link) => link.closest<HTMLElement>('[data-today-row]') ?? [])[0];
  };
  await waitFor(async () => expect(await find()).toBeTruthy());
  return within((await find()) as HTMLElement); // just found
};
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

describe('the page of today', () => {
  it('expects everybody before the day starts, calls nobody absent and has no rate', async () => {
    MONDAY('07:55');
    await open();
    expect(await screen.findByRole('img', { name: '0 of 4 people are here' })).toBeTruthy();
    expect([figure('Expected'), figure('Not here yet'), figure('Absent')]).toEqual(['4', '4', '0']);
    expect(figure('Attendance rate')).toContain('–');
    expect(screen.getByRole('heading', { name: 'CS-A · 2' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'CS-B · 1' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Staff · 1' })).toBeTruthy();
  });

  it('prints a sheet that says whose it is, of which day and time', async () => {
    MONDAY('07:55');
    await open();
    await screen.findByRole('img', { name: '0 of 4 people are here' });
    const sheet = [...document.querySelectorAll('.rc-print-only')].find((each) =>
      each.querySelector('table'),
    );
    expect(sheet?.textContent).toMatch(/^Test School.*Monday, 2 March 2026, 07:55/);
  });

  it('marks somebody here in one tap and takes it back', async () => {
    MONDAY('08:50');
    await checkIn(server, 'A-1');
    MONDAY('09:10');
    const { person } = await open();
    await person.click((await rowOf('Bo Diddley')).getByRole('button', { name: 'Here' }));
    const told = await screen.findByText(/^Bo Diddley is here/);
    await waitFor(() => expect(figure('Not here yet')).toBe('2'));
    expect(screen.getByRole('img', { name: '2 of 4 people are here' })).toBeTruthy();
    await person.click(within(told).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone.')).toBeTruthy();
    await waitFor(() => expect(figure('Not here yet')).toBe('3'));
  });

  it('excuses with a reason, and finds anybody, also who has no class', async () => {
    const { person, where } = await open();
    await person.click((await rowOf('Cy Twombly')).getByRole('button', { name: 'Excused' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Doctor' }));
    expect(await screen.findByText(/^Cy Twombly is excused/)).toBeTruthy();
    await person.type(screen.getByLabelText('Find anyone'), 'sam');
    await waitFor(() => expect(where().search).toMatchObject({ q: 'sam' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Cy Twombly' })).toBeNull());
    await person.click((await rowOf('Sam Staff')).getByRole('button', { name: 'Late' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText<HTMLInputElement>('Arrived at').value).toBe('09:10');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await (await rowOf('Sam Staff')).findByText('Late', { selector: 'span' })).toBeTruthy();
  });

  it('shows whom to call and keeps what came of it', async () => {
    const { person } = await open();
    await person.click((await rowOf('Bo Diddley')).getByRole('button', { name: 'Call' }));
    const dialog = within(await screen.findByRole('dialog'));
    const call = dialog.getByRole('link', { name: 'Call +977 1 555 0101' });
    expect(call.getAttribute('href')).toBe('tel:+97715550101');
    await enterText(
      person,
      dialog.getByLabelText('Result of the call', { selector: 'input[type="text"], input:not([type])' }),
      'No answer',
    );
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await (await rowOf('Bo Diddley')).findByText(/No answer/)).toBeTruthy();
  });

  it('moves between people with the arrow keys', async () => {
    const { person } = await open('?show=all');
    (await rowOf('Ada Lovelace')).getByRole('button', { name: 'Late' }).focus();
    await person.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe((await rowOf('Bo Diddley')).getByRole('button', { name: 'Late' }));
  });

  it('does not offer "Here" for somebody who is here, and shows their arrival to be changed', async () => {
    const { person } = await open('?show=all');
    const ada = await rowOf('Ada Lovelace');
    expect(ada.queryByRole('button', { name: 'Here' })).toBeNull();
    await person.click(ada.getByRole('button', { name: 'More for Ada Lovelace' }));
    expect(screen.queryByRole('menuitem', { name: 'Remove mark' })).toBeNull(); // seen by the camera
    await person.click(await screen.findByRole('menuitem', { name: 'Arrived at…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText<HTMLInputElement>('Arrived at').value).toBe('08:50');
  });

  it('says since when somebody is here whom another office person was faster to mark', async () => {
    const { person } = await open();
    const here = (await rowOf('Bo Diddley')).getByRole('button', { name: 'Here' });
    MONDAY('09:02');
    const made = await server.admin('POST', '/today/marks', { user_id: 'B-2', mark: 'here' });
    MONDAY('09:20');
    await person.click(here);
    expect(await screen.findByText('Bo Diddley is already here since 09:02.')).toBeTruthy();
    await server.admin('POST', `/today/marks/${made.body.id}/removal`);
    MONDAY('09:10');
  });

  it('excuses with a call that says ill, and one undo takes both back', async () => {
    const { person } = await open();
    await person.click((await rowOf('Bo Diddley')).getByRole('button', { name: 'Call' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('radio', { name: 'Ill today' }));
    expect(dialog.getByText('Bo Diddley is also excused for today as ill.')).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    const told = await screen.findByText(/^Note saved\. Bo Diddley is excused\./);
    const today = async () => (await server.admin('GET', '/today/people/B-2')).body.person;
    expect(await today()).toMatchObject({ state: 'excused', excuse: 'Ill today' });
    await person.click(within(told).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone.')).toBeTruthy();
    expect(await today()).toMatchObject({ state: 'not_yet', excuse: null });
  });

  it('excuses until a later day as a leave, and undo takes it back', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: server.clock.now() });
    const { person } = await open();
    await person.click((await rowOf('Bo Diddley')).getByRole('button', { name: 'Excused' }));
    const dialog = within(await screen.findByRole('dialog'));
    await fillDate(person, dialog.getByLabelText('Until'), '2026-03-05');
    await person.click(dialog.getByRole('button', { name: 'Ill' }));
    const told = await screen.findByText(/^Bo Diddley is excused until .*2026/);
    const leaves = async () =>
      (await server.admin('GET', '/admin/leaves?from=2026-03-02&to=2026-03-05')).body.leaves;
    expect(await leaves()).toMatchObject([{ user_id: 'B-2', reason: 'Ill' }]);
    await person.click(within(told).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone.')).toBeTruthy();
    expect(await leaves()).toEqual([]);
    vi.useRealTimers();
  });

  it('removes a wrong mark from the menu, and counts the section that is shown', async () => {
    await server.admin('POST', '/today/marks', { user_id: 'B-2', mark: 'here' });
    const { person } = await open('?show=all&section=CS-A');
    expect(await screen.findByRole('radio', { name: 'Everyone 2' })).toBeTruthy();
    await person.click((await rowOf('Bo Diddley')).getByRole('button', { name: 'More for Bo Diddley' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Remove mark' }));
    expect(await screen.findByText('Mark removed for Bo Diddley.')).toBeTruthy();
    expect(await (await rowOf('Bo Diddley')).findByRole('button', { name: 'Here' })).toBeTruthy();
  });

  it('offers the same marks on the page of a person', async () => {
    const admin = await signIn(server, { password: ADMIN_PASSWORD });
    const { person } = await renderApp(server, '/profile/B-2', admin);
    const marks = within(await screen.findByRole('group', { name: 'Mark Bo Diddley' }));
    await person.click(marks.getByRole('button', { name: 'Here' }));
    expect(await screen.findByText(/^Bo Diddley is here/)).toBeTruthy();
  });

  it('says that a day is off', async () => {
    server.clock.set('2026-03-07T10:00:00+05:45');
    await open();
    expect(await screen.findByText('No school today')).toBeTruthy();
    expect((await rowOf('Ada Lovelace')).queryByRole('button', { name: 'Late' })).toBeNull();
  });

  it('keeps an excuse that is being typed when its person arrives', async () => {
    MONDAY('09:10');
    await server.person('N-1', { name: 'Nia Late' });
    const { person, queryClient } = await open();
    await person.click((await rowOf('Nia Late')).getByRole('button', { name: 'Excused' }));
    const dialog = within(await screen.findByRole('dialog'));
    const reason = dialog.getByLabelText<HTMLInputElement>('Reason');
    await enterText(person, reason, 'The bus was late');
    await server.admin('POST', '/today/marks', { user_id: 'N-1', mark: 'here' });
    await queryClient.invalidateQueries();
    await waitFor(() => expect(document.querySelector('[data-today-row="N-1"]')).toBeNull(), {
      timeout: 20_000,
    });
    expect(reason.isConnected && reason.value).toBe('The bus was late');
  });
});
