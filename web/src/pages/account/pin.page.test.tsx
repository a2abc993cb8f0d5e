import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

it('a PIN for kiosks is chosen, changed and removed', async () => {
  const { token } = await server.person('A-1');
  const { person } = await renderApp(server, '/account', { token });
  const changedAt = async () => (await server.call('GET', '/user/pin', { token })).body.changed_at;
  expect(await screen.findByText('You have no PIN yet.')).toBeTruthy();
  const field = screen.getByLabelText<HTMLInputElement>('New PIN');
  const repeat = screen.getByLabelText<HTMLInputElement>('Repeat the PIN');
  expect([field.inputMode, field.type, field.autocomplete]).toEqual(['numeric', 'text', 'off']);
  const choose = async (pin: string, again = pin) => {
    await person.clear(field);
    await person.clear(repeat);
    await enterText(person, field, pin);
    await enterText(person, repeat, again);
    await person.click(screen.getByRole('button', { name: /^(Choose|Change) PIN$/ }));
  };
  await choose('58');
  expect(await screen.findByText('A PIN has 4 to 8 digits.')).toBeTruthy();
  await choose('1234');
  expect(await screen.findByText(/^This PIN is easy to guess/)).toBeTruthy();
  await choose('5820', '5830');
  expect(await screen.findByText('The two PINs are different.')).toBeTruthy();
  expect(await changedAt()).toBeNull();
  // Also with the digits of an Arabic keyboard.
  await choose('58-20', '٥٨٢٠');
  expect(await screen.findByText('PIN saved.')).toBeTruthy();
  expect(await screen.findByText(/^You have had a PIN since /)).toBeTruthy();
  expect([field.value, repeat.value]).toEqual(['', '']);
  expect(await changedAt()).not.toBeNull();

  await person.click(screen.getByRole('button', { name: 'Remove PIN' }));
  const question = await screen.findByRole('dialog', { name: 'Remove your PIN?' });
  await person.click(within(question).getByRole('button', { name: 'Remove PIN' }));
  expect(await screen.findByText('You have no PIN yet.')).toBeTruthy();
  await waitFor(async () => expect(await changedAt()).toBeNull());
});

it('an account without attendance has no PIN', async () => {
  await renderApp(server, '/account', { token: await server.adminToken(), role: 'admin' });
  expect(await screen.findByText('Where you are signed in')).toBeTruthy();
  expect(screen.queryByText('PIN for kiosks')).toBeNull();
});
