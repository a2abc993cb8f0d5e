import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markByFace, sendPictures } from '../../testing/face-scan.ts';
import { createScriptedEngine, enrolFace, sceneImage } from '../../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let token: string;
let classId: number;
const OWN_NETWORK = '10.20.0.0/16';
const INSIDE = '10.20.3.4';
const OUTSIDE = '203.0.113.9';

beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine(), strictEvidence: true });
  token = (await app.person('E-1')).token;
  await enrolFace(app, 'E-1', 1);
  const slot = { startTime: '09:00', endTime: '11:00' };
  const made = await app.admin('POST', '/admin/classes', { name: 'Maths', section: 'A', ...slot });
  classId = made.body.class.id;
  await app.admin('PUT', `/admin/classes/${classId}/roster`, { user_ids: ['E-1'] });
});
afterAll(() => app.close());

let nonce = 0;
const image = () => sceneImage({ person: 1, nonce: ++nonce });
const demand = (student: string) =>
  app.admin('PUT', '/admin/evidence', { student, teacher: 'device', staff: 'device', employee: 'kiosk' });
const start = (code?: string, address = OUTSIDE) =>
  app.call('POST', '/user/start-face-scan', { token, address, body: code ? { code } : {} });
const shownCode = async (id?: number): Promise<string> =>
  (await app.admin('GET', id ? `/admin/classes/${id}/code` : '/place-code')).body.code;
const reasonToday = async () =>
  (await app.call('GET', '/profile/E-1', { token })).body.attendance_history[0].reason as string;

describe('a new institution', () => {
  it('asks people’s own devices for a proof of the place', async () => {
    const { body } = await app.admin('GET', '/admin/evidence');
    expect(body).toMatchObject({
      demands: { student: 'network_or_code', employee: 'network_or_code' },
      networks: [],
    });
    expect((await start()).body.error.code).toBe('place_network_or_code_needed');
    const { body: ready } = await app.call('GET', '/user/mark-readiness', { token });
    expect(ready.place).toEqual({ evidence: 'device', missing: 'join_network_or_enter_code' });
  });
});

