import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
  await server.person('FACE-1', { name: 'Carla Captured' });
});
afterAll(() => server.close());

describe('the face capture of somebody who is registered', () => {
  it('names the person on every screen, and one press of Done closes it', async () => {
    const session = { token: await server.adminToken(), role: 'admin' as const };
    const { person } = await renderApp(server, '/people?q=FACE-1', session);
    await person.click(await screen.findByRole('button', { name: 'Capture face of Carla Captured' }));
    const name = 'Capture User Face: Carla Captured';
    const dialog = within(await screen.findByRole('dialog', { name }));
    await person.click(await dialog.findByRole('radio', { name: 'No one yet' }));
    await person.click(dialog.getByRole('button', { name: 'Continue without a face' }));
    const done = await dialog.findByRole('button', { name: 'Done' });
    expect(screen.getByRole('dialog', { name })).toBeTruthy();
    expect(dialog.getByText('Complete', { selector: 'li' }).getAttribute('aria-current')).toBe('step');
    await person.click(done);
    await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
  });
});
