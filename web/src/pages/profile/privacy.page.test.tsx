import { markAbsent } from '@rollcall/api/testing/attendance-fixtures';
import { createScriptedEngine, sceneImage } from '@rollcall/api/testing/scripted-engine';
import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  server = await openTestApp({ engine: createScriptedEngine() });
  admin = await signIn(server, { password: ADMIN_PASSWORD });
});
afterAll(() => server.close());

const enrolled = async (id: string, person: number) => {
  await server.person(id, { name: `Person ${id}` });
  const images = [1, 2, 3].map((nonce) => sceneImage({ person, nonce }));
  await server.admin('POST', '/admin/capture-face', { user_id: id, images });
};
const faceKeys = async () => (await server.pool.query('select person_id from face_keys')).rows.length;

describe('consent', () => {
  it('is recorded by an administrator with who gave it, and its withdrawal destroys the face data', async () => {
    await enrolled('C-1', 1);
    const { person } = await renderApp(server, '/profile/C-1', admin);
    expect(await screen.findByText('No consent on record.')).toBeTruthy();
    await enterText(person, screen.getByLabelText('Who agreed'), 'Maria, mother');
    await person.click(screen.getByRole('button', { name: 'Record consent' }));
    expect(await screen.findByText(/Given by Maria, mother on .*text version 1/)).toBeTruthy();
    expect(await faceKeys()).toBe(1);
    await person.click(screen.getByRole('button', { name: 'Withdraw consent' }));
    const dialog = await screen.findByRole('dialog');
    await person.click(within(dialog).getByRole('button', { name: 'Withdraw consent' }));
    expect(await screen.findByText('No consent on record.')).toBeTruthy();
    expect(await faceKeys()).toBe(0);
  });

  it('is given and withdrawn by the person, who can download their data', async () => {
    await server.person('C-2', { type: 'teacher' });
    const me = await signIn(server, { username: 'c-2', password: 'secret123' });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { person, calls } = await renderApp(server, '/dashboard', me);
    await person.click(await screen.findByRole('link', { name: 'Profile' }));
    await person.click(await screen.findByRole('button', { name: 'I agree' }));
    expect(await screen.findByText('Consent given')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Withdraw consent' }));
    const dialog = await screen.findByRole('dialog');
    await person.click(within(dialog).getByRole('button', { name: 'Withdraw consent' }));
    expect(await screen.findByRole('button', { name: 'I agree' })).toBeTruthy();
    click.mockClear();
    await person.click(screen.getByRole('button', { name: 'Download my data' }));
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    expect(calls.some(({ path }) => path === '/api/user/my-data')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Delete person' })).toBeNull();
    click.mockRestore();
  });
});

describe('erasure', () => {
  it('offers the two choices and shows the proof', async () => {
    await enrolled('E-1', 2);
    const { person, where } = await renderApp(server, '/profile/E-1', admin);
    await person.click(await screen.findByRole('button', { name: 'Delete person' }));
    const question = within(await screen.findByRole('dialog'));
    await person.click(await question.findByRole('radio', { name: /Delete past attendance too/ }));
    await person.click(question.getByRole('button', { name: 'Delete person' }));
    expect(await screen.findByText('3 sets of face data destroyed')).toBeTruthy();
    expect(screen.getByText('Key to copies in old backups destroyed')).toBeTruthy();
    expect(screen.getByText('Past attendance deleted')).toBeTruthy();
    const { rows } = await server.pool.query(`select 1 from people where code = 'E-1'`);
    expect(rows).toEqual([]);
    await person.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement); // the labelled button, not the icon
    await waitFor(() => expect(where().pathname).toBe('/admin'));
  });
});

describe('privacy and face settings', () => {
  it('show what a shorter rule removes before it is saved, and undo what was removed', async () => {
    await server.person('RR-1');
    await markAbsent(server, 'RR-1', '2020-03-02');
    const { person } = await renderApp(server, '/settings/privacy', admin);
    await person.type(await screen.findByLabelText('Delete attendance after (years)'), '5');
    await person.click(screen.getByRole('button', { name: 'Save privacy settings' }));
    expect(await screen.findByText(/would delete .* 1 attendance days/)).toBeTruthy();
    expect((await server.admin('GET', '/admin/privacy-settings')).body.attendance_years).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Save privacy settings' }));
    expect(await screen.findByText('Privacy settings saved successfully!')).toBeTruthy();
    await server.services.retention.run();
    cleanup();

    const { person: later } = await renderApp(server, '/settings/privacy', admin);
    await later.click(await screen.findByRole('button', { name: /Restore \(until/ }));
    await later.click(screen.getByRole('button', { name: 'Yes, restore' }));
    expect(await screen.findByText(/^.*Restored on/)).toBeTruthy();
    const { rows } = await server.pool.query(`select status from attendance_days where day = '2020-03-02'`);
    expect(rows).toEqual([{ status: 'absent' }]);
    expect((await server.admin('GET', '/admin/privacy-settings')).body.attendance_years).toBeNull();
  });

  it('preview what a retention rule would remove, and are saved', async () => {
    const { person } = await renderApp(server, '/settings/privacy', admin);
    const years = await screen.findByLabelText('Delete audit log after (years)');
    await person.type(years, '99');
    await person.click(screen.getByRole('button', { name: 'Preview deletions' }));
    expect(await screen.findByText('Enter a whole number from 1 to 50, or leave empty.')).toBeTruthy();
    await person.clear(years);
    await person.type(years, '3');
    await person.click(screen.getByRole('button', { name: 'Preview deletions' }));
    expect(await screen.findByText('Nothing would be deleted today.')).toBeTruthy();
    await person.click(screen.getByRole('switch', { name: /Require consent/ }));
    await person.click(screen.getByRole('button', { name: 'Save privacy settings' }));
    expect(await screen.findByText('Privacy settings saved successfully!')).toBeTruthy();
    const { body } = await server.admin('GET', '/admin/privacy-settings');
    expect(body).toMatchObject({ consent_required: true, audit_years: 3, attendance_years: null });

    await person.click(screen.getByRole('link', { name: /^Face recognition/ }));
    await person.click(await screen.findByRole('radio', { name: /Always with a movement/ }));
    // Each choice says what it costs.
    expect(screen.getByText(/1 in 3,700 passes as someone else.* 16.7% of the right people/)).toBeTruthy();
    await person.click(screen.getByRole('radio', { name: /Mostly under 12 years/ }));
    await person.click(screen.getByRole('button', { name: 'Save face settings' }));
    expect(await screen.findByText('Face settings saved successfully!')).toBeTruthy();
    const saved = await server.admin('GET', '/admin/face-settings');
    expect(saved.body).toEqual({ liveness: 'always', ages: 'under_12' });
    expect(screen.getByText('No one has to register their face again.')).toBeTruthy();
  });
});
