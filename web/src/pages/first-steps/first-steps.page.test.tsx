import { ADMIN_PASSWORD, openTestApp, PERSON_PASSWORD, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ kind: 'workplace', firstSteps: true });
});
afterAll(() => server.close());

const asAdmin = () => signIn(server, { password: ADMIN_PASSWORD });
const stepOf = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title });
  const item = heading.closest('li');
  if (!item) throw new Error(`${title} is in no list`);
  return within(item);
};

describe('first steps', () => {
  it('wait on the dashboard and on today instead of "nothing is waiting", and lead to their page', async () => {
    const { person, where, router } = await renderApp(server, '/dashboard', await asAdmin());
    expect(await screen.findByText('9 steps left before your first day.')).toBeTruthy();
    expect(screen.queryByText('Nothing needs your attention.')).toBeNull();
    // One empty state that leads on, instead of a row of empty charts.
    expect(screen.queryByText('0%')).toBeNull();
    await router.navigate({ to: '/today' });
    expect(await screen.findByRole('heading', { name: 'First steps' })).toBeTruthy();
    await person.click(screen.getByRole('link', { name: 'See all first steps' }));
    await waitFor(() => expect(where().pathname).toBe('/first-steps'));
    expect(await screen.findByText('0 of 9 done')).toBeTruthy();
  });

  it('show what would be confirmed, follow a click, and can be taken back', async () => {
    const { person } = await renderApp(server, '/first-steps', await asAdmin());
    const times = await stepOf('Check the times');
    expect(
      times.getByText(/starts at 09:00.*late after 09:15.*very late after 09:30.*by 10:00/),
    ).toBeTruthy();
    await person.click(times.getByRole('button', { name: 'This is right: Check the times' }));
    expect(await (await stepOf('Check the times')).findByText('Done')).toBeTruthy();

    const groups = await stepOf('Add departments or shifts');
    await person.click(groups.getByRole('button', { name: /^Not needed/ }));
    expect(await screen.findByText('2 of 9 done')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: /^Do it after all/ }));
    expect(await screen.findByText('1 of 9 done')).toBeTruthy();
    // Only data shows that people are there.
    expect((await stepOf('Add people')).queryByRole('button')).toBeNull();
  });

  it('link to the exact place, and are done when the work there is done', async () => {
    const { person, where, router } = await renderApp(server, '/first-steps', await asAdmin());
    const links = [
      ['Add people', 'Import a list', '/people?action=import'],
      ['Add people', 'Add one by hand', '/people?action=create'],
      ['Enter the holidays', 'Open calendar', '/settings/calendar'],
      ['Check the consent text', 'Read the text', '/settings/privacy'],
      ['Make a backup', 'Open backup', '/settings/backup'],
      ['Register the first face', 'Choose a person', '/people?face=no'],
    ] as const;
    for (const [step, name, address] of links)
      expect((await stepOf(step)).getByRole('link', { name }).getAttribute('href')).toBe(address);

    await person.click((await stepOf('Add people')).getByRole('link', { name: 'Add one by hand' }));
    await waitFor(() => expect(where().pathname).toBe('/people'));
    const dialog = await screen.findByRole('dialog');
    // Employees first, with a department.
    expect(await within(dialog).findByLabelText<HTMLInputElement>(/^Department/)).toBeTruthy();
    expect(within(dialog).getByRole<HTMLInputElement>('combobox', { name: /Type/ }).value).toBe('Employee');
    await server.person('W-1', { type: 'employee', class_section: 'Sales' });
    await router.navigate({ to: '/first-steps', ignoreBlocker: true });
    expect(await (await stepOf('Add people')).findByText('1 person added.')).toBeTruthy();
    expect(await (await stepOf('Add departments or shifts')).findByText('Done')).toBeTruthy();
  });

  it('tell what to do where the address is not safe enough for cameras', async () => {
    await renderApp(server, '/first-steps', await asAdmin());
    const camera = await stepOf('Use a secure address');
    expect(window.isSecureContext).not.toBe(true);
    expect(camera.getByText(/only over HTTPS or on the server itself/)).toBeTruthy();
    expect(camera.getByRole('link', { name: 'How to set up HTTPS' }).getAttribute('href')).toContain(
      'docs/OPERATIONS.md#https',
    );
  });

  it('leave the address open where the camera works on this computer only', async () => {
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: true });
    onTestFinished(() => void Reflect.deleteProperty(window, 'isSecureContext'));
    await renderApp(server, '/first-steps', await asAdmin());
    const camera = await stepOf('Use a secure address');
    expect(camera.getByText(/is secure on this computer only/)).toBeTruthy();
    expect(camera.getByRole('button', { name: /^Not needed/ })).toBeTruthy();
  });

  it('say once that everything is done, and are gone', async () => {
    for (const [step, mark] of [
      ['holidays', 'confirmed'],
      ['consent', 'confirmed'],
      ['place', 'confirmed'],
      ['camera', 'skipped'],
      ['face', 'skipped'],
    ])
      await server.admin('PUT', '/first-steps', { step, mark });
    await server.admin('POST', '/admin/backup/database');
    await server.admin('POST', '/admin/keys/export', { passphrase: 'a long enough passphrase' });
    const { person, router } = await renderApp(server, '/first-steps', await asAdmin());
    expect(await screen.findByText('Everything is set up')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Got it' }));
    expect(await screen.findByText('The first steps are done')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'First steps' })).toBeNull());
    await router.navigate({ to: '/dashboard' });
    expect(await screen.findByRole('heading', { name: 'Needs attention' })).toBeTruthy();
    expect(screen.queryByText(/before your first day/)).toBeNull();
  });

  it('are nothing for an office or a teacher', async () => {
    await server.person('T-1', { type: 'teacher', class_section: null });
    await server.pool.query('update institution set first_steps_closed = false');
    const { calls, where } = await renderApp(
      server,
      '/first-steps',
      await signIn(server, { username: 't-1', password: PERSON_PASSWORD }),
    );
    await waitFor(() => expect(where().pathname).not.toBe('/first-steps'));
    expect(await screen.findByRole('navigation', { name: 'Daily work' })).toBeTruthy();
    expect(calls.some(({ path }) => path.endsWith('/first-steps'))).toBe(false);
  });
});
