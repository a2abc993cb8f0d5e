import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

it('phones are listed and removed, and the code is a click away', async () => {
  const { token } = await server.person('P-1');
  await server.call('POST', '/user/phones', { token, body: { replaces: null } });
  const { person } = await renderApp(server, '/account', { token });
  const open = await screen.findByRole('link', { name: 'Open my code' });
  expect(open.getAttribute('href')).toContain('/my-code');
  await person.click(await screen.findByRole('button', { name: /^Remove (?!PIN)/ }));
  const question = await screen.findByRole('dialog', { name: 'Remove this phone?' });
  await person.click(within(question).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/^No phone yet\./)).toBeTruthy();
  expect((await server.call('GET', '/user/phones', { token })).body.phones).toEqual([]);
});

it('an account without attendance has no code', async () => {
  await renderApp(server, '/account', { token: await server.adminToken(), role: 'admin' });
  expect(await screen.findByText('Where you are signed in')).toBeTruthy();
  expect(screen.queryByText('Code on your phone')).toBeNull();
});
