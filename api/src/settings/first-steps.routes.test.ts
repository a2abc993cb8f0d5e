import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ kind: 'school', firstSteps: true });
});
afterAll(() => app.close());

const read = async () => (await app.admin('GET', '/first-steps')).body;
const stateOf = async (step: string) =>
  (await read()).steps.find((each: { step: string }) => each.step === step).state;
const mark = (step: string, given: string | null) => app.admin('PUT', '/first-steps', { step, mark: given });

describe('first steps', () => {
  it('are open in a new institution', async () => {
    const { closed, steps, facts } = await read();
    expect(closed).toBe(false);
    expect(steps).toHaveLength(9);
    expect(steps.every(({ state }: { state: string }) => state === 'open')).toBe(true);
    expect(facts).toEqual({
      people: 0,
      faces: 0,
      classes: 0,
      has_backup: false,
      keys_exported: false,
      times: { start_time: '09:00', grace_minutes: 15, cutoff_time: '09:30', auto_absent_minutes: 60 },
      working_days: [1, 2, 3, 4, 5],
    });
  });

  it('cannot be closed while one is open', async () => {
    expect((await app.admin('POST', '/first-steps/close')).status).toBe(409);
    expect((await read()).closed).toBe(false);
  });

  it('follow the data: a person, and nobody after they are deleted', async () => {
    await app.person('F-1');
    expect(await stateOf('people')).toBe('done');
    await app.admin('DELETE', '/admin/users/F-1', {});
    expect(await stateOf('people')).toBe('open');
    await app.person('F-2');
    expect(await stateOf('people')).toBe('done');
  });

  it('refuse a click for what only data can show', async () => {
    for (const [step, given] of [
      ['people', 'confirmed'],
      ['backup', 'skipped'],
      ['times', 'skipped'],
      ['classes', 'confirmed'],
      ['nothing', 'skipped'],
    ] as const)
      expect([step, (await mark(step, given)).status]).toEqual([step, 400]);
  });

  it('are confirmed where the default is right, or done by saving it', async () => {
    expect((await mark('times', 'confirmed')).status).toBe(200);
    expect(await stateOf('times')).toBe('done');
    await mark('times', null);
    expect(await stateOf('times')).toBe('open');
    const times = { startTime: '09:00', gracePeriod: 15, cutoffTime: '09:30', autoAbsent: 60 };
    await app.admin('POST', '/admin/time-settings', times);
    expect(await stateOf('times')).toBe('done');

    await app.admin('POST', '/admin/holidays', { date: '2026-12-25', name: 'Christmas' });
    expect(await stateOf('holidays')).toBe('done');
    // The text of the consent stays the default, and somebody has looked at it and saved it.
    const { body: privacy } = await app.admin('GET', '/admin/privacy-settings');
    await app.admin('PUT', '/admin/privacy-settings', privacy);
    expect(await stateOf('consent')).toBe('done');

    expect(await stateOf('place')).toBe('open');
    await app.admin('POST', '/admin/evidence/networks', { network: '10.1.0.0/16', name: 'School' });
    expect(await stateOf('place')).toBe('done');
  });

  it('can be skipped and taken back, and a class does what skipping said was not needed', async () => {
    await mark('classes', 'skipped');
    expect(await stateOf('classes')).toBe('skipped');
    await mark('classes', null);
    expect(await stateOf('classes')).toBe('open');
    await mark('classes', 'skipped');
    const lesson = { name: 'Maths 4B', startTime: '09:00', endTime: '09:45' };
    expect((await app.admin('POST', '/admin/classes', lesson)).status).toBe(200);
    expect(await stateOf('classes')).toBe('done');
  });

  it('want a backup and the exported keys', async () => {
    expect((await app.admin('POST', '/admin/backup/database')).status).toBe(200);
    expect(await read()).toMatchObject({ facts: { has_backup: true, keys_exported: false } });
    expect(await stateOf('backup')).toBe('open');
    await app.admin('POST', '/admin/keys/export', { passphrase: 'a long enough passphrase' });
    expect(await stateOf('backup')).toBe('done');
  });

  it('are closed when everything is done, and stay closed', async () => {
    await mark('face', 'skipped');
    expect((await app.admin('POST', '/first-steps/close')).status).toBe(200);
    expect(await read()).toEqual({ closed: true, steps: [], facts: null });
    await mark('face', null);
    expect((await read()).closed).toBe(true);
  });

  it('are audited', async () => {
    const { body } = await app.admin('GET', '/admin/audit?action=institution_changed');
    const details = body.entries.map(({ detail }: { detail: object }) => detail);
    expect(details).toContainEqual({ first_step: 'classes', mark: 'skipped' });
    expect(details).toContainEqual({ first_steps_closed: true });
  });
});

it('a demo and an institution of an earlier version have no first steps', async () => {
  const demo = await openTestApp({ demo: true });
  await demo.services.demoData.populate();
  const { body } = await demo.call('POST', '/admin/login', { body: { password: ADMIN_PASSWORD } });
  const answer = await demo.call('GET', '/first-steps', { token: body.access_token });
  expect(answer.body.closed).toBe(true);
  await demo.close();
});
