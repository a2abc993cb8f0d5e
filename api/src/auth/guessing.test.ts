import { openTestDb } from '@rollcall/db/testing/test-db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, openTestApp, PERSON_PASSWORD, type TestApp } from '../testing/test-app.ts';
import { openTestServers, type TestServers } from '../testing/test-servers.ts';

const MINUTE = 60_000;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const signIn = (username: string, password: string, address: string, device?: string) =>
  app.call('POST', '/user/login', { body: { username, password }, address, ...(device ? { device } : {}) });

/** Guesses one after another until one is refused; answers how many were looked at. */
async function guessUntilRefused(username: string, addressOf: (index: number) => string, device?: string) {
  for (let index = 0; index < 1000; index += 1)
    if ((await signIn(username, 'wrong', addressOf(index), device)).status === 429) return index;
  throw new Error('Nothing was refused.');
}

const afterwards = async (username: string, address: string, device?: string) =>
  Number((await signIn(username, PERSON_PASSWORD, address, device)).headers.get('retry-after'));

describe('wrong passwords', () => {
  it('end after five at one account from one address, for a quarter of an hour', async () => {
    await app.person('G-1');
    expect(await guessUntilRefused('g-1', () => '203.0.113.1')).toBe(5);
    expect(await afterwards('g-1', '203.0.113.1')).toBe(900);
    expect((await signIn('g-1', PERSON_PASSWORD, '203.0.113.2')).status).toBe(200);
    app.clock.advance(15 * MINUTE);
    expect((await signIn('g-1', PERSON_PASSWORD, '203.0.113.1')).status).toBe(200);
  });

  it('delay an account from anywhere after ten, longer each time and at most a quarter of an hour', async () => {
    await app.person('G-2');
    const from = (index: number) => `198.51.100.${index}`;
    expect(await guessUntilRefused('g-2', from)).toBe(10);
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      waits.push(await afterwards('g-2', '198.51.100.200'));
      app.clock.advance((waits.at(-1) ?? 0) * 1000);
      expect((await signIn('g-2', 'wrong', from(100 + round))).status).toBe(401);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
    // The right password is let in as soon as the pause is over.
    app.clock.advance(15 * MINUTE);
    expect((await signIn('g-2', PERSON_PASSWORD, '198.51.100.200')).status).toBe(200);
  });

  it('are counted by account, whatever the door and the spelling of its name', async () => {
    await app.person('G-KİMΑΣ', { username: 'kimασ' });
    const spellings = ['kimασ', 'KİMΑΣ', 'kımας', 'KIMας', ' Kimας '];
    for (const [index, name] of spellings.entries())
      expect((await signIn(name, 'wrong', '203.0.113.9')).status, `${index} ${name}`).toBe(401);
    for (const name of spellings) expect((await signIn(name, 'wrong', '203.0.113.9')).status).toBe(429);
    // Names that no account has, likewise: the limit does not tell which exist.
    for (const name of ['kimασ2', 'KİMΑΣ2', 'kımας2', 'KIMας2', 'kImας2'])
      expect((await signIn(name, 'wrong', '203.0.113.10')).status).toBe(401);
    expect((await signIn('KİMας2', 'wrong', '203.0.113.10')).status).toBe(429);

    // Nor does the door for administrators tell whose name it is.
    const atTheOther = async (username: string, address: string) => {
      for (let index = 0; index < 5; index += 1) await signIn(username, 'wrong', address);
      const body = { username, password: PERSON_PASSWORD };
      return (await app.call('POST', '/admin/login', { body, address })).status;
    };
    expect([
      await atTheOther('g-1', '203.0.113.12'),
      await atTheOther('nobody-here', '203.0.113.13'),
    ]).toEqual([429, 429]);
    await app.person('G-3');
    const asMember = { username: 'g-3', password: PERSON_PASSWORD };
    expect((await app.call('POST', '/admin/login', { body: asMember })).status).toBe(401);

    const admin = (password: string) =>
      app.call('POST', '/admin/login', { body: { password }, address: '203.0.113.11' });
    for (let index = 0; index < 3; index += 1) expect((await admin('wrong')).status).toBe(401);
    for (let index = 0; index < 2; index += 1)
      expect((await signIn('ADMİN', 'wrong', '203.0.113.11')).status).toBe(401);
    expect((await admin(ADMIN_PASSWORD)).status).toBe(429);
    expect((await signIn('admin', ADMIN_PASSWORD, '203.0.113.11')).status).toBe(429);
  });

  it('are counted by the /64 of an IPv6 address, and by the IPv4 address inside one', async () => {
    await app.person('G-4');
    expect(await guessUntilRefused('g-4', (index) => `2001:db8:1:2::${index}`)).toBe(5);
    expect((await signIn('g-4', 'wrong', '2001:0db8:0001:0002:ffff::1')).status).toBe(429);
    expect((await signIn('g-4', 'wrong', '2001:db8:1:3::1')).status).toBe(401);
    for (let index = 0; index < 4; index += 1) await signIn('g-4', 'wrong', '::ffff:203.0.113.44');
    expect((await signIn('g-4', 'wrong', '203.0.113.44')).status).toBe(429);
  });

  it('do not turn a school behind one address away: 1,000 people, 3 % mistyped', async () => {
    await app.person('G-5');
    for (let index = 0; index < 35; index += 1)
      expect((await signIn(`typo-${index}`, 'wrong', '203.0.113.50')).status).toBe(401);
    expect((await signIn('g-5', PERSON_PASSWORD, '203.0.113.50')).status).toBe(200);
  });

  it('end after 200 from one address, but not for devices that signed in before', async () => {
    await app.person('G-6');
    const { device } = (await signIn('g-6', PERSON_PASSWORD, '203.0.113.60')).body;
    const { rows } = await app.pool.query(
      `insert into login_attempts (account, address, failed_at)
       select 'typed ' || n, '203.0.113.60', $1 from generate_series(1, 199) n returning 1`,
      [app.clock.now()],
    );
    expect(rows).toHaveLength(199);
    expect((await signIn('somebody', 'wrong', '203.0.113.60')).status).toBe(401);
    expect((await signIn('g-6', PERSON_PASSWORD, '203.0.113.60')).status).toBe(429);
    expect((await signIn('g-6', PERSON_PASSWORD, '203.0.113.60', device)).status).toBe(200);
    expect((await signIn('g-6', PERSON_PASSWORD, '203.0.113.61')).status).toBe(200);
  });

  it('leave nothing of what was typed where no account has that name', async () => {
    await signIn('my secret passphrase', 'x', '203.0.113.70');
    for (const table of ['login_attempts', 'audit']) {
      const { rows } = await app.pool.query(`select t::text as text from ${table} t`);
      expect(JSON.stringify(rows)).not.toContain('passphrase');
    }
  });
});

