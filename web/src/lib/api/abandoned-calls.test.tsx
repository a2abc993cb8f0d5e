import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

/** A server that never answers calls to `path`, until `answers` is set; it collects their signals. */
function slowAt(path: string) {
  const state = { answers: false, signals: [] as AbortSignal[] };
  const slow: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).pathname !== path || state.answers) return server.app.fetch(request);
    state.signals.push(request.signal);
    return new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });
  };
  return { state, fetch: slow };
}

describe('a call whose answer nobody waits for any more', () => {
  it('is aborted when its page is left, without an outage or an error, and sent again on return', async () => {
    const { state, fetch } = slowAt('/api/admin/attendance-rows');
    const session = { token: await server.adminToken(), role: 'admin' as const, fetch };
    const page = await renderApp(server, '/attendance?tab=days', session);
    await waitFor(() => expect(state.signals).toHaveLength(1));
    expect(state.signals[0]?.aborted).toBe(false);
    await page.router.navigate({ to: '/faq' });
    await waitFor(() => expect(state.signals[0]?.aborted).toBe(true));
    expect(page.connection.outage()).toBeNull();
    expect(
      page.queryClient
        .getQueryCache()
        .getAll()
        .some(({ state }) => state.status === 'error'),
    ).toBe(false);

    await page.router.navigate({ to: '/attendance', search: { tab: 'days' } });
    await waitFor(() => expect(state.signals).toHaveLength(2));
    expect(state.signals[1]?.aborted).toBe(false);
  });

  it('is aborted when the filter changes, and only the last one is shown', async () => {
    await server.person('ABC-1', { name: 'Ada Abandoned' });
    const { state, fetch } = slowAt('/api/admin/users');
    const session = { token: await server.adminToken(), role: 'admin' as const, fetch };
    const page = await renderApp(server, '/people?q=nobody', session);
    await waitFor(() => expect(state.signals.length).toBeGreaterThan(0));
    const first = [...state.signals];
    state.answers = true;
    await page.router.navigate({ to: '/people', search: { q: 'Abandoned' } });
    expect(await screen.findByText('Ada Abandoned')).toBeTruthy();
    await waitFor(() => expect(first.some(({ aborted }) => aborted)).toBe(true));
  });
});

describe('a query function', () => {
  const sources = import.meta.glob<string>('../../**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  /** Outlive every page, and guards wait for them; texts are no call; opening a link is a POST. */
  const WITHOUT = ['me.queries', 'public-settings.queries', 'office-texts.queries', 'auth.queries'];

  it('passes the signal of its query on to the call', () => {
    const forgotten = Object.entries(sources).flatMap(([path, source]) =>
      path.includes('.test.') || WITHOUT.some((name) => path.includes(`/${name}`))
        ? []
        : (source.match(/queryFn: .*/g) ?? [])
            .filter((line) => !line.includes('signal'))
            .map((line) => `${path}: ${line}`),
    );
    expect(forgotten).toEqual([]);
  });
});
