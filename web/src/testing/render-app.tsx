import type { TestApp } from '@rollcall/api/testing/test-app';
import type { Language } from '@rollcall/core/kernel/language';
import { createMemoryHistory } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serverHost } from '../app/api.ts';
import { App } from '../app/app.tsx';
import { createAppParts } from '../app/create-app.ts';
import { createI18n } from '../lib/i18n/i18n.ts';

interface RenderOptions {
  readonly token?: string;
  readonly role?: 'admin' | 'user';
  readonly user?: unknown;
  readonly language?: Language;
  /** Replaces the request to the server, e.g. to simulate a network that is down. */
  readonly fetch?: typeof fetch;
  /** Repeats failed queries, as the product does. */
  readonly retry?: boolean;
}

/** Renders the whole web app at `path`, on the real API: `fetch` calls it directly. */
export async function renderApp(server: TestApp | null, path: string, options: RenderOptions = {}) {
  if (options.token) {
    localStorage.setItem('token', options.token);
    localStorage.setItem('userRole', options.role ?? 'user');
    if (options.user) localStorage.setItem('currentUser', JSON.stringify(options.user));
  }
  const calls: { method: string; path: string }[] = [];
  const through: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    calls.push({ method: request.method, path: new URL(request.url).pathname });
    if (options.fetch) return options.fetch(input, init);
    if (!server) throw new TypeError('no server');
    return server.app.fetch(request);
  };
  const i18n = await createI18n(options.language ?? 'en');
  const host = { ...serverHost(through, 'http://localhost:5000'), streamsEvents: false };
  const parts = createAppParts(host, i18n, localStorage, { retry: options.retry ?? false });
  parts.router.update({ ...parts.router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  render(<App parts={parts} />);
  return {
    ...parts,
    calls, // No timer between keystrokes.
    person: userEvent.setup({ delay: null }),
    where: () => parts.router.state.location,
  };
}

/** Signs in through the API, as a page would. */
export async function signIn(
  server: TestApp,
  body: { username: string; password: string } | { password: string },
) {
  const path = 'username' in body ? '/user/login' : '/admin/login';
  const { body: answer } = await server.call('POST', path, { body });
  return {
    token: String(answer.access_token),
    role: answer.role as 'admin' | 'user',
    user: answer.user as unknown,
  }; // the login contract
}
