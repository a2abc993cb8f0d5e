import { createInstallationKeys } from '@rollcall/core/faces/keys/master-key.rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addPasskey,
  answerOf,
  codeOfApp,
  createFakePasskeys,
  signInAlone,
} from '../testing/second-factors.ts';
import { openTestApp, PERSON_PASSWORD, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
/** Another server on the same database. */
let other: TestApp;
beforeAll(async () => {
  app = await openTestApp({ passkeys: createFakePasskeys() });
  other = await openTestApp({
    passkeys: createFakePasskeys(),
    setUp: false,
    database: { db: app.db, pool: app.pool, close: async () => {} },
    masterKeys: app.keyNeeds.keys,
    clock: app.clock,
  });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const MINUTE = 60_000;

const login = (username: string, server = app) =>
  server.call('POST', '/user/login', { body: { username, password: PERSON_PASSWORD } });

/** Signs in with the password and answers the ticket for the second factor. */
const ticketOf = async (username: string): Promise<string> => {
  const { status, body } = await login(username);
  expect([status, body.error?.code]).toEqual([403, 'second_factor_needed']);
  return body.error.second_factor.ticket;
};

const second = (body: Record<string, unknown>, server = app) =>
  server.call('POST', '/sign-in/second', { body });

/** Somebody with an app for codes. Moves the clock on, so that the code of the set-up is not the next one. */
async function withApp(id: string) {
  const { token } = await app.person(id);
  const begun = await app.call('POST', '/me/totp', { token });
  const { secret } = begun.body;
  const done = await app.call('PUT', '/me/totp', {
    token,
    body: { code: codeOfApp(secret, app.clock.now()) },
  });
  expect(done.status).toBe(200);
  const recoveryCodes: string[] = done.body.recovery_codes;
  app.clock.advance(MINUTE);
  return {
    id,
    username: id.toLowerCase(),
    token,
    secret,
    recoveryCodes,
    code: () => codeOfApp(secret, app.clock.now()),
  };
}

async function withPasskey(id: string) {
  const { token } = await app.person(id);
  const credential = `credential-of-${id}`;
  const passkeyId = await addPasskey(app, token, credential);
  return { id, username: id.toLowerCase(), token, credential, passkeyId };
}

describe('an app for codes', () => {
  it('counts from its first right code on, and shows secret and recovery codes once', async () => {
    const { token } = await app.person('T-1');
    const { secret, uri } = (await app.call('POST', '/me/totp', { token })).body;
    expect(uri).toContain(secret);
    const wrong = await app.call('PUT', '/me/totp', { token, body: { code: '000000' } });
    expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([400, ['code']]);
    expect((await login('t-1')).status).toBe(200);
    const right = await app.call('PUT', '/me/totp', {
      token,
      body: { code: codeOfApp(secret, app.clock.now()) },
    });
    expect(right.body.recovery_codes).toHaveLength(10);
    expect((await login('t-1')).status).toBe(403);
    const { body, text } = await app.call('GET', '/me/second-factors', { token });
    expect(body).toMatchObject({
      available: { passkeys: true },
      obligatory: false,
      passkeys: [],
      totp: { usable: true },
      recovery_codes_left: 10,
    });
    expect(text).not.toContain(secret);
    const stored = await app.pool.query('select sealed from totp_secrets');
    expect(JSON.stringify(stored.rows)).not.toContain(secret);
  });

  it('signs in with the ticket of the password, and each code counts once at all servers', async () => {
    const { username, code, id } = await withApp('T-2');
    const [one, two] = [await ticketOf(username), await ticketOf(username)];
    const answers = await Promise.all([
      second({ ticket: one, code: code() }),
      second({ ticket: two, code: code() }, other),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const signedIn = answers.find(({ status }) => status === 200);
    expect(signedIn?.body.user.id).toBe(id);
    const again = await second({ ticket: await ticketOf(username), code: code() });
    expect(again.body.error.code).toBe('second_factor_refused');
  });

  it('leaves the one before in force until the new one is set up', async () => {
    const { username, token, code } = await withApp('T-3');
    await app.call('POST', '/me/totp', { token });
    expect((await second({ ticket: await ticketOf(username), code: code() })).status).toBe(200);
  });

  it('belongs to one person: the sealed secret does not open as that of another', async () => {
    const [one, two] = [await withApp('T-4'), await withApp('T-5')];
    await app.pool.query(
      `update totp_secrets t set sealed = o.sealed from totp_secrets o, people p, people q
       where p.code = 'T-5' and q.code = 'T-4' and t.person_id = p.id and o.person_id = q.id`,
    );
    const answer = await second({ ticket: await ticketOf(two.username), code: one.code() });
    expect(answer.status).toBe(401);
  });
});

describe('the ticket of a sign-in', () => {
  it('signs in once, also when two servers get it at once', async () => {
    const { username, recoveryCodes } = await withApp('T-10');
    const ticket = await ticketOf(username);
    const answers = await Promise.all([
      second({ ticket, recovery_code: recoveryCodes[0] }),
      second({ ticket, recovery_code: recoveryCodes[1] }, other),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    // The code of the loser was not used up.
    const { rows } = await app.pool.query(
      `select count(*)::int as left from recovery_codes r join people p on p.id = r.person_id where p.code = 'T-10'`,
    );
    expect(rows).toEqual([{ left: 9 }]);
  });

  it('ends after five minutes and after five wrong codes', async () => {
    const { username, code } = await withApp('T-11');
    const late = await ticketOf(username);
    app.clock.advance(5 * MINUTE);
    expect((await second({ ticket: late, code: code() })).body.error.code).toBe('sign_in_expired');
    // A clock that goes back does not make it valid for longer.
    const now = app.clock.now();
    app.clock.advance(20 * MINUTE);
    const future = await ticketOf(username);
    app.clock.set(now.toISOString());
    expect((await second({ ticket: future, code: code() })).body.error.code).toBe('sign_in_expired');
    const ticket = await ticketOf(username);
    for (let guess = 0; guess < 4; guess += 1)
      expect((await second({ ticket, code: '000000' })).status).toBe(401);
    expect((await second({ ticket, recovery_code: 'AAAA-BBBB-CCCC-DDDD' })).status).toBe(401);
    expect((await second({ ticket, code: code() })).body.error.code).toBe('sign_in_expired');
  });

  it('is looked at five times, however many codes arrive at once and from wherever', async () => {
    const { username } = await withApp('T-15');
    const ticket = await ticketOf(username);
    const guess = (_: unknown, place: number) => {
      const sent = { address: `203.0.113.${place}`, body: { ticket, code: `00000${place}` } };
      return (place % 2 === 0 ? app : other).call('POST', '/sign-in/second', sent);
    };
    const answers = await Promise.all(Array.from({ length: 9 }, guess));
    const looked = answers.filter(({ body }) => body.error.code === 'second_factor_refused');
    expect([looked.length, new Set(answers.map(({ status }) => status))]).toEqual([5, new Set([401, 409])]);
  });

  it('is worthless after a change of the password, and for somebody who was deleted meanwhile', async () => {
    const { username, code, id } = await withApp('T-12');
    const stale = await ticketOf(username);
    await app.admin('PUT', `/admin/users/${id}/password`, { password: 'Another-Secret-77' });
    expect((await second({ ticket: stale, code: code() })).body.error.code).toBe('sign_in_expired');
    const gone = await withApp('T-13');
    const ticket = await ticketOf(gone.username);
    await app.admin('DELETE', '/admin/users/T-13');
    expect((await second({ ticket, code: gone.code() })).body.error.code).toBe('sign_in_expired');
    const { rows } = await app.pool.query(
      `select (select count(*)::int from totp_secrets t join people p on p.id = t.person_id where p.deleted_at is not null) as left`,
    );
    expect(rows).toEqual([{ left: 0 }]);
  });

  it('takes exactly one factor, and no ticket is made up', async () => {
    const { username, code } = await withApp('T-14');
    const ticket = await ticketOf(username);
    expect((await second({ ticket })).status).toBe(400);
    expect((await second({ ticket, code: code(), recovery_code: 'x' })).status).toBe(400);
    expect((await second({ ticket: 'x'.repeat(43), code: code() })).body.error.code).toBe('sign_in_expired');
  });
});

describe('wrong codes', () => {
  it('are limited per account, also with a new ticket for each', async () => {
    const { username } = await withApp('T-20');
    const statuses: number[] = [];
    for (let guess = 0; guess < 15; guess += 1) {
      const { body } = await login(username);
      if (!body.error.second_factor) break;
      statuses.push((await second({ ticket: body.error.second_factor.ticket, code: '000000' })).status);
    }
    const { body, headers } = await login(username);
    expect(body.error.code).toBe('too_many_attempts');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(statuses.length).toBeLessThan(15);
    app.clock.advance(60 * MINUTE);
  });
});

describe('recovery codes', () => {
  it('are used once each, and a new set replaces them', async () => {
    const { username, token, recoveryCodes } = await withApp('T-30');
    const [first, kept] = recoveryCodes;
    const use = async (code: string | undefined) =>
      (await second({ ticket: await ticketOf(username), recovery_code: code })).status;
    expect(await use(first?.toLowerCase().replaceAll('-', ' '))).toBe(200);
    expect(await use(first)).toBe(401);
    const { body } = await app.call('POST', '/me/recovery-codes', { token });
    expect(body.recovery_codes).toHaveLength(10);
    expect(await use(kept)).toBe(401);
    expect(await use(body.recovery_codes[0])).toBe(200);
    const stored = await app.pool.query(`select encode(digest, 'escape') as text from recovery_codes`);
    expect(JSON.stringify(stored.rows)).not.toContain(String(body.recovery_codes[1]));
  });

  it('are not given to somebody without a factor, and end with the last one', async () => {
    const { token } = await app.person('T-31');
    expect((await app.call('POST', '/me/recovery-codes', { token })).status).toBe(400);
    const had = await withApp('T-32');
    expect((await app.call('DELETE', '/me/totp', { token: had.token })).status).toBe(200);
    expect((await login(had.username)).status).toBe(200);
    const { body } = await app.call('GET', '/me/second-factors', { token: had.token });
    expect(body).toMatchObject({ totp: null, recovery_codes_left: 0 });
  });
});

describe('without the master key that sealed a secret', () => {
  it('codes of the app are not offered and recovery codes still are; nothing new is sealed', async () => {
    const { username, token, code, recoveryCodes } = await withApp('T-40');
    const bare = await openTestApp({
      setUp: false,
      database: { db: app.db, pool: app.pool, close: async () => {} },
      masterKeys: createInstallationKeys([], { kind: 'missing', expected: 'gone' }),
      clock: app.clock,
    });
    const { body } = await login(username, bare);
    expect(body.error.second_factor.methods).toEqual(['recovery_code']);
    const { ticket } = body.error.second_factor;
    expect((await second({ ticket, code: code() }, bare)).status).toBe(401);
    expect((await bare.call('GET', '/me/second-factors', { token })).body.totp.usable).toBe(false);
    expect((await bare.call('POST', '/me/totp', { token })).body.error.code).toBe('key_missing');
    expect((await second({ ticket, recovery_code: recoveryCodes[0] }, bare)).status).toBe(200);
    await bare.close();
  });
});

describe('passkeys', () => {
  const alone = (credential: string, answer: Parameters<typeof answerOf>[2] = {}, server = app) =>
    signInAlone(server, credential, answer);

  it('sign in alone, without a second factor, where the device has checked the person', async () => {
    const { credential, id, username } = await withPasskey('K-1');
    expect((await alone(credential, {}, other)).body.user.id).toBe(id);
    expect((await alone(credential, { isVerified: false })).body.error.code).toBe('passkey_refused');
    expect((await alone('unknown')).body.error.code).toBe('passkey_refused');
    const { rows } = await app.pool.query(
      `select s.means from sessions s join people p on p.id = s.person_id where p.code = 'K-1' order by s.id desc limit 1`,
    );
    expect(rows).toEqual([{ means: 'passkey' }]);
    expect((await login(username)).body.error.second_factor.methods).toEqual(['passkey']);
  });

  it('answer a challenge once, within five minutes, for the ticket that asked', async () => {
    const { credential } = await withPasskey('K-2');
    const asked = async () => (await app.call('POST', '/sign-in/passkey/options')).body;
    const send = (ticket: string, options: Parameters<typeof answerOf>[1], server = app) =>
      server.call('POST', '/sign-in/passkey', { body: { ticket, passkey: answerOf(credential, options) } });
    const [one, two] = [await asked(), await asked()];
    expect((await send(one.ticket, two.options)).status).toBe(401);
    const answers = await Promise.all([send(two.ticket, two.options), send(two.ticket, two.options, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const late = await asked();
    app.clock.advance(5 * MINUTE);
    expect((await send(late.ticket, late.options)).status).toBe(401);
  });

  it('are a second factor of their own account only, under the name they were made for', async () => {
    const [one, two] = [await withPasskey('K-4'), await withPasskey('K-5')];
    const ticket = await ticketOf(one.username);
    const options = async (origin?: string) => {
      const response = await app.app.request('/api/sign-in/second/options', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(origin ? { 'x-test-origin': origin } : {}) },
        body: JSON.stringify({ ticket }),
      });
      return (await response.json()) as { options: { rpId: string; challenge: string; allow: string[] } };
    };
    expect((await options('https://other.example')).options.allow).toEqual([]);
    expect((await options()).options.allow).toEqual([one.credential]);
    const strange = answerOf(two.credential, (await options()).options);
    expect((await second({ ticket, passkey: strange })).body.error.code).toBe('passkey_refused');
    const own = answerOf(one.credential, (await options()).options, { isVerified: false });
    expect((await second({ ticket, passkey: own })).body.user.id).toBe(one.id);
  });

  it('are registered for the session that asked, and by one account only', async () => {
    const { credential } = await withPasskey('K-6');
    const { token } = await app.person('K-7');
    const elsewhere = await app.signIn('k-7');
    const options = async () => (await app.call('POST', '/me/passkeys/options', { token })).body.options;
    const add = (session: string, response: unknown) =>
      app.call('POST', '/me/passkeys', { token: session, body: { name: 'Key', response } });
    expect((await add(elsewhere, answerOf('k-7', await options()))).body.error.code).toBe('passkey_refused');
    expect((await add(token, answerOf(credential, await options()))).body.error.code).toBe('passkey_refused');
    const fits = answerOf('k-7', await options());
    expect((await add(token, fits)).status).toBe(200);
    expect((await add(token, fits)).status).toBe(401);
  });

  it('that were made under another name of the server are marked in the list', async () => {
    const { token, passkeyId } = await withPasskey('K-10');
    const marks = async () =>
      (await app.call('GET', '/me/second-factors', { token })).body.passkeys.map(
        ({ usable }: { usable: boolean }) => usable,
      );
    expect(await marks()).toEqual([true]);
    await app.pool.query(`update passkeys set rp_id = 'old.example' where id = $1`, [passkeyId]);
    expect(await marks()).toEqual([false]);
  });

  it('are removed by their owner only', async () => {
    const [one, two] = [await withPasskey('K-8'), await withPasskey('K-9')];
    expect((await app.call('DELETE', `/me/passkeys/${two.passkeyId}`, { token: one.token })).status).toBe(
      404,
    );
    expect((await app.call('DELETE', `/me/passkeys/${one.passkeyId}`, { token: one.token })).status).toBe(
      200,
    );
    expect((await login(one.username)).status).toBe(200);
  });
});
