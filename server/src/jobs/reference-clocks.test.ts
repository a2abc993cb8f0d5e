import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '@rollcall/db/postgres/open-postgres';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { defaultGateways, isOwnAddress } from './own-addresses.ts';
import { createReferenceClocks, createSteadyClock, isDatabaseElsewhere } from './reference-clocks.ts';

const POSTGRES = process.env.TEST_POSTGRES_URL;

describe('the steady clock', () => {
  it('is the uptime of the machine, or of the process where that is hidden', () => {
    let seconds = 100;
    const steady = createSteadyClock(() => seconds);
    const before = steady();
    seconds += 9 * 3600;
    expect(steady() - before).toBe(9 * 3_600_000);
    const hidden = createSteadyClock(() => {
      throw new Error('EPERM');
    });
    expect(hidden()).toBeGreaterThan(0);
  });
});

describe('addresses of the machine itself', () => {
  it('are those of its network cards and of the default gateway, however they are written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rollcall-routes-'));
    try {
      const files = { ipv4: join(folder, 'route'), ipv6: join(folder, 'ipv6_route') };
      await writeFile(
        files.ipv4,
        'Iface\tDestination\tGateway \tFlags\neth0\t00000000\t010012AC\t0003\neth0\t000012AC\t00000000\t0001\n',
      );
      const zero = '0'.repeat(32);
      await writeFile(
        files.ipv6,
        `fd000000000000000000000000000000 40 ${zero} 00 ${zero} 0 1 0 1 eth0\n` +
          `${zero} 00 ${zero} 00 20010db8000000000000000000000001 0 1 0 3 eth0\n${zero} 00 ${zero} 00 ${zero} 0 1 0 0 lo\n`,
      );
      const gateways = defaultGateways(files);
      expect(gateways[0]).toBe('172.18.0.1');
      expect(gateways).toHaveLength(2);
      for (const address of ['172.18.0.1', '::ffff:172.18.0.1', '2001:db8::1'])
        expect([address, isOwnAddress(address, gateways)]).toEqual([address, true]);
      for (const address of ['192.0.2.200', '2001:db8::2', 'x'])
        expect([address, isOwnAddress(address, gateways)]).toEqual([address, false]);
      const own = Object.values(networkInterfaces()).flatMap((card = []) => card.map((each) => each.address));
      expect(own.length).toBeGreaterThan(0);
      for (const address of own) expect(isOwnAddress(address, [])).toBe(true);
      expect(defaultGateways({ ipv4: join(folder, 'none'), ipv6: folder })).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe.skipIf(!POSTGRES)('the clock of PostgreSQL', () => {
  it('is read, and is no evidence on the same machine, whatever its address', async () => {
    const url = POSTGRES ?? '';
    const postgres = await openPostgres(url, () => {});
    try {
      const clocks = await createReferenceClocks({
        db: postgres.db,
        databaseUrl: url,
        databaseElsewhere: undefined,
        isGuarded: true,
      });
      const reading = await clocks.readDatabase();
      expect(reading?.isElsewhere).toBe(false);
      expect(Math.abs((reading?.time ?? 0) - Date.now())).toBeLessThan(60_000);
      // A container on this machine: another name, the same kernel.
      expect(await isDatabaseElsewhere(postgres.db, 'postgres://rollcall@db:5432/rollcall')).toBe(false);
      expect(await isDatabaseElsewhere(postgres.db, 'postgres://u@/x?host=/run/postgresql')).toBe(false);
    } finally {
      await postgres.close();
    }
  });

  it('is no evidence for a role that may not read where it runs, unless the operator says so', async () => {
    const owner = await openPostgres(POSTGRES ?? '', () => {});
    const role = `clock_${process.pid}`;
    await owner.db.execute(sql.raw(`create role ${role} login password 'plain'`));
    const url = new URL(POSTGRES ?? '');
    url.username = role;
    url.password = 'plain';
    const plain = await openPostgres(url.href, () => {});
    try {
      const byName = 'postgres://rollcall@school-pc:5432/rollcall';
      expect(await isDatabaseElsewhere(plain.db, byName)).toBe(false);
      const clocks = (databaseElsewhere: boolean | undefined) =>
        createReferenceClocks({ db: plain.db, databaseUrl: byName, databaseElsewhere, isGuarded: true });
      expect((await (await clocks(undefined)).readDatabase())?.isElsewhere).toBe(false);
      expect((await (await clocks(true)).readDatabase())?.isElsewhere).toBe(true);
    } finally {
      await plain.close();
      await owner.db.execute(sql.raw(`drop role ${role}`));
      await owner.close();
    }
  });
});
