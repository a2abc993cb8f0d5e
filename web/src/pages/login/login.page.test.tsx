import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ demo: true });
  await server.services.demoData.populate();
});
afterAll(() => server.close());

describe('user login', () => {
  it('requires both fields before it calls the server', async () => {
    const { person, calls } = await renderApp(server, '/login');
    await person.click(await screen.findByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Please enter both username and password')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('shows the server message for a wrong password and stays', async () => {
    const { person, where } = await renderApp(server, '/login');
    await enterText(person, await screen.findByLabelText('Username'), 'student');
    await enterText(person, screen.getByLabelText('Password'), 'wrong-password');
    await person.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Invalid credentials. Please try again.')).toBeTruthy();
    expect(where().pathname).toBe('/login');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it.each([
    ['nothing answers', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a proxy answers in its place', () => Promise.resolve(new Response('Bad Gateway', { status: 502 }))],
  ])('blames no password when %s', async (_why, answer) => {
    const network = { isUp: true };
    const { person } = await renderApp(server, '/login', {
      fetch: async (input, init) => (network.isUp ? server.app.fetch(new Request(input, init)) : answer()),
    });
    await enterText(person, await screen.findByLabelText('Username'), 'student');
    await enterText(person, screen.getByLabelText('Password'), 'student123');
    network.isUp = false;
    await person.click(screen.getByRole('button', { name: 'Sign In' }));
    const problem = 'The server cannot be reached. Check your connection and try again.';
    expect(await screen.findByText(problem)).toBeTruthy();
    expect(screen.queryByText('Invalid credentials. Please try again.')).toBeNull();
    // What was entered is still there for the next attempt.
    network.isUp = true;
    await person.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(localStorage.getItem('token')).toBeTruthy());
  });

  it('fills in the demo account, signs in, stores the session and goes to the dashboard', async () => {
    const { person, where } = await renderApp(server, '/login');
    await person.click(await screen.findByRole('button', { name: 'Fill' }));
    await person.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(where().pathname).toBe('/dashboard'));
    expect(localStorage.getItem('token')).toBeTruthy();
    expect(localStorage.getItem('userRole')).toBe('user');
    expect(JSON.parse(localStorage.getItem('currentUser') ?? '{}').name).toBe('Alex Morgan');
  });

  it.each([
    ['a student', '/dashboard'],
    ['an administrator', '/admin'],
    ['a teacher', '/teacher'],
    ['the office', '/office'],
  ])('lets a visitor of the demo in as %s with one click', async (role, page) => {
    const { person, where } = await renderApp(server, '/login');
    await person.click(await screen.findByRole('button', { name: `Try as ${role}` }));
    await waitFor(() => expect(where().pathname).toBe(page));
  });
});

describe('admin login', () => {
  it('requires the password', async () => {
    const { person } = await renderApp(server, '/admin/login');
    await person.click(await screen.findByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Please enter admin password')).toBeTruthy();
  });

  it('goes to the admin area', async () => {
    const { person, where } = await renderApp(server, '/admin/login');
    await enterText(person, await screen.findByLabelText('Admin password'), ADMIN_PASSWORD);
    await person.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(where().pathname).toBe('/admin'));
    expect(localStorage.getItem('userRole')).toBe('admin');
  });

  it('opens the address that was asked for, also by way of the other login page', async () => {
    const next = '/admin/attendance?tab=register&section=CS-A';
    const { person, where } = await renderApp(server, `/login?next=${encodeURIComponent(next)}`);
    await person.click(await screen.findByRole('link', { name: 'Administrator? Sign in here' }));
    await enterText(person, await screen.findByLabelText('Admin password'), ADMIN_PASSWORD);
    await person.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(where().href).toBe(next));
  });

  it('does not open the address of another site', async () => {
    const { person, where } = await renderApp(server, '/admin/login?next=%2F%2Fevil.example%2Fadmin');
    await enterText(person, await screen.findByLabelText('Admin password'), ADMIN_PASSWORD);
    await person.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(where().href).toBe('/admin'));
  });

  it('hides the navigation bar', async () => {
    await renderApp(server, '/admin/login');
    await screen.findByRole('button', { name: 'Sign In' });
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
