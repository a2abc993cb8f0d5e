import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markByFace } from '../../testing/face-scan.ts';
import { createScriptedEngine, enrolFace, sceneImage } from '../../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
const tokens = new Map<string, string>();
/** Somebody with or without a face. */
async function add(code: string, name: string, face: number | null) {
  tokens.set(code, (await app.person(code, { name })).token);
  if (face !== null) await enrolFace(app, code, face);
}
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
  app.clock.set('2026-03-02T03:00:00Z');
  for (const face of [1, 2, 3]) await add(`P-${face}`, `Person ${face}`, face);
  await app.admin('POST', '/admin/face-settings', { liveness: 'off', ages: 'under_12' });
});
afterAll(() => app.close());

const report = async () => (await app.admin('GET', '/admin/installation')).body;
let nonce = 100;
/** One scan with one picture of that face. */
async function scan(code: string, face: number) {
  nonce += 1;
  return (await markByFace(app, tokens.get(code) ?? '', sceneImage({ person: face, nonce }))).body;
}

describe('how good an installation is', () => {
  it('counts its people, who is near whom, and what each choice would do', async () => {
    const body = await report();
    expect(body).toMatchObject({
      ages: 'under_12',
      people: 3,
      surveyed: 3,
      has_cohort: false,
      proposed: null,
      accepted: { count: 0 },
      corrected: 0,
      refusals: [],
      evidence: [],
      trials: [],
    });
    expect(body.choices.map(({ ages }: { ages: string }) => ages)).toEqual(['adults', 'from_12', 'under_12']);
    expect(body.choices[0].wrong_names).toMatchObject({ hits: 0, trials: 3 });
    expect(body.choices[0].false_claims.trials).toBe(6);
    expect(body.missing).toEqual({ people: 3835, check_ins: 2000 });
    expect(body.closest).toHaveLength(3);
    expect(body.nearest.reduce((sum: number, count: number) => sum + count, 0)).toBe(3);
  });

  it('counts accepted check-ins by score and proof, and refusals by reason, hour and proof', async () => {
    expect(await scan('P-1', 1)).toMatchObject({ success: true });
    expect(await scan('P-2', 3)).toMatchObject({ success: false, outcome: 'not_you' });
    expect(await scan('P-2', 1)).toMatchObject({ success: false, outcome: 'not_you' });
    const body = await report();
    expect(body.accepted.count).toBe(1);
    expect(body.accepted.scores[19]).toBe(1);
    expect(body.evidence).toEqual([{ evidence: 'device', count: 1 }]);
    const { time_zone } = (await app.admin('GET', '/settings/public')).body;
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: time_zone }).format(
        app.clock.now(),
      ),
    );
    expect(body.refusals).toEqual([{ reason: 'not_you', hour, evidence: 'device', count: 2 }]);
    expect(body.choices.map(({ kept }: { kept: { trials: number } }) => kept.trials)).toEqual([1, 1, 1]);
    expect(body.missing.check_ins).toBe(1999);
  });

  it('forgets why somebody was refused who was erased', async () => {
    await add('P-9', 'Gone', 9);
    await scan('P-9', 1);
    const count = (body: { refusals: { count: number }[] }) =>
      body.refusals.reduce((sum, refusal) => sum + refusal.count, 0);
    expect(count(await report())).toBe(3);
    expect((await app.admin('DELETE', '/admin/users/P-9?erase=true')).status).toBe(200);
    await app.services.gallerySync.load();
    expect((await report()).people).toBe(3);
    expect(count(await report())).toBe(2);
    expect(JSON.stringify(await report())).not.toContain('Gone');
  });

  it('counts a day by face that somebody corrected', async () => {
    const before = (await report()).corrected;
    const token = tokens.get('P-1');
    const { body: asked } = await app.call('POST', '/user/corrections', {
      token,
      body: { date: '03_02_26', wanted: 'excused', reason: 'It was my twin.' },
    });
    const decided = await app.admin('POST', `/admin/corrections/${asked.id}/decision`, { accept: true });
    expect(decided.status).toBe(200);
    expect((await report()).corrected).toBe(before + 1);
  });

  it('declares two people look-alikes, once, and refuses nobody, oneself and strangers', async () => {
    const declare = (one: string, other: string) => app.admin('POST', '/admin/look-alikes', { one, other });
    expect((await declare('P-1', 'P-2')).status).toBe(200);
    expect((await declare('P-2', 'P-1')).status).toBe(200);
    const declared = (await report()).closest.filter((pair: { declared: boolean }) => pair.declared);
    expect(declared).toHaveLength(1);
    expect((await declare('P-1', 'P-1')).status).toBe(400);
    expect((await declare('P-1', 'NOBODY')).status).toBe(404);
    const { entries } = (await app.admin('GET', '/admin/audit?action=look_alikes_noted')).body;
    expect(entries[0]).toMatchObject({ subject: 'P-2', detail: { other: 'P-1' } });
  });

  it('keeps the latest trial of each attack', async () => {
    const note = (body: object) => app.admin('POST', '/admin/attack-trials', body);
    expect((await note({ attack: 'printed_photo', tries: 10, passed: 2 })).status).toBe(200);
    app.clock.set('2026-03-02T03:10:00Z');
    expect((await note({ attack: 'printed_photo', tries: 20, passed: 1 })).status).toBe(200);
    expect((await note({ attack: 'phone_film', tries: 5, passed: 0 })).status).toBe(200);
    expect((await note({ attack: 'phone_film', tries: 5, passed: 6 })).status).toBe(400);
    expect((await note({ attack: 'phone_film', tries: 0, passed: 0 })).status).toBe(400);
    expect((await report()).trials).toEqual([
      { attack: 'phone_film', tries: 5, passed: 0, at: '2026-03-02T03:10:00.000Z' },
      { attack: 'printed_photo', tries: 20, passed: 1, at: '2026-03-02T03:10:00.000Z' },
    ]);
  });

  it('invites whose photos have become old to have new ones taken', async () => {
    const readiness = async (code: string) => {
      const token = await app.signIn(code.toLowerCase());
      return (await app.call('GET', '/user/mark-readiness', { token })).body.renewal;
    };
    expect(await readiness('P-1')).toBeNull();
    expect((await report()).renewals).toEqual([]);
    app.clock.set('2026-09-07T03:00:00Z');
    expect(await readiness('P-1')).toBe('old');
    expect((await report()).renewals).toMatchObject([
      { id: 'P-1', reason: 'old', months: 6 },
      { id: 'P-2', reason: 'old', months: 6 },
      { id: 'P-3', reason: 'old', months: 6 },
    ]);
    await enrolFace(app, 'P-1', 1);
    expect(await readiness('P-1')).toBeNull();
    expect((await report()).renewals).toHaveLength(2);
    await app.admin('POST', '/admin/face-settings', { liveness: 'off', ages: 'adults' });
    expect((await report()).renewals).toEqual([]);
    await add('P-5', 'No face', null);
    expect(await readiness('P-5')).toBeNull();
  });

  it('invites whose accepted scores fall, by the first and the latest five since the photos', async () => {
    await add('P-6', 'Growing', 6);
    const checkIns = (day: number, score: number) =>
      app.pool.query(
        `insert into check_ins (person_id, seen_at, day, means, score, rule_start, rule_grace, rule_cutoff, rule_auto_absent)
         select id, '2026-09-10T06:00:00Z'::timestamptz + $2 * interval '1 day', date '2026-09-10' + $2::int, 'face', $3,
           '08:00', 15, '09:00', 60 from people where code = $1`,
        ['P-6', day, score],
      );
    const reasonOf = async () =>
      (await report()).renewals.find(({ id }: { id: string }) => id === 'P-6')?.reason ?? null;
    // Of the face before: scores of earlier photos say nothing about these.
    await checkIns(-30, 0.95);
    for (let day = 0; day < 9; day += 1) await checkIns(day, day < 5 ? 0.8 : 0.6);
    expect(await reasonOf()).toBeNull();
    await checkIns(9, 0.6);
    expect(await reasonOf()).toBe('drifting');
    for (let day = 10; day < 15; day += 1) await checkIns(day, 0.75);
    expect(await reasonOf()).toBeNull();
  });

  it('does not count a mistyped code as a refused face', async () => {
    const before = (await report()).refusals;
    const token = await app.signIn('p-2');
    const typed = await app.call('POST', '/user/start-face-scan', { token, body: { code: '000000' } });
    expect(typed.body.error.code).toBe('place_code_wrong');
    expect((await report()).refusals).toEqual(before);
  });
});
