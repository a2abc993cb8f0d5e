import { checkIn } from '@rollcall/api/testing/attendance-fixtures';
import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
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
    (await rowOf('Ada Lovelace')).getByRole('button', { name: 'Here' }).focus();
    await person.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe((await rowOf('Bo Diddley')).getByRole('button', { name: 'Here' }));
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
});