describe('the code of a place', () => {
  it('opens a scan, of the whole institution or of a class of one’s own, and is named on the record', async () => {
    expect((await start(await shownCode())).body.evidence).toBe('code');
    const marked = await markByFace(app, token, image(), await shownCode(classId));
    expect(marked.body).toMatchObject({ success: true });
    expect(await reasonToday()).toContain('with the code of the room');
  });

  it('of a class that one is not in is worth nothing', async () => {
    const slot = { startTime: '09:00', endTime: '11:00' };
    const other = await app.admin('POST', '/admin/classes', { name: 'Art', section: 'B', ...slot });
    const code = await shownCode(other.body.class.id);
    expect((await start(code)).body.error.code).toBe('place_code_wrong');
  });

  it('changes, and counts until the next one has been shown for a while', async () => {
    const { body } = await app.admin('GET', '/place-code');
    const left: number = body.left_ms;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(30_000);
    app.clock.advance(left + 29_000);
    expect(await shownCode()).not.toBe(body.code);
    expect((await start(body.code)).status).toBe(200);
    app.clock.advance(2_000);
    expect((await start(body.code)).body.error.code).toBe('place_code_wrong');
  });

  it('is remembered for the session that entered it, for a few minutes', async () => {
    app.clock.advance(10 * 60_000);
    expect((await start()).body.error.code).toBe('place_network_or_code_needed');
    await start(await shownCode());
    app.clock.advance(2 * 60_000);
    expect((await start()).body.evidence).toBe('code');
    const another = await app.signIn('e-1');
    const elsewhere = await app.call('POST', '/user/start-face-scan', { token: another, address: OUTSIDE });
    expect(elsewhere.body.error.code).toBe('place_network_or_code_needed');
    // Going on with it does not make it last for ever.
    app.clock.advance(2 * 60_000);
    expect((await start()).body.error.code).toBe('place_network_or_code_needed');
  });

  it('is guessed a few times only, and each guess is audited', async () => {
    const { token: guesser } = await app.person('G-1');
    const guess = (code: string) =>
      app.call('POST', '/user/start-face-scan', { token: guesser, body: { code } });
    const right = new Set([await shownCode()]);
    const codes: string[] = [];
    for (let code = 100_000; codes.length < 6; code += 1) if (!right.has(`${code}`)) codes.push(`${code}`);
    const answers: string[] = [];
    for (const code of codes) answers.push((await guess(code)).body.error.code);
    expect(answers.slice(0, 5)).toEqual(Array(5).fill('place_code_wrong'));
    expect(answers[5]).toBe('too_many_attempts');
    const { body } = await app.admin('GET', '/admin/audit?action=face_refused&limit=1');
    expect(body.entries[0]).toMatchObject({ subject: 'G-1', detail: { outcome: 'wrong_code' } });
  });

  it('is guessed five times also when all guesses are sent at once, from many networks', async () => {
    const { token: guesser } = await app.person('G-2');
    const right = await shownCode();
    const wrong = Array.from({ length: 30 }, (_, at) => `${100_000 + at}`).filter((code) => code !== right);
    const guess = async (code: string, address: string) =>
      (await app.call('POST', '/user/start-face-scan', { token: guesser, address, body: { code } })).body
        .error?.code;
    const answers = await Promise.all(wrong.map((code, at) => guess(code, `203.0.113.${at}`)));
    expect(answers.filter((answer) => answer === 'place_code_wrong')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'too_many_attempts')).toHaveLength(wrong.length - 5);
    expect(await guess(right, OUTSIDE)).toBe('too_many_attempts');
    // Neither other people of the network nor the sign-in pay for it.
    expect((await start(right)).status).toBe(200);
    app.clock.advance(16 * 60_000);
    expect(await guess(await shownCode(), OUTSIDE)).toBeUndefined();
  });

  it('counts no try that was right', async () => {
    const { token: reader } = await app.person('R-1');
    const body = { code: await shownCode() };
    for (let times = 0; times < 8; times += 1)
      expect((await app.call('POST', '/user/start-face-scan', { token: reader, body })).status).toBe(200);
  });

  it('is shown to a teacher for their own classes only', async () => {
    await app.person('T-1', { type: 'teacher' });
    await app.admin('PUT', '/admin/accounts/T-1/role', { role: 'teacher' });
    const asTeacher = await app.signIn('t-1');
    const ask = (path: string) => app.call('GET', path, { token: asTeacher });
    expect((await ask('/place-code')).status).toBe(403);
    expect((await ask(`/admin/classes/${classId}/code`)).status).toBe(404);
    await app.admin('PUT', `/admin/classes/${classId}/teachers`, { teachers: [{ user_id: 'T-1' }] });
    expect((await ask(`/admin/classes/${classId}/code`)).body).toMatchObject({ class_name: 'Maths' });
    expect((await app.call('GET', '/place-code', { token })).status).toBe(403);
  });
});

describe('the networks of the institution', () => {
  it('are addresses and ranges, each once', async () => {
    const add = (network: string, name = '') =>
      app.admin('POST', '/admin/evidence/networks', { network, name });
    expect((await add('the school')).body.error.code).toBe('network_invalid');
    expect((await add(OWN_NETWORK, 'School Wi-Fi')).status).toBe(200);
    expect((await add(OWN_NETWORK)).body.error.code).toBe('network_taken');
    const { body } = await app.admin('GET', '/admin/evidence');
    expect(body.networks).toEqual([{ network: OWN_NETWORK, name: 'School Wi-Fi' }]);
    expect(body.own_address_known).toBe(false);
  });

  it('prove the place where that is enough', async () => {
    app.clock.advance(10 * 60_000);
    await demand('network');
    expect((await start(undefined, INSIDE)).body.evidence).toBe('network');
    expect((await start(undefined, OUTSIDE)).body.error.code).toBe('place_network_needed');
    expect((await start(await shownCode(), OUTSIDE)).body.error.code).toBe('place_network_needed');
  });

  it('and the code prove it together where both are asked for', async () => {
    app.clock.advance(10 * 60_000);
    await demand('network_and_code');
    expect((await start(undefined, INSIDE)).body.error.code).toBe('place_code_needed');
    expect((await start(await shownCode(), INSIDE)).body.evidence).toBe('network_and_code');
    app.clock.advance(10 * 60_000);
    expect((await start(await shownCode(), OUTSIDE)).body.error.code).toBe('place_network_needed');
  });

  it('count no more once they are removed', async () => {
    await demand('network');
    await app.admin('DELETE', `/admin/evidence/networks?network=${encodeURIComponent(OWN_NETWORK)}`);
    expect((await start(undefined, INSIDE)).body.error.code).toBe('place_network_needed');
  });
});

