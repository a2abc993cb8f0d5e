import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp } from '../../testing/render-app.tsx';

let demo: TestApp;
let real: TestApp;
beforeAll(async () => {
  demo = await openTestApp({ demo: true });
  await demo.services.demoData.populate();
  real = await openTestApp();
});
afterAll(async () => {
  await demo.close();
  await real.close();
});

describe('home', () => {
  it('links to both logins and shows the demo accounts of the server', async () => {
    await renderApp(demo, '/');
    expect((await screen.findByRole('link', { name: 'Get Started' })).getAttribute('href')).toBe('/login');
    expect(screen.getByRole('link', { name: "Start Now - It's Free" }).getAttribute('href')).toBe('/login');
    expect(screen.getByText('student123')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Administrator Access' }).getAttribute('href')).toBe(
      '/admin/login',
    );
    expect(screen.getByRole('link', { name: 'Source repository' }).getAttribute('href')).toBe(
      'https://example.test/rollcall',
    );
  });

  it('shows no figure that was not measured', async () => {
    await renderApp(demo, '/');
    await screen.findByText('Measured, not promised');
    for (const claim of ['99.9', '5000', '1M+', '24/7'])
      expect(document.body.textContent).not.toContain(claim);
    expect(screen.getByText('Unknown faces are refused')).toBeTruthy();
  });

  it('signs in to the demo with one click', async () => {
    const { person, where } = await renderApp(demo, '/');
    await person.click(await screen.findByRole('button', { name: 'Open the user demo' }));
    await waitFor(() => expect(where().pathname).toBe('/dashboard'));
  });

  it('has no demo accounts and no banner outside demo mode', async () => {
    await renderApp(real, '/');
    await screen.findByText('Test School');
    expect(screen.queryByText('This is a demo.')).toBeNull();
    expect(document.body.classList.contains('rc-with-banner')).toBe(false);
  });
});

describe('banner', () => {
  it('makes room, is removed when dismissed, and stays dismissed', async () => {
    const { person } = await renderApp(demo, '/faq');
    const dismiss = await screen.findByRole('button', { name: 'Hide this message' });
    expect(document.body.classList.contains('rc-with-banner')).toBe(true);
    await person.click(dismiss);
    expect(document.body.classList.contains('rc-with-banner')).toBe(false);
    expect(localStorage.getItem('backend-notification-dismissed')).toBe('true');
  });
});

describe('FAQ', () => {
  it('searches and filters by category, in the address', async () => {
    const { person, where } = await renderApp(demo, '/faq');
    expect(await screen.findByText('16 questions')).toBeTruthy();
    await person.click(screen.getByRole('radio', { name: 'Security' }));
    expect(await screen.findByText('4 questions')).toBeTruthy();
    await enterText(person, screen.getByRole('searchbox'), 'photos');
    await waitFor(() => expect(where().search).toMatchObject({ category: 'security', q: 'photos' }));
  });

  it('says so when nothing matches', async () => {
    await renderApp(demo, '/faq?q=zebra');
    expect(await screen.findByText('No questions found')).toBeTruthy();
  });
});
