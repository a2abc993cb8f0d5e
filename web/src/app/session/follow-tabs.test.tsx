import { ADMIN_PASSWORD, openTestApp, PERSON_PASSWORD, type TestApp } from '@rollcall/api/testing/test-app';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSession } from '../../lib/session/session.ts';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
  await server.person('T1', { name: 'Xenia First' });
  await server.person('T2', { name: 'Yuri Second' });
});
afterAll(() => server.close());

const asPerson = (username: string) => signIn(server, { username, password: PERSON_PASSWORD });
type StoredSession = Parameters<ReturnType<typeof createSession>['signIn']>[0];

/** What another tab does with the same storage; this tab hears of each key that it writes. */
function otherTab(work: (session: ReturnType<typeof createSession>) => void) {
  const told: string[] = [];
  const recording = new Proxy(localStorage, {
    get: (storage, name) => {
      if (name !== 'setItem' && name !== 'removeItem') return Reflect.get(storage, name).bind(storage);
      return (key: string, value: string) => {
        storage[name](key, value);
        told.push(key);
        act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
      };
    },
  });
  work(createSession(recording));
  return told;
}

describe('a tab whose person changes in another tab', () => {
  it('leaves to the landing page on sign-out, with nothing left of what it showed', async () => {
    const { token, role, user } = await signIn(server, { password: ADMIN_PASSWORD });
    const page = await renderApp(server, '/admin?tab=users', { token, role, user });
    expect(await screen.findByText('Xenia First')).toBeTruthy();
    otherTab((session) => session.signOut());
    expect(await screen.findByText('The register that fills itself in.')).toBeTruthy();
    expect(page.where().href).toBe('/');
    const kept = page.queryClient.getQueryCache().findAll({ queryKey: ['people'] });
    expect(kept.filter(({ state }) => state.data !== undefined)).toEqual([]);
    expect(screen.queryByText('Xenia First')).toBeNull();
  });

  it('opens the start page of the other person, and shows nobody else', async () => {
    const { token, role, user } = await signIn(server, { password: ADMIN_PASSWORD });
    const page = await renderApp(server, '/admin?tab=users', { token, role, user });
    expect(await screen.findByText('Xenia First')).toBeTruthy();
    const next = (await asPerson('t2')) as StoredSession;
    otherTab((session) => session.signIn(next));
    await waitFor(() => expect(page.where().pathname).toBe('/dashboard'));
    expect(await screen.findByRole('button', { name: /Yuri Second/ })).toBeTruthy();
    expect(screen.queryByText('Xenia First')).toBeNull();
  });

  it('closes the windows that are open when the other person has the same page', async () => {
    const { token, role, user } = await asPerson('t1');
    const page = await renderApp(server, '/dashboard', { token, role, user });
    await page.person.click(await screen.findByRole('button', { name: 'Filter' }));
    await screen.findByRole('dialog');
    const next = (await asPerson('t2')) as StoredSession;
    otherTab((session) => session.signIn(next));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('button', { name: /Yuri Second/ })).toBeTruthy();
    expect(page.where().pathname).toBe('/dashboard');
  });

  it('stays where it is when the same person has signed in again, and asks with the new token', async () => {
    const { token, role, user } = await asPerson('t1');
    const page = await renderApp(server, '/dashboard?tab=notices', { token, role, user });
    await screen.findByRole('button', { name: /Xenia First/ });
    const next = (await asPerson('t1')) as StoredSession;
    await server.call('POST', '/logout', { token });
    const told = otherTab((session) => session.signIn(next));
    // Role and user are there when the token is told.
    expect(told.at(-1)).toBe('token');
    await waitFor(() => expect(page.queryClient.isFetching()).toBe(0));
    expect(page.where().href).toBe('/dashboard?tab=notices');
    expect(page.session.get().token).toBe(next.token);
  });

  it('goes to the login page that returns there when the server has refused the session in the other tab', async () => {
    const { token, role, user } = await asPerson('t1');
    const page = await renderApp(server, '/dashboard?tab=profile', { token, role, user });
    await screen.findByRole('button', { name: /Xenia First/ });
    otherTab((session) => session.expire());
    const main = within(await screen.findByRole('main'));
    expect(await main.findByText(/^Your session has ended/)).toBeTruthy();
    expect(page.where().search).toEqual({ next: '/dashboard?tab=profile', reason: 'expired' });
  });

  it('lets a visitor stay on a public page', async () => {
    const page = await renderApp(server, '/faq');
    await screen.findByRole('link', { name: 'Login' });
    const next = (await asPerson('t1')) as StoredSession;
    otherTab((session) => session.signIn(next));
    expect(await screen.findByRole('button', { name: /Xenia First/ })).toBeTruthy();
    expect(page.where().pathname).toBe('/faq');
  });
});

describe('a restore', () => {
  it('that ends every session leaves nothing of the old institution in the caches', async () => {
    const { token, role, user } = await signIn(server, { password: ADMIN_PASSWORD });
    const page = await renderApp(server, '/admin?tab=users', { token, role, user });
    expect(await screen.findByText('Xenia First')).toBeTruthy();
    const people = () =>
      page.queryClient
        .getQueryCache()
        .findAll({ queryKey: ['people'], predicate: ({ state }) => !!state.data });
    expect(people().length).toBeGreaterThan(0);
    await act(() => page.session.endedBy(async () => undefined));
    expect(people()).toEqual([]);
  });
});
