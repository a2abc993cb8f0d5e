import { File } from 'node:buffer';
import { zipOf } from '@rollcall/api/testing/archive-fixtures';
import { createScriptedEngine, sceneImage } from '@rollcall/api/testing/scripted-engine';
import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ engine: createScriptedEngine() });
});
afterAll(() => server.close());

it('enrols the faces of a zip file, and reports the result for each person', async () => {
  for (const id of ['Z-1', 'Z-2']) await server.person(id);
  const photo = (person: number, nonce: number) => Buffer.from(sceneImage({ person, nonce }), 'base64');
  const zip = zipOf({ 'Z-1.jpg': photo(1, 1), 'Z-2.jpg': photo(1, 2), 'nobody.jpg': photo(3, 1) });
  const session = await signIn(server, { password: ADMIN_PASSWORD });
  const { person } = await renderApp(server, '/admin?tab=users&action=import&what=photos', session);
  await screen.findByRole('button', { name: 'Choose a file' });
  fireEvent.change(screen.getByLabelText('Choose a file', { selector: 'input' }), {
    target: { files: [new File([zip], 'faces.zip')] },
  });
  expect(await screen.findByText('2 photos of 2 people')).toBeTruthy();
  expect(screen.getByText('1 file matches no one')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Register faces' }));
  const report = await screen.findByRole('table', { name: 'Report' });
  expect(within(report).getByRole('row', { name: /^Z-1 Registered/ })).toBeTruthy();
  // The same face under a second id is refused.
  expect(within(report).getByRole('row', { name: /^Z-2 Face already registered .* Z-1/ })).toBeTruthy();
});
