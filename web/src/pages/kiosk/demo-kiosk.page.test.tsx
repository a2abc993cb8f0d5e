import { openTestApp } from '@rollcall/api/testing/test-app';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

const BUTTON = 'Open a kiosk in this tab';

it('a server, even one with the demo school, never offers to make the tab a kiosk', async () => {
  const server = await openTestApp({ demo: true, limits: 'none' });
  await server.services.demoData.populate();
  const { person, router } = await renderApp(server, '/login');
  expect(await screen.findByRole('button', { name: 'Try as the office' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: BUTTON })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Try as an administrator' }));
  await screen.findByRole('button', { name: 'Logout' });
  await router.navigate({ href: '/settings/kiosks' });
  expect(await screen.findByText('No kiosks yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: BUTTON })).toBeNull();
  await server.close();
});
