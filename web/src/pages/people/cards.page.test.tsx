import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { pairKiosk, type TestDevice } from '@rollcall/api/testing/test-kiosk';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
let door: TestDevice;
beforeAll(async () => {
  server = await openTestApp();
  await server.person('CARD-1', { name: 'Ada Carded' });
  await server.person('CARD-2', { name: 'Ben Carded' });
  door = await pairKiosk(server, { name: 'Gate', means: ['card', 'phone'] });
});
afterAll(() => server.close());

const asAdmin = async (path: string) =>
  renderApp(server, path, await signIn(server, { password: ADMIN_PASSWORD }));
const show = async (scanned: string) => (await door.send('POST', '/kiosk/card', { body: { scanned } })).body;

describe('the card of a person', () => {
  it('is assigned as a reader types it, is taken by nobody else, and is revoked', async () => {
    const { person } = await asAdmin('/profile/CARD-1');
    expect(await screen.findByText('No cards or phones yet.')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Assign card' }));
    const form = await screen.findByRole('dialog', { name: 'Assign card' });
    const field = within(form).getByLabelText('Number of the card');
    await enterText(person, field, 'hello');
    await person.click(within(form).getByRole('button', { name: 'Assign card' }));
    expect(await within(form).findByText(/^This is not the number of a card/)).toBeTruthy();
    await person.clear(field);
    await person.type(field, '04:a2:3f:9b{Enter}');
    expect(await screen.findByText('Chip card, ends with 3F9B')).toBeTruthy();
    expect((await show('04A23F9B')).mark.name).toBe('Ada C.');
    const taken = await server.admin('POST', '/admin/users/CARD-2/cards', { number: '04a23f9b' });
    expect(taken.body.error.code).toBe('card_taken');

    await person.click(await screen.findByRole('button', { name: 'Revoke the card that ends with 3F9B' }));
    const question = await screen.findByRole('dialog', { name: 'Revoke this card?' });
    await person.click(within(question).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText(/^Revoked on /)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Revoke the card/ })).toBeNull();
    expect((await show('04A23F9B')).outcome).toBe('wrong_card');
  });

  it('is printed for the selected people, after it was said what that ends', async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:cards';
    });
    const { person } = await asAdmin('/people?q=CARD-');
    await person.click(await screen.findByRole('checkbox', { name: 'Select everyone on this page' }));
    const bar = within(await screen.findByRole('region', { name: 'Selected people' }));
    await person.click(bar.getByRole('button', { name: 'Print cards' }));
    const question = await screen.findByRole('dialog', { name: 'Print new cards for 2 people' });
    expect(within(question).getByText(/stop working at once/)).toBeTruthy();
    expect(files).toEqual([]);
    await person.click(within(question).getByRole('button', { name: 'Make cards' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.type).toBe('application/pdf');
    expect(await screen.findByText(/^Cards made\./)).toBeTruthy();
    for (const id of ['CARD-1', 'CARD-2']) {
      const { cards } = (await server.admin('GET', `/admin/users/${id}/cards`)).body;
      expect(cards[0]).toMatchObject({ kind: 'printed', revoked_at: null });
    }
  });
});

it('the settings of kiosks show the share of each way', async () => {
  await asAdmin('/settings/kiosks');
  expect(await screen.findByText(/Card 100.?% · Phone 0.?%/)).toBeTruthy();
});
