import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

/** Opens the dashboard on a network that the test can cut. */
async function openDashboard() {
  const { token } = await server.person(`C${Math.random()}`);
  const network = { isUp: true };
  const page = await renderApp(server, '/dashboard', {
    token,
    fetch: async (input, init) => {
      if (!network.isUp) throw new TypeError('Failed to fetch');
      return server.app.fetch(new Request(input, init));
    },
  });
  const [refresh] = await screen.findAllByRole('button', { name: /Refresh/ });
  if (!refresh) throw new Error('The dashboard has no button to refresh.');
  return { ...page, network, refresh };
}

describe('a server that does not answer', () => {
  it('is said below the top bar, with the time of the figures, until the first answer', async () => {
    const { person, network, refresh, connection, calls } = await openDashboard();
    expect(screen.queryByText(/^Not connected/)).toBeNull();
    network.isUp = false;
    await person.click(refresh);
    const bar = (await screen.findByText(/^Not connected since \d/)).closest('[role=status]');
    expect(bar?.textContent).toMatch(
      /^Not connected since \d{1,2}:\d{2}.*\. Figures are from \d{1,2}:\d{2}.*\.$/,
    );
    network.isUp = true;
    const before = calls.length;
    await act(() => connection.check());
    expect(screen.queryByText(/^Not connected/)).toBeNull();
    // The page catches up by itself.
    await waitFor(() => expect(calls.slice(before).some(({ path }) => path !== '/api/health')).toBe(true));
  });

  it('fails calls at once although the browser says that it is offline, and sends none of them later', async () => {
    const { network, api, queryClient, calls } = await openDashboard();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    network.isUp = false;
    act(() => void window.dispatchEvent(new Event('offline')));
    const sent = queryClient
      .getMutationCache()
      .build(queryClient, {
        mutationFn: () =>
          api.user['mark-attendance-with-image'].$post({ json: { scan_id: 'x', image: 'x' } }),
      })
      .execute(undefined);
    await expect(sent).rejects.toMatchObject({ code: 'unreachable' });
    network.isUp = true;
    act(() => void window.dispatchEvent(new Event('online')));
    await queryClient.getMutationCache().resumePausedMutations();
    await waitFor(() => expect(screen.queryByText(/^Not connected/)).toBeNull());
    expect(calls.filter(({ path }) => path === '/api/user/mark-attendance-with-image')).toHaveLength(1);
  });

  it('shows the page "cannot be reached" without waiting for retries', async () => {
    const page = await renderApp(null, '/dashboard', { token: 'x'.repeat(43), retry: true });
    expect(await screen.findByText('The server cannot be reached')).toBeTruthy();
    expect(page.calls.filter(({ path }) => path === '/api/settings/public')).toHaveLength(1);
  });
});

describe('a new version', () => {
  it('is offered, and asks about unsaved work before the page is reloaded', async () => {
    const page = await renderApp(server, '/faq');
    await screen.findByRole('link', { name: 'Login' });
    const accepted = vi.fn();
    act(() => page.updates.offer(accepted));
    expect((await screen.findByText('A new version is ready.')).closest('[role=status]')).toBeTruthy();
    act(() => void page.unsaved.add(null));
    await page.person.click(screen.getByRole('button', { name: 'Reload' }));
    await page.person.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(accepted).not.toHaveBeenCalled();
    await page.person.click(screen.getByRole('button', { name: 'Reload' }));
    await page.person.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(accepted).toHaveBeenCalledOnce());
  });
});
