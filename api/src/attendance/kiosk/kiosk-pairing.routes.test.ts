import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { createDevice, KIOSK_SETTINGS, pairKiosk } from '../../testing/test-kiosk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: 'none' });
});
afterAll(() => app.close());

let added = 0;
const addKiosk = async (): Promise<string> => {
  added += 1;
  const { body } = await app.admin('POST', '/admin/kiosks', { ...KIOSK_SETTINGS, name: `Door ${added}` });
  return body.kiosk_id;
};
const pair = (id: string, code: string) => app.admin('POST', `/admin/kiosks/${id}/pair`, { code });

describe('pairing', () => {
  it('makes the device that shows the code a kiosk, once', async () => {
    const id = await addKiosk();
    const device = await createDevice(app);
    const code = await device.code();
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect((await app.call('GET', `/kiosk/pairings/${code}`)).body).toEqual({
      state: 'waiting',
      kiosk_id: null,
    });
    const typed = `${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`;
    expect((await pair(id, typed)).status).toBe(200);
    expect((await app.call('GET', `/kiosk/pairings/${code}`)).body).toEqual({
      state: 'paired',
      kiosk_id: id,
    });
    device.become(id);
    expect((await device.send('GET', '/kiosk')).body.name).toBe('Door 1');
    expect((await pair(await addKiosk(), code)).body.error.code).toBe('kiosk_code_used');
    const { body } = await app.admin('GET', '/admin/kiosks');
    expect(body.kiosks[0]).toMatchObject({
      name: 'Door 1',
      paired: { last_seen_at: app.clock.now().toISOString() },
    });
    expect(body.kiosks[1]).toMatchObject({ name: 'Door 2', paired: null });
    const { body: audit } = await app.admin('GET', '/admin/audit?action=kiosk_paired');
    expect(audit.entries).toHaveLength(1);
  });

  it('refuses a wrong and an old code', async () => {
    const id = await addKiosk();
    expect((await pair(id, 'ABCDEFGH')).body.error.code).toBe('kiosk_code_wrong');
    const code = await (await createDevice(app)).code();
    app.clock.advance(5 * 60_000);
    expect((await pair(id, code)).body.error.code).toBe('kiosk_code_expired');
    expect((await app.call('GET', `/kiosk/pairings/${code}`)).body.state).toBe('ended');
    expect((await pair('00000000-0000-4000-8000-000000000000', code)).status).toBe(404);
  });

  it('asks the administrator who they are, and nobody else may', async () => {
    const id = await addKiosk();
    const code = await (await createDevice(app)).code();
    const token = await app.adminToken();
    app.clock.advance(6 * 60_000);
    const late = await app.call('POST', `/admin/kiosks/${id}/pair`, { token, body: { code } });
    expect(late.body.error.code).toBe('confirmation_needed');
    const student = await app.person('P-1');
    const theirs = await app.call('POST', `/admin/kiosks/${id}/pair`, {
      token: student.token,
      body: { code },
    });
    expect(theirs.status).toBe(403);
  });

  it('refuses a key that is none', async () => {
    for (const public_key of ['A'.repeat(87), '!'.repeat(87)]) {
      const { status, body } = await app.call('POST', '/kiosk/pairings', { body: { public_key } });
      expect(`${status} ${body.error.fields.public_key}`).toBe('400 This is not a P-256 key.');
    }
  });

  it('of a school goes on while strangers fill all places, from many addresses at once', async () => {
    app.clock.advance(5 * 60_000);
    const { publicKey } = await createDevice(app);
    const ask = async (address: string) =>
      (await app.call('POST', '/kiosk/pairings', { address, body: { public_key: publicKey } })).body
        .code as string;
    const state = async (code: string) => (await app.call('GET', `/kiosk/pairings/${code}`)).body.state;
    const school = [await ask('203.0.113.5')];
    const strangers = (from: number) =>
      Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          ask(at % 2 === 0 ? `2001:db8:0:1::${from + at}` : '198.51.100.7'),
        ),
      );
    const codes = await strangers(1);
    school.push(await ask('203.0.113.5'));
    codes.push(...(await strangers(100)));
    for (const code of school) expect(await state(code)).toBe('waiting');
    const waiting = await Promise.all(codes.map(state));
    expect(waiting.filter((each) => each === 'waiting')).toHaveLength(48);
    expect((await pair(await addKiosk(), school[0] ?? '')).status).toBe(200);
    // The number of places stays as it was, also when they are taken at once.
    const { rows } = await app.pool.query(
      'select 1 from kiosk_pairings where kiosk_id is null and expires_at > $1',
      [app.clock.now()],
    );
    expect(rows).toHaveLength(49);
  });

  it('of another device ends the first, and revoking ends it at once', async () => {
    const first = await pairKiosk(app, { name: 'Gate' });
    const second = await createDevice(app);
    expect((await pair(first.kioskId, await second.code())).status).toBe(200);
    second.become(first.kioskId);
    expect((await first.send('GET', '/kiosk')).body.error.code).toBe('kiosk_refused');
    expect((await second.send('GET', '/kiosk')).status).toBe(200);
    const revoke = () => app.admin('POST', `/admin/kiosks/${first.kioskId}/revoke`);
    expect((await revoke()).status).toBe(200);
    expect((await second.send('GET', '/kiosk')).body.error.code).toBe('kiosk_unknown');
    expect((await revoke()).body.error.code).toBe('kiosk_not_paired');
  });
});

describe('the settings of kiosks', () => {
  it('have names of their own, and a class that exists', async () => {
    const id = await addKiosk();
    const save = (settings: object) =>
      app.admin('PUT', `/admin/kiosks/${id}`, { ...KIOSK_SETTINGS, ...settings });
    expect((await save({ name: 'door 1' })).body.error.code).toBe('kiosk_taken');
    expect((await save({ scope: { of: 'class', class_id: 4711 } })).body.error.code).toBe('class_not_found');
    expect(
      (await save({ name: 'Lab', scope: { of: 'sections', sections: ['CS-A'] }, direction: 'both' })).status,
    ).toBe(200);
    const { body } = await app.admin('GET', '/admin/kiosks');
    const lab = body.kiosks.find((each: { name: string }) => each.name === 'Lab');
    expect(lab).toMatchObject({ direction: 'both', scope: { of: 'sections', sections: ['CS-A'] } });
    expect((await app.admin('DELETE', `/admin/kiosks/${id}`)).status).toBe(200);
    expect((await app.admin('DELETE', `/admin/kiosks/${id}`)).status).toBe(404);
  });
});
