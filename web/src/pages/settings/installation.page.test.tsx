import { markByFace } from '@rollcall/api/testing/face-scan';
import { createScriptedEngine, enrolFace, sceneImage } from '@rollcall/api/testing/scripted-engine';
import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
  await server.admin('POST', '/admin/face-settings', { liveness: 'off', ages: 'adults' });
  for (const face of [1, 2]) {
    const { token } = await server.person(`P-${face}`, { name: face === 1 ? 'Ada Rai' : 'Ben Rai' });
    await enrolFace(server, `P-${face}`, face);
    // Ben's account with Ada's face is refused.
    await markByFace(server, token, sceneImage({ person: 1, nonce: 50 + face }));
  }
});
afterAll(() => server.close());

const open = async () =>
  renderApp(server, '/settings/quality', await signIn(server, { password: ADMIN_PASSWORD }));
const card = async (title: string) => {
  const section = (await screen.findByRole('heading', { name: title })).closest('section');
  if (!section) throw new Error(`${title} is no card.`);
  return section;
};

describe('how good this installation is', () => {
  it('shows its figures with their intervals, and how many are missing', async () => {
    await open();
    const summary = await card('How good is this installation?');
    expect(await within(summary).findByText('0, at most 660')).toBeTruthy();
    expect(within(summary).getByText(/a fixed threshold counts/)).toBeTruthy();
    const choices = within(await card('What each choice would do here'));
    const row = choices.getByRole('row', { name: /Mostly adults/ });
    expect(within(row).getByText('In use')).toBeTruthy();
    expect(within(row).getByText('100%')).toBeTruthy();
    expect(choices.getByText(/3,836 more people with face data are needed/)).toBeTruthy();
    expect(choices.getByText(/1,999 more check-ins are needed/)).toBeTruthy();
  });

  it('says why check-ins were refused, when, and what the others proved', async () => {
    await open();
    const refusals = within(await card('Refused check-ins'));
    expect(refusals.getByText('1 (50%) of all scans were refused.')).toBeTruthy();
    expect(refusals.getByText('Did not match')).toBeTruthy();
    expect(refusals.getByRole('img', { name: /^Most refusals from .*: 1$/ })).toBeTruthy();
    expect(refusals.getAllByText('Own device, nothing else')).toHaveLength(2);
  });

  it('declares two people look-alikes', async () => {
    const { person } = await open();
    const name = 'Declare Ada Rai and Ben Rai look-alikes';
    await person.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText('These two people are kept apart more strictly now.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
    expect(within(await card('People who look most alike')).getByText('Look-alikes')).toBeTruthy();
  });

  it('records a trial once it says how often it passed', async () => {
    const { person } = await open();
    const form = within(await screen.findByRole('form', { name: 'A printed photo' }));
    expect(form.getByText('Not tried yet.')).toBeTruthy();
    const save = form.getByRole('button', { name: 'Save result' });
    expect((save as HTMLButtonElement).disabled).toBe(true);
    await enterText(person, form.getByRole('textbox', { name: 'Checked in' }), '2');
    await person.click(save);
    expect(await form.findByText(/^Last tried on .*: 2 of 10 were checked in\.$/)).toBeTruthy();
  });

  it('says that nobody needs new photos, and later who does', async () => {
    await open();
    expect(await screen.findByText('No one needs new photos.')).toBeTruthy();
    cleanup();
    server.clock.set(new Date(server.clock.now().getTime() + 49 * 31 * 86_400_000).toISOString());
    await open();
    const renewals = within(await card('Photos to take again'));
    expect(renewals.getAllByText(/Old photos · \d+ months old/)).toHaveLength(2);
  });
});
