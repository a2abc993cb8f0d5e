import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
  for (const id of ['L-1', 'L-2', 'L-3', 'L-4']) await server.person(id);
});
afterAll(() => server.close());

const LABELS = ['Total Users', 'Present Today', 'Absent Today', 'Attendance Rate'];
const lines = (label: string) =>
  [...(screen.getByText(label).parentElement?.children ?? [])].map((line) => line.textContent?.trim() ?? '');
const total = () => lines('Total Users');

/** Presses the button of the page; lists have buttons of their own further down. */
async function refresh({ person, queryClient }: Awaited<ReturnType<typeof renderApp>>) {
  // The button waits for what is being loaded.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const [button] = screen.getAllByRole('button', { name: 'Refresh' });
  if (button) await person.click(button);
}

describe('the cards of the institution', () => {
  it('compare with the previous load, which live updates do not move, until somebody signs out', async () => {
    const session = { token: await server.adminToken(), role: 'admin' as const };
    const first = await renderApp(server, '/dashboard', session);
    await waitFor(() => expect(total()).toEqual(['Total Users', '4']));
    for (const label of LABELS) expect(lines(label).every((line) => line !== '')).toBe(true);

    // Somebody is registered while the page is open: a change, although nobody refreshed.
    await server.person('L-5');
    await first.queryClient.invalidateQueries({ queryKey: ['stats'] });
    await waitFor(() => expect(total()[1]).toBe('5'));
    // The refresh compares with the load before it, at 4.
    await refresh(first);
    await waitFor(() => expect(total()[2]).toMatch(/^\+25%/));
    await refresh(first);
    await waitFor(() => expect(total()[2]).toBe('unchanged'));
    cleanup();

    // Another load, in a page that knows nothing but the browser's storage.
    await server.admin('DELETE', '/admin/users/L-5');
    const second = await renderApp(server, '/dashboard', session);
    await waitFor(() => expect(total().slice(1)).toEqual(['4', expect.stringMatching(/^[-−]20%/)]));
    await second.person.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(second.where().pathname).toBe('/'));
    expect(Object.keys(localStorage).filter((key) => key.includes('remembered'))).toEqual([]);
  });
});
