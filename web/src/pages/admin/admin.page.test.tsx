import { notifications } from '@mantine/notifications';
import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
let session: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  server = await openTestApp({ demo: true });
  await server.services.demoData.populate();
  session = await signIn(server, { password: ADMIN_PASSWORD });
});
afterAll(() => server.close());
const open = (path: string) => renderApp(server, path, session);

describe('admin: register', () => {
  it('registers a person without a face, and the list offers to capture it', async () => {
    const { person } = await open('/admin');
    await person.click(await screen.findByRole('button', { name: 'Register New User' }));
    const dialog = await screen.findByRole('dialog');
    const next = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Next' });
    expect(next.disabled).toBe(true);
    await enterText(person, within(dialog).getByLabelText(/^Name/), 'Grace Hopper');
    await enterText(person, within(dialog).getByLabelText(/^User ID/), 'NEW-1');
    await enterText(person, within(dialog).getByLabelText(/^Username/), 'grace');
    await enterText(person, within(dialog).getByLabelText(/^Password/), 'short');
    expect(next.disabled).toBe(true);
    await enterText(person, within(dialog).getByLabelText(/^Password/), '-no-more');
    await person.click(next);
    // No photo without consent, and no word of success before the end.
    const go = await screen.findByRole<HTMLButtonElement>('button', { name: 'Record consent and continue' });
    expect(go.disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Continue without recording consent' })).toBeNull();
    await person.click(screen.getByRole('radio', { name: 'No one yet' }));
    await person.click(screen.getByRole('button', { name: 'Continue without a face' }));
    expect(
      await screen.findByText(
        'Without consent, no photos of Grace Hopper are taken. The office checks them in by hand.',
      ),
    ).toBeTruthy();
    expect(screen.queryByText('User Grace Hopper registered successfully!')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Complete Registration' }));
    expect(await screen.findByText('User Grace Hopper registered successfully!')).toBeTruthy();
    await person.click(await screen.findByRole('button', { name: 'Done' }));
    expect(await screen.findByRole('button', { name: 'Capture face of Grace Hopper' })).toBeTruthy();
  });

  it('counts the people without a face, offers to capture theirs, and leads to the import of a list', async () => {
    const { person, where } = await open('/admin');
    const { total } = (await server.admin('GET', '/admin/users?has_face_data=false&limit=1')).body;
    expect(await screen.findByRole('heading', { name: `${total} people without face data` })).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Capture face of/ })).toHaveLength(6);
    // One primary button; the others are quiet.
    expect(document.querySelectorAll('main .mantine-Button-root:not([data-variant])')).toHaveLength(1);
    await person.click(screen.getByRole('link', { name: 'Show all' }));
    await waitFor(() => expect(where().search).toEqual({ tab: 'users', face: 'no' }));
    cleanup();
    const page = await open('/admin');
    await page.person.click(await screen.findByRole('link', { name: 'Import a list' }));
    await waitFor(() => expect(page.where().search).toEqual({ tab: 'users', action: 'import' }));
  });

  it('asks for as many characters of a password as the server does', async () => {
    const { person } = await open('/admin');
    await person.click(await screen.findByRole('button', { name: 'Register New User' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('At least 6 characters.')).toBeTruthy();
    await person.click(dialog.getByLabelText(/^Type/, { selector: 'input' }));
    await person.click(await screen.findByRole('option', { name: 'Teacher', hidden: true }));
    expect(dialog.getByText('At least 8 characters.')).toBeTruthy();
  });

  it('shows the server message for an ID that is in use, and keeps the form', async () => {
    const { person } = await open('/admin');
    await person.click(await screen.findByRole('button', { name: 'Register New User' }));
    const dialog = await screen.findByRole('dialog');
    await enterText(person, within(dialog).getByLabelText(/^Name/), 'Someone Else');
    await enterText(person, within(dialog).getByLabelText(/^User ID/), 'STU001');
    await enterText(person, within(dialog).getByLabelText(/^Username/), 'someone.else');
    await enterText(person, within(dialog).getByLabelText(/^Password/), 'long-enough');
    await person.click(within(dialog).getByRole('button', { name: 'Next' }));
    expect((await screen.findAllByText('This ID is already in use.')).length).toBeGreaterThan(0);
    expect(await screen.findByText('Registration Failed')).toBeTruthy();
  });
});

describe('admin: capture face', () => {
  it('asks for consent first, then says what is wrong with the camera and offers to try again', async () => {
    const getUserMedia = vi.fn(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));
    await server.person('CAM-1', { name: 'Camera Shy' });
    const { person } = await open('/admin?tab=users&q=CAM-1');
    await person.click(await screen.findByRole('button', { name: 'Capture face of Camera Shy' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Capture Face: Camera Shy' }));
    await person.click(await dialog.findByRole('radio', { name: 'A parent or guardian' }));
    await enterText(person, dialog.getByLabelText(/^Name of the parent or guardian/), 'Maya Shy');
    await person.click(dialog.getByRole('radio', { name: 'On this screen' }));
    expect(getUserMedia).not.toHaveBeenCalled();
    await person.click(dialog.getByRole('button', { name: 'Record consent and continue' }));
    const denied = 'Camera access denied. Please allow camera permissions and try again.';
    expect(await dialog.findByText(denied)).toBeTruthy();
    expect(dialog.getByRole('status').textContent).toBe('0 of 5 images');
    await person.click(dialog.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2));
    expect(await dialog.findByText(denied)).toBeTruthy();
    const { body } = await server.admin('GET', '/admin/users/CAM-1/consent');
    expect(body.consents).toMatchObject([{ given_by: 'Maya Shy', method: 'digital', text_version: '1' }]);
  });
});

/** Without a layout, Mantine hides the menu of a row. */
const chooseAction = async (
  person: Awaited<ReturnType<typeof open>>['person'],
  name: string,
  action: string,
) => {
  await person.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
  await person.click(await screen.findByRole('menuitem', { name: action, hidden: true }));
};

describe('admin: manage users', () => {
  it('searches on the server and keeps the search in the address', async () => {
    const { person, where } = await open('/admin?tab=users');
    await enterText(person, await screen.findByRole('searchbox'), 'Kowalska');
    await waitFor(() => expect(where().search).toMatchObject({ q: 'Kowalska' }));
    expect(await screen.findByText('1–1 of 1')).toBeTruthy();
  });

  it('pages and sorts on the server', async () => {
    const { person, where, calls } = await open('/admin?tab=users');
    await screen.findByText(/1–20 of/);
    await person.click(screen.getByRole('button', { name: '2' }));
    expect(await screen.findByText(/21–40 of/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: /^Name/ }));
    await waitFor(() => expect(where().search).toMatchObject({ by: 'name', dir: 'asc' }));
    expect(calls.filter(({ path }) => path === '/api/admin/users').length).toBeGreaterThan(2);
  });

  it('edits, resets the password of and deletes a person, after asking', async () => {
    await server.person('EDIT-1', { name: 'Before Name' });
    const { person } = await open('/admin?tab=users&q=EDIT-1');
    await person.click(await screen.findByRole('button', { name: 'Edit Before Name' }));
    const name = await screen.findByLabelText(/^Name/);
    await person.clear(name);
    await enterText(person, name, 'After Name');
    await person.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('User updated successfully!')).toBeTruthy();

    await chooseAction(person, 'After Name', 'Reset password of After Name');
    await person.click(await screen.findByRole('button', { name: 'Reset password' }));
    expect(await screen.findByText('Please enter a new password')).toBeTruthy();
    await enterText(person, screen.getByLabelText(/^New password/), 'fresh-password');
    await person.click(screen.getByRole('button', { name: 'Reset password' }));
    expect(await screen.findByText('Password updated successfully!')).toBeTruthy();

    await chooseAction(person, 'After Name', 'Delete After Name');
    expect(await screen.findByText(/cannot be undone/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Delete person' }));
    expect(await screen.findByText('User deleted successfully!')).toBeTruthy();
    expect(await screen.findByText('No one found')).toBeTruthy();
  });

  it('says at the field why a password is refused, and asks who it is before a teacher gets one', async () => {
    await server.person('EDIT-2', { name: 'Tina Teacher', type: 'teacher' });
    const { person } = await open('/admin?tab=users&q=EDIT-2');
    await chooseAction(person, 'Tina Teacher', 'Reset password of Tina Teacher');
    server.clock.advance(6 * 60_000);
    const field = await screen.findByLabelText(/^New password/);
    await enterText(person, field, 'password');
    await person.click(screen.getByRole('button', { name: 'Reset password' }));
    const confirm = within(await screen.findByRole('dialog', { name: 'Please confirm that it’s you' }));
    await enterText(person, confirm.getByLabelText('Your password'), ADMIN_PASSWORD);
    await person.click(confirm.getByRole('button', { name: 'Confirm' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset password' }));
    expect(await dialog.findByText('This is a commonly used password.')).toBeTruthy();
    await person.clear(field);
    await enterText(person, field, 'lantern otter');
    await person.click(screen.getByRole('button', { name: 'Reset password' }));
    expect(await screen.findByText('Password updated successfully!')).toBeTruthy();
  });
});

describe('people', () => {
  it('are links; several are moved together and get password slips, and deleting asks for their number', async () => {
    const long = 'Bartholomew '.repeat(6).trim();
    await server.person('BULK-1', { name: long });
    await server.person('BULK-2', { name: 'Bulk Two' });
    const { person } = await open('/people?q=BULK-');
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: long });
    expect(link.getAttribute('href')).toBe('/profile/BULK-1');
    await person.click(screen.getByRole('checkbox', { name: 'Select everyone on this page' }));
    const bar = within(await screen.findByRole('region', { name: 'Selected people' }));
    expect(bar.getByRole('status').textContent).toBe('2 selected');

    await person.click(bar.getByRole('button', { name: 'Move to section' }));
    const dialog = () => within(screen.getByRole('dialog'));
    await screen.findByRole('dialog');
    await enterText(person, dialog().getByLabelText('Class/Section'), 'CS-Z');
    await person.click(dialog().getByRole('button', { name: 'Move' }));
    expect(await screen.findByText('2 people moved.')).toBeTruthy();
    await person.keyboard('{Escape}');
    const { body } = await server.admin('GET', '/admin/users?section=CS-Z');
    expect(body.total).toBe(2);

    await person.click(screen.getByRole('checkbox', { name: 'Select Bulk Two' }));
    await person.click(await screen.findByRole('button', { name: 'Password slips' }));
    await person.click(await screen.findByRole('button', { name: 'Create passwords' }));
    const list = await screen.findByRole('table', { name: 'Passwords' });
    expect(within(list).getByRole('row', { name: /Bulk Two CS-Z bulk-2 \w{4}-\w{4}-\w{4}/ })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'List (CSV)' }));
    await person.keyboard('{Escape}');

    await person.click(await screen.findByRole('button', { name: 'Delete' }));
    const confirm = () => dialog().getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    expect((await screen.findByRole('dialog')).textContent).toContain('Delete 1 person?');
    expect(confirm().disabled).toBe(true);
    await person.type(screen.getByLabelText('Type 1 to confirm'), '1');
    await person.click(confirm());
    expect(await screen.findByText('1 person deleted.')).toBeTruthy();
  });
});

describe('admin: notices', () => {
  it('starts the form from the address, warns about missing fields, posts and deletes', async () => {
    const { person } = await open('/admin?tab=notices&action=create');
    const title = await screen.findByLabelText('Title');
    expect(document.activeElement).toBe(title);
    await person.click(screen.getByRole('button', { name: 'Post notice' }));
    expect(await screen.findByText('Missing Information')).toBeTruthy();
    await enterText(person, title, 'Snow day');
    await enterText(person, screen.getByLabelText('Content'), 'School is closed <b>tomorrow</b>.');
    await person.click(screen.getByRole('button', { name: 'Post notice' }));
    expect(await screen.findByText('Notice created successfully!')).toBeTruthy();
    const card = (await screen.findByRole('heading', { name: 'Snow day' })).closest('article');
    if (!card) throw new Error('no card');
    expect(within(card).getByText(/<b>tomorrow<\/b>/)).toBeTruthy();
    await person.click(within(card).getByRole('button', { name: 'Delete notice' }));
    const dialog = await screen.findByRole('dialog');
    await person.click(within(dialog).getByRole('button', { name: 'Delete notice' }));
    expect(await screen.findByText('Notice deleted successfully!')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Snow day' })).toBeNull());
  });
});

describe('admin: analytics and backup', () => {
  it('asks for both dates', async () => {
    const { person } = await open('/admin?tab=analytics');
    await person.click(await screen.findByRole('button', { name: 'Apply filter' }));
    expect(await screen.findByText('Please select both start and end dates')).toBeTruthy();
  });

  it('shows the range of the address', async () => {
    await open('/admin?tab=analytics&from=2026-02-23&to=2026-02-27');
    expect(await screen.findByText('23 Feb 2026 – 27 Feb 2026')).toBeTruthy();
    expect(await screen.findByText(/Fri, 27 Feb/)).toBeTruthy();
    expect(screen.queryByText(/20 Feb/)).toBeNull();
  });

  it('makes a backup and lists it with a download', async () => {
    const { person } = await open('/admin?tab=backup');
    await person.click(await screen.findByRole('button', { name: 'Create backup' }));
    expect(await screen.findByText('Backup created')).toBeTruthy();
    expect(await screen.findByRole('button', { name: /Download Database backup/ })).toBeTruthy();
  });

  it('opens the attendance of a class from the address', async () => {
    await open('/admin?class=1&action=attendance');
    expect(await screen.findByRole('heading', { name: 'Data Structures CS-A' })).toBeTruthy();
    expect(await screen.findByText('Alex Morgan')).toBeTruthy();
  });

  it('says so when the class does not exist', async () => {
    await open('/admin?class=9999&action=attendance');
    expect(await screen.findByRole('heading', { name: 'This class does not exist' })).toBeTruthy();
    expect(screen.getAllByText('This class does not exist')).toHaveLength(1);
  });
});

describe('admin: analytics', () => {
  it('says once that a range could not be shown, however often the page is drawn again', async () => {
    const shown = vi.spyOn(notifications, 'show');
    onTestFinished(() => shown.mockRestore());
    const range = { from: '2026-02-01', to: '2026-02-05' };
    const page = await renderApp(server, `/admin?tab=analytics&${new URLSearchParams(range)}`, {
      ...session,
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const isActivity = new URL(request.url).pathname === '/api/admin/analytics';
        return isActivity ? new Response('', { status: 400 }) : server.app.fetch(request);
      },
    });
    await waitFor(() => expect(shown).toHaveBeenCalled());
    // A filter of another tab draws the page again.
    await act(() =>
      page.router.navigate({ to: '/admin', search: { tab: 'analytics', ...range, q: 'x' }, replace: true }),
    );
    expect(page.where().search).toMatchObject({ q: 'x' });
    expect(shown).toHaveBeenCalledOnce();
  });
});
