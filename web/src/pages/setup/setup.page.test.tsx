import { openTestApp, SETUP_CODE, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ setUp: false });
});
afterAll(() => server.close());

it('is the first page of a new installation, refuses a wrong code at its field, and signs in', async () => {
  const { person, where } = await renderApp(server, '/');
  await waitFor(() => expect(where().pathname).toBe('/setup'));
  await person.click(await screen.findByRole('button', { name: 'Finish set-up' }));
  expect(await screen.findByText('Please enter the name of your institution.')).toBeTruthy();

  await enterText(person, screen.getByLabelText('Set-up code'), 'WRONG');
  await enterText(person, screen.getByLabelText('Name of your institution'), 'Hilltop School');
  await enterText(person, screen.getByLabelText('Administrator password'), 'a-good-password');
  await enterText(person, screen.getByLabelText('Repeat the password'), 'a-good-password');
  await person.click(screen.getByRole('button', { name: 'Finish set-up' }));
  const wrong = await screen.findByText('The set-up code is not right. It is printed on the server console.');
  expect(screen.getByLabelText('Set-up code').getAttribute('aria-describedby')).toContain(wrong.id);
  expect(screen.queryByRole('alert')).toBeNull();

  await person.clear(screen.getByLabelText('Set-up code'));
  await enterText(person, screen.getByLabelText('Set-up code'), SETUP_CODE);
  await person.click(screen.getByRole('button', { name: 'Finish set-up' }));
  await waitFor(() => expect(where().pathname).toBe('/admin'));
  expect(localStorage.getItem('token')).toBeTruthy();
});
