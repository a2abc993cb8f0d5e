import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { createBrowserHistory } from '@tanstack/react-router';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const asAdmin = async (path: string) =>
  renderApp(server, path, { token: await server.adminToken(), role: 'admin' });
const question = () => screen.findByRole('dialog', { name: 'Discard what you entered?' });
const gone = (name: string) => waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());

/** Opens the registration and types a name. */
async function startRegistration(page: Awaited<ReturnType<typeof renderApp>>) {
  await page.person.click(await screen.findByRole('button', { name: 'Register New User' }));
  const name = await screen.findByRole('textbox', { name: /^Full name|^Name/ });
  await enterText(page.person, name, 'Ada');
  return name as HTMLInputElement;
}

describe('unsaved work in a window', () => {
  it('is kept when Escape is pressed, until it is discarded', async () => {
    const page = await asAdmin('/admin?tab=register');
    const name = await startRegistration(page);
    await page.person.keyboard('{Escape}');
    await question();
    await page.person.click(screen.getByRole('button', { name: 'Keep editing' }));
    await gone('Discard what you entered?');
    expect(name.value).toBe('Ada');
    expect(name.isConnected).toBe(true);
    await page.person.keyboard('{Escape}');
    await question();
    await page.person.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(name.isConnected).toBe(false));
  });

  it('is left without a question while nothing is entered', async () => {
    const page = await asAdmin('/admin?tab=register');
    await page.person.click(await screen.findByRole('button', { name: 'Register New User' }));
    await screen.findByRole('textbox', { name: /^Full name|^Name/ });
    await page.person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is asked about by Back, which closes the window and not the page, also in a tab just opened', async () => {
    window.history.replaceState(null, '', '/admin?tab=register');
    const page = await asAdmin('/admin?tab=register');
    const history = createBrowserHistory();
    act(() => page.router.update({ ...page.router.options, history }));
    await act(() => page.router.load());
    expect(history.canGoBack()).toBe(false);
    const name = await startRegistration(page);
    await waitFor(() => expect(history.canGoBack()).toBe(true));
    act(() => window.history.back());
    await question();
    await page.person.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(name.isConnected).toBe(false));
    expect(history.location.href).toBe('/admin?tab=register');
    history.destroy();
  });
});

describe('unsaved work on a page', () => {
  const startNotice = async () => {
    const page = await asAdmin('/admin?tab=notices');
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' });
    await enterText(page.person, title, 'Sports day');
    return { page, title };
  };

  it('is asked about by a link, by another tab of the page, and by signing out', async () => {
    const { page, title } = await startNotice();
    await waitFor(() => expect(page.unsaved.hasAny()).toBe(true));
    for (const leave of [
      () => page.person.click(screen.getByRole('button', { name: 'Logout' })),
      async () => void page.router.navigate({ to: '/dashboard' }),
      async () => void page.router.navigate({ to: '/admin', search: { tab: 'users' } }),
    ]) {
      await leave();
      await question();
      await page.person.click(screen.getByRole('button', { name: 'Keep editing' }));
      await gone('Discard what you entered?');
      expect(page.where().href).toBe('/admin?tab=notices');
      expect(title.value).toBe('Sports day');
    }
    void page.router.navigate({ to: '/faq' });
    await question();
    await page.person.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(page.where().pathname).toBe('/faq'));
  });

  it('stays where it is when it is kept, also in a tab just opened and when the question was asked before', async () => {
    // The second time, the question opens in the same moment as the link is clicked.
    for (const time of ['first', 'second']) {
      const { page, title } = await startNotice();
      await waitFor(() => expect(page.unsaved.hasAny()).toBe(true));
      expect(page.router.history.canGoBack()).toBe(false);
      await page.person.click(screen.getByRole('link', { name: 'Dashboard' }));
      await question();
      await waitFor(() => expect(page.router.history.canGoBack()).toBe(true));
      await page.person.click(screen.getByRole('button', { name: 'Keep editing' }));
      await gone('Discard what you entered?');
      expect(page.where().href, time).toBe('/admin?tab=notices');
      expect(title.isConnected && title.value, time).toBe('Sports day');
      cleanup();
    }
  });

  it('is not asked about once it is saved', async () => {
    const { page } = await startNotice();
    await enterText(page.person, screen.getByRole('textbox', { name: 'Content' }), 'On Friday.');
    await page.person.click(screen.getByRole('button', { name: /^Post/ }));
    await waitFor(() => expect(page.unsaved.hasAny()).toBe(false));
    await act(() => page.router.navigate({ to: '/faq' }));
    expect(page.where().pathname).toBe('/faq');
  });

  it('keeps the browser from closing the tab without a question', async () => {
    const { page } = await startNotice();
    await waitFor(() => expect(page.unsaved.hasAny()).toBe(true));
    const asking = page.router.history
      ._getBlockers()
      .filter(({ enableBeforeUnload: asks }) => typeof asks === 'function' && asks());
    expect(asking).toHaveLength(1);
  });
});
