import { openTestApp, PERSON_PASSWORD, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

describe('route guards', () => {
  it.each([
    ['/dashboard', '/login'],
    ['/admin', '/admin/login'],
    ['/admin?tab=users', '/admin/login'],
  ])('redirects a visitor from %s to %s', async (from, to) => {
    const { where } = await renderApp(server, from);
    await waitFor(() => expect(where().pathname).toBe(to));
  });

  it('redirects a user from the admin area to the dashboard', async () => {
    const { token } = await server.person('G1');
    const { where } = await renderApp(server, '/admin', { token, role: 'user' });
    await waitFor(() => expect(where().pathname).toBe('/dashboard'));
  });

  it('redirects to the login and clears the session when the server no longer accepts the token', async () => {
    const { where } = await renderApp(server, '/dashboard', { token: 'x'.repeat(43), role: 'user' });
    await waitFor(() => expect(where().pathname).toBe('/login'));
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('userRole')).toBeNull();
  });

  it.each([
    ['/admin/attendance?tab=register&section=CS-A', '/admin/login'],
    ['/profile/G1?view=calendar', '/login'],
  ])('keeps %s for after the sign-in', async (from, to) => {
    const { where } = await renderApp(server, from);
    await waitFor(() => expect(where().pathname).toBe(to));
    expect(where().search).toEqual({ next: from });
  });

  it('says that the session has ended, and opens the same address after the sign-in', async () => {
    const { token } = await server.person('G6');
    const page = await renderApp(server, '/dashboard?tab=profile', { token, role: 'user' });
    await screen.findByRole('button', { name: 'Logout' });
    await server.call('POST', '/logout', { token });
    await page.router.navigate({ to: '/dashboard', search: { tab: 'notices' } });
    expect(await screen.findByText(/^Your session has ended/)).toBeTruthy();
    expect(page.where().search).toEqual({ next: '/dashboard?tab=notices', reason: 'expired' });
    await enterText(page.person, screen.getByLabelText('Username'), 'g6');
    await enterText(page.person, screen.getByLabelText('Password'), PERSON_PASSWORD);
    await page.person.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(page.where().href).toBe('/dashboard?tab=notices'));
  });

  it('opens the address that the login page returns to for whoever is signed in already', async () => {
    const { token } = await server.person('G7');
    const { where } = await renderApp(server, '/login?next=%2Fdashboard%3Ftab%3Dnotices', { token });
    await waitFor(() => expect(where().href).toBe('/dashboard?tab=notices'));
  });

  it('shows the not-found page for an unknown address', async () => {
    await renderApp(server, '/no-such-page');
    expect(await screen.findByText('This page does not exist')).toBeTruthy();
  });

  it('shows that the server cannot be reached, and recovers on retry', async () => {
    let isUp = false;
    const flaky: typeof fetch = async (input, init) => {
      if (!isUp) throw new TypeError('network');
      return server.app.fetch(new Request(input, init));
    };
    const { person } = await renderApp(server, '/', { fetch: flaky });
    expect(await screen.findByText('The server cannot be reached')).toBeTruthy();
    isUp = true;
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('The register that fills itself in.')).toBeTruthy();
  });

  it('has a menu of the signed-in person, with their account and the way out', async () => {
    const { token } = await server.person('G9', { name: 'Gesa Test' });
    const { person, where } = await renderApp(server, '/dashboard', { token, role: 'user' });
    // Until the menu is loaded, a button that opens nothing stands in its place.
    const menu = (name: string) => screen.findByRole('button', { name, expanded: false });
    await person.click(await menu('Account menu for Gesa Test'));
    // The way in for administrators is for visitors.
    expect(screen.queryByRole('link', { name: 'Administrator Access' })).toBeNull();
    // Without a layout, Mantine takes the button for one that has left the page and hides its menu, sooner or later.
    const item = (name: string) => screen.findByRole('menuitem', { name, hidden: true });
    expect(await item('Logout')).toBeTruthy();
    await person.click(await item('My account'));
    await waitFor(() => expect(where().pathname).toBe('/account'));
    await person.click(await menu('Appearance and language'));
    expect(await item('Dark')).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryByRole('menuitem', { name: 'My account', hidden: true })).toBeNull(),
    );
  });

  it('logs out: clears the session here and on the server, and goes to the landing page', async () => {
    const { token } = await server.person('G2');
    const { person, where } = await renderApp(server, '/dashboard', { token, role: 'user' });
    await person.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(where().pathname).toBe('/'));
    expect(localStorage.getItem('token')).toBeNull();
    await waitFor(async () => {
      expect((await server.call('GET', '/session', { token })).status).toBe(401);
    });
  });

  it.each(['/admin?tab=notices', '/profile/G2'])('logs out from %s to the landing page', async (from) => {
    const page = await renderApp(server, from, { token: await server.adminToken(), role: 'admin' });
    const heading = from.startsWith('/admin') ? 'Notices' : 'G2';
    await screen.findAllByText(new RegExp(heading));
    const before = page.calls.length;
    await page.person.click(screen.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByText('The register that fills itself in.')).toBeTruthy();
    await waitFor(() => expect(page.queryClient.isFetching()).toBe(0));
    expect(page.calls.length).toBeGreaterThan(before);
    expect(page.where().href).toBe('/');
  });

  it('logs out on the server even when the tab is closed at once', async () => {
    const { token } = await server.person('G4');
    const kept: boolean[] = [];
    const recording: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      if (request.url.endsWith('/logout')) kept.push(request.keepalive);
      return server.app.fetch(request);
    };
    const { person } = await renderApp(server, '/dashboard', { token, role: 'user', fetch: recording });
    await person.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(kept).toEqual([true]));
  });

  it('stays on the landing page when the page that was left asks the server for something', async () => {
    const { token } = await server.person('G5');
    const { api, person, where } = await renderApp(server, '/dashboard', { token, role: 'user' });
    await person.click(await screen.findByRole('button', { name: 'Logout' }));
    expect((await api.dashboard.stats.$get()).status).toBe(401);
    expect(await screen.findByText('The register that fills itself in.')).toBeTruthy();
    expect(where().pathname).toBe('/');
  });
});