describe('what is asked for', () => {
  it('can be a kiosk alone, which no device is', async () => {
    app.clock.advance(10 * 60_000);
    await demand('kiosk');
    expect((await start(await shownCode(), INSIDE)).body.error.code).toBe('place_kiosk_needed');
  });

  it('can be nothing, and the record says so', async () => {
    app.clock.advance(26 * 60 * 60_000);
    await demand('device');
    token = await app.signIn('e-1');
    expect((await markByFace(app, token, image())).body).toMatchObject({ success: true });
    expect(await reasonToday()).toContain('place not proven');
  });

  it('can be more for the people of a class, until that is taken back', async () => {
    const ofClass = (wanted: string | null) =>
      app.admin('PUT', `/admin/evidence/classes/${classId}`, { demand: wanted });
    app.clock.advance(10 * 60_000);
    expect((await ofClass('code')).status).toBe(200);
    expect((await app.admin('GET', '/admin/evidence')).body.classes).toEqual([
      { id: classId, name: 'Maths', demand: 'code' },
    ]);
    expect((await start()).body.error.code).toBe('place_code_needed');
    expect((await start(await shownCode(classId))).body.evidence).toBe('code');
    // Somebody who is not in the class needs no code.
    const other = (await app.person('E-2')).token;
    expect((await app.call('POST', '/user/start-face-scan', { token: other, body: {} })).status).toBe(200);
    await ofClass(null);
    app.clock.advance(10 * 60_000);
    expect((await start()).body.evidence).toBe('device');
    expect((await app.admin('PUT', '/admin/evidence/classes/99999', { demand: 'code' })).status).toBe(404);
    const { body } = await app.admin('GET', '/admin/audit?action=evidence_saved&limit=1');
    expect(body.entries[0]).toMatchObject({ detail: { class: 'Maths', demand: 'none' } });
  });

  it('is checked when a scan is opened: a later change does not end it', async () => {
    const { body: scan } = await start();
    await demand('kiosk');
    expect((await sendPictures(app, token, scan.scan_id, { image: image() })).status).toBe(200);
  });

  it('is changed by administrators only, who have just shown who they are, and audited', async () => {
    expect((await app.call('GET', '/admin/evidence', { token })).status).toBe(403);
    const open = await app.adminToken();
    const made = await app.admin('POST', '/me/tokens', {
      name: 'Sync',
      actions: ['settings.manage'],
      expires_on: '2026-06-30',
    });
    app.clock.advance(6 * 60_000);
    const device = { student: 'device', teacher: 'device', staff: 'device', employee: 'device' };
    for (const [method, path, body] of [
      ['PUT', '/admin/evidence', device],
      ['PUT', `/admin/evidence/classes/${classId}`, { demand: null }],
      ['POST', '/admin/evidence/networks', { network: '10.0.0.0/8' }],
      ['DELETE', '/admin/evidence/networks?network=10.0.0.0/8', undefined],
      ['POST', '/admin/clock/confirm', { server_time: app.clock.now().toISOString() }],
      ['DELETE', '/admin/clock/future-days', undefined],
    ] as const) {
      const answer = await app.call(method, path, { token: open, body });
      expect(`${path} ${answer.body.error.code}`).toBe(`${path} confirmation_needed`);
      const ofToken = await app.call(method, path, { token: made.body.token, body });
      expect(`${path} ${ofToken.body.error.code}`).toBe(`${path} forbidden`);
    }
    await demand('code');
    const { body } = await app.admin('GET', '/admin/audit?action=evidence_saved&limit=1');
    expect(body.entries[0].detail).toMatchObject({ student: 'code', employee: 'kiosk' });
  });
});
