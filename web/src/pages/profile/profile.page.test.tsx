import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
let student: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  server = await openTestApp({ demo: true });
  await server.services.demoData.populate();
  admin = await signIn(server, { password: ADMIN_PASSWORD });
  student = await signIn(server, { username: 'student', password: 'student123' });
});
afterAll(() => server.close());

describe('profile page', () => {
  it('shows administrators any profile, with history and figures', async () => {
    await renderApp(server, '/profile/STU004', admin);
    expect(await screen.findByRole('heading', { name: 'Anna Kowalska' })).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: 'Check-in time' })).toBeTruthy();
    const { body } = await server.call('GET', '/profile/STU004', { token: admin.token });
    expect(screen.getByText(`${body.present_days} of ${body.due_days} days`)).toBeTruthy();
    const main = screen.getByText('Attendance rate').closest('div');
    expect(main?.textContent).toContain(`${body.rate}%`);
    expect(screen.getByText('30-day score').closest('div')?.textContent).toContain(
      `${body.attendance_rate}%`,
    );
    expect(await screen.findByRole('heading', { name: 'Past year' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Edit User' })).toBeTruthy();
  });

  it('shows students their own profile, without Edit User', async () => {
    await renderApp(server, '/profile/STU001', student);
    expect(await screen.findByRole('heading', { name: 'Alex Morgan' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit User' })).toBeNull();
  });

  it.each(['/profile/STU004', '/profile/NOBODY'])('says User Not Found for %s as a student', async (path) => {
    await renderApp(server, path, student);
    expect(await screen.findByText('User Not Found')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go Back' })).toBeTruthy();
  });

  it('exports, shows a calendar and prints a report', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { person, where } = await renderApp(server, '/profile/STU001', admin);
    await person.click(await screen.findByRole('button', { name: 'Export' }));
    expect(click).toHaveBeenCalled();
    await person.click(screen.getByRole('button', { name: 'Report' }));
    await waitFor(() => expect(print).toHaveBeenCalled());
    await person.click(screen.getByRole('button', { name: 'Calendar' }));
    await waitFor(() => expect(where().search).toMatchObject({ view: 'calendar' }));
    expect(await screen.findByRole('columnheader', { name: 'Mo' })).toBeTruthy();
    click.mockRestore();
  });

  it('prints the whole history, not the page of it that is shown', async () => {
    await renderApp(server, '/profile/STU004', admin);
    const rows = () => screen.getAllByRole('row').length - 1;
    await screen.findByRole('columnheader', { name: 'Check-in time' });
    const { body } = await server.call('GET', '/profile/STU004', { token: admin.token });
    expect(rows()).toBe(20);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(rows()).toBe(body.attendance_history.length);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(rows()).toBe(20);
  });

  it('edits the person in place', async () => {
    const { person } = await renderApp(server, '/profile/STU010', admin);
    await person.click(await screen.findByRole('button', { name: 'Edit User' }));
    const name = await screen.findByLabelText(/^Name/);
    await person.clear(name);
    await enterText(person, name, 'Daria P. Petrova');
    await person.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByRole('heading', { name: 'Daria P. Petrova' })).toBeTruthy();
  });
});