describe('a device that signed in before', () => {
  it('gets in while others guess from everywhere, and has a limit of its own', async () => {
    await app.person('G-10');
    const first = await signIn('g-10', PERSON_PASSWORD, '192.0.2.10');
    const { device } = first.body;
    expect(device).toMatch(/^[\w-]{43}$/);
    await guessUntilRefused('g-10', (index) => `198.18.1.${index}`);
    expect((await signIn('g-10', PERSON_PASSWORD, '192.0.2.10')).status).toBe(429);
    expect((await signIn('g-10', PERSON_PASSWORD, '192.0.2.10', device)).status).toBe(200);

    // A stolen token guesses no faster, and does not keep others out.
    expect(await guessUntilRefused('g-10', (index) => `198.18.2.${index}`, device)).toBe(5);
    expect(await afterwards('g-10', '192.0.2.10', device)).toBe(30);
    app.clock.advance(30_000);
    // Signing in forgets the failures of the device.
    expect((await signIn('g-10', PERSON_PASSWORD, '192.0.2.10', device)).body.device).toBe(device);
    // After its own five it is a stranger, who has one try after each pause of the account.
    expect(await guessUntilRefused('g-10', () => '192.0.2.10', device)).toBe(6);
  });

  it('of several people keeps nobody out when one of them guesses with it', async () => {
    await app.person('G-16');
    await app.person('G-17');
    const { device } = (await signIn('g-16', PERSON_PASSWORD, '192.0.2.16')).body;
    await signIn('g-17', PERSON_PASSWORD, '192.0.2.16', device);
    // As many as the device and a stranger have together.
    expect(await guessUntilRefused('g-17', () => '198.18.4.1', device)).toBe(10);
    expect((await signIn('g-17', PERSON_PASSWORD, '192.0.2.16', device)).status).toBe(200);
  });

  it('is known for that person only; a browser can be shared', async () => {
    await app.person('G-11');
    await app.person('G-12');
    const { device } = (await signIn('g-11', PERSON_PASSWORD, '192.0.2.11')).body;
    expect(await guessUntilRefused('g-12', () => '192.0.2.12', device)).toBe(5);
    const shared = await signIn('g-12', PERSON_PASSWORD, '192.0.2.13', device);
    expect(shared.body.device).toBe(device);
    expect((await signIn('g-12', PERSON_PASSWORD, '192.0.2.12', device)).status).toBe(200);
  });

  it('has a token of the server, kept as a digest; ten devices a person, half a year', async () => {
    await app.person('G-13');
    const forged = 'A'.repeat(43);
    expect((await signIn('g-13', PERSON_PASSWORD, '192.0.2.14', forged)).body.device).not.toBe(forged);
    const devices: string[] = [];
    for (let index = 0; index < 11; index += 1) {
      app.clock.advance(1000);
      devices.push((await signIn('g-13', PERSON_PASSWORD, '192.0.2.14')).body.device);
    }
    const { rows } = await app.pool.query(
      `select d::text as text from known_devices d join people p on p.id = d.person_id where p.code = 'G-13'`,
    );
    expect(rows).toHaveLength(10);
    expect(JSON.stringify(rows)).not.toContain(devices[10]);
    const [oldest, , newest] = [devices[0], 0, devices[10]];
    await guessUntilRefused('g-13', (index) => `198.18.3.${index}`);
    expect((await signIn('g-13', PERSON_PASSWORD, '192.0.2.15', oldest)).status).toBe(429);
    expect((await signIn('g-13', PERSON_PASSWORD, '192.0.2.15', newest)).status).toBe(200);

    app.clock.advance(180 * 24 * 60 * MINUTE);
    await guessUntilRefused('g-13', (index) => `198.18.4.${index}`);
    expect((await signIn('g-13', PERSON_PASSWORD, '192.0.2.15', newest)).status).toBe(429);
  });

  it('is forgotten when an administrator resets the password', async () => {
    await app.person('G-14');
    const { device } = (await signIn('g-14', PERSON_PASSWORD, '192.0.2.16')).body;
    const reset = await app.admin('PUT', '/admin/users/G-14/password', { password: 'brand-new' });
    expect(reset.status).toBe(200);
    await guessUntilRefused('g-14', (index) => `198.18.5.${index}`);
    expect((await signIn('g-14', 'brand-new', '192.0.2.16', device)).status).toBe(429);
  });
});

describe('guesses at the same moment', () => {
  it('are looked at as often as one after another', async () => {
    await app.person('G-20');
    const guesses = Array.from({ length: 40 }, (_, index) => signIn('g-20', 'wrong', `198.18.0.${index}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  it('do not refuse the right password, sent often at once', async () => {
    await app.person('G-21');
    const calls = Array.from({ length: 30 }, () => signIn('g-21', PERSON_PASSWORD, '192.0.2.21'));
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await app.pool.query(`select 1 from login_attempts where address = '192.0.2.21'`);
    expect(rows).toHaveLength(0);
  });
});

describe.runIf(process.env.TEST_DB === 'postgres')('two servers', () => {
  let test: TestServers;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const database = await openTestDb();
    close = () => database.close();
    test = await openTestServers(['one', 'two'], { database });
  });
  afterAll(async () => {
    await test.close();
    await close();
  });

  it('look at ten guesses in all, however many arrive at once', async () => {
    await test.servers[0]?.person('T-1');
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const call = test.servers[index % 2]?.call('POST', '/user/login', {
          body: { username: 't-1', password: 'wrong' },
          address: `198.18.9.${index}`,
        });
        return (await call)?.status;
      }),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  });
});
