import { checkIn } from '@rollcall/api/testing/attendance-fixtures';
import { createScriptedEngine, enrolFace } from '@rollcall/api/testing/scripted-engine';
import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { lookOf, pairKiosk } from '@rollcall/api/testing/test-kiosk';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
  await server.person('A-1', { name: 'Ada Lovelace' });
  await server.person('B-2', { name: 'Bo Diddley', class_section: 'CS-B' });
  await server.person('C-3', { name: 'Cy Twombly', class_section: 'CS-B' });
  await server.person('S-1', { name: 'Sam Staff', type: 'staff' });
  await enrolFace(server, 'A-1', 1);
  const door = await pairKiosk(server, { place: 'Hall' });
  await door.identify(lookOf({ person: 1 }));
  for (const code of ['B-2', 'S-1']) await checkIn(server, code);
});
afterAll(() => server.close());

const open = async (search = '') =>
  renderApp(server, `/present${search}`, await signIn(server, { password: ADMIN_PASSWORD }));
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-present]')].map(({ dataset }) => dataset.present);

it('shows who is present by section or place, and finds by name, section and place', async () => {
  const { person, where } = await open();
  expect(await screen.findByRole('link', { name: 'Ada Lovelace' })).toBeTruthy();
  expect([figure('Present now'), figure('Left'), figure('Not seen')]).toEqual(['3', '0', '1']);
  expect(screen.getByRole('heading', { name: 'CS-A · 1' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Staff · 1' })).toBeTruthy();
  await person.click(screen.getByRole('radio', { name: 'Place' }));
  expect(await screen.findByRole('heading', { name: 'Hall · 1' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Own device · 2' })).toBeTruthy();
  await person.type(screen.getByLabelText('Find anyone'), 'bo d');
  await waitFor(() => expect(where().search).toMatchObject({ q: 'bo d', by: 'place' }));
  await waitFor(() => expect(shown()).toEqual(['B-2']));
});

it('prints whose list it is, of which time, the counts, and a box for each person, a page for each section', async () => {
  await open();
  await screen.findByRole('link', { name: 'Ada Lovelace' });
  const sheet = document.querySelector('[data-present-sheet]');
  expect(sheet?.textContent).toMatch(/^Test SchoolPresent now.*3 present, 0 left, 1 not seen/);
  expect(sheet?.querySelectorAll('section')).toHaveLength(3);
  expect(sheet?.querySelectorAll('tbody tr')).toHaveLength(3);
});

it('starts a drill, ticks people off, shows who is missing, and reports them after the end', async () => {
  const { person, queryClient } = await open();
  await person.click(await screen.findByRole('button', { name: 'Start drill' }));
  const question = await screen.findByRole('dialog', { name: 'Start a drill?' });
  await person.click(within(question).getByRole('button', { name: 'Start drill' }));
  const ada = await screen.findByRole('checkbox', { name: /Ada Lovelace/ });
  expect(screen.queryByRole('button', { name: 'Start drill' })).toBeNull();
  await person.click(ada);
  expect(await screen.findByText('1 of 3 seen')).toBeTruthy();
  // Comes late, and stands there too.
  await checkIn(server, 'C-3');
  await queryClient.invalidateQueries();
  const { people } = (await server.admin('GET', '/drills/current')).body.drill;
  expect(people.find(({ id }: { id: string }) => id === 'A-1').ticked_time).not.toBeNull();
  expect(
    (await screen.findByRole('checkbox', { name: /Cy Twombly.*Came later/ })).closest('li'),
  ).toBeTruthy();
  expect(await screen.findByText('1 of 4 seen')).toBeTruthy();
  await person.click(screen.getByRole('checkbox', { name: /Cy Twombly/ }));
  expect(await screen.findByText('2 of 4 seen')).toBeTruthy();
  await person.click(screen.getByRole('checkbox', { name: /Ada Lovelace/ }));
  expect(await screen.findByText('1 of 4 seen')).toBeTruthy();
  await person.click(screen.getByRole('radio', { name: 'Missing 3' }));
  await waitFor(() => expect(shown()).toEqual(['A-1', 'B-2', 'S-1']));

  await person.click(screen.getByRole('button', { name: 'End drill' }));
  const end = await screen.findByRole('dialog', { name: 'End the drill?' });
  expect(within(end).getByText('3 people were not seen at the assembly point.')).toBeTruthy();
  await person.click(within(end).getByRole('button', { name: 'End drill' }));
  await person.click(await screen.findByRole('button', { name: 'Report' }));
  const report = await screen.findByRole('dialog', { name: /^Drill on/ });
  expect(await within(report).findByRole('heading', { name: 'Not seen · 3' })).toBeTruthy();
  expect(within(report).getByRole('heading', { name: 'Seen · 1' })).toBeTruthy();
});

it('keeps ticks that cannot be sent, says so, and sends them when the server is back', async () => {
  let isAway = false;
  const fetch: typeof globalThis.fetch = (input, init) =>
    isAway
      ? Promise.reject(new TypeError('no network'))
      : Promise.resolve(server.app.fetch(new Request(input, init)));
  const { body: started } = await server.admin('POST', '/drills', {});
  const { person, queryClient } = await renderApp(server, '/present', {
    ...(await signIn(server, { password: ADMIN_PASSWORD })),
    fetch,
  });
  const ada = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Ada Lovelace/ });
  isAway = true;
  await person.click(ada);
  await person.click(screen.getByRole('checkbox', { name: /Bo Diddley/ }));
  expect(await screen.findAllByText('Not sent yet')).toHaveLength(2);
  await queryClient.invalidateQueries();
  expect(screen.getByText('2 of 4 seen')).toBeTruthy();
  isAway = false;
  const seen = async () => {
    const { people } = (await server.admin('GET', '/drills/current')).body.drill;
    return people
      .filter((each: { ticked_time: string | null }) => each.ticked_time !== null)
      .map(({ id }: { id: string }) => id)
      .toSorted();
  };
  await waitFor(async () => expect(await seen()).toEqual(['A-1', 'B-2']));
  await waitFor(() => expect(screen.queryByText('Not sent yet')).toBeNull());
  expect(screen.getByText('2 of 4 seen')).toBeTruthy();
  await server.admin('POST', `/drills/${started.drill_id}/end`, {});
});

it('shows no tick that the server refused', async () => {
  const { body: started } = await server.admin('POST', '/drills', {});
  const { person } = await open();
  const ada = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Ada Lovelace/ });
  await server.admin('POST', `/drills/${started.drill_id}/end`, {});
  await person.click(ada);
  await screen.findByRole('alert');
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /Ada Lovelace/ })).toBeNull());
});
