import { openPostgres } from '@rollcall/db/postgres/open-postgres';
import { describe, expect, it } from 'vitest';
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

describe.skipIf(!POSTGRES)('the clock of PostgreSQL', () => {
  it('is read, and is no evidence on the same machine, whatever its address', async () => {
    const url = POSTGRES ?? '';
    const postgres = await openPostgres(url, () => {});
    try {
      const clocks = await createReferenceClocks({ db: postgres.db, databaseUrl: url, isGuarded: true });
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
});
