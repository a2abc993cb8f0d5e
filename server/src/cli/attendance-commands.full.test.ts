import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rederiveDays } from '@rollcall/core/attendance/write-days';
import { localDate } from '@rollcall/core/kernel/local-date';
import { createZone } from '@rollcall/core/kernel/zones/zone-data';
import { DEFAULT_TIME_SETTINGS } from '@rollcall/core/settings/settings.rules';
import { createRepositories } from '@rollcall/db/repositories';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../env.ts';
import { openDatabase, type ServerDatabase } from '../storage/open-database.ts';
import { log } from '../testing/institution.ts';
import { opening, testLocations } from '../testing/shared-database.ts';
import { checkAnalytics, readReplayOptions, replayAttendance } from './attendance-commands.ts';

const WHEN = { from: '2026-03-02', to: '2026-03-03', 'dry-run': true };
let dataDir: string;
let database: ServerDatabase;
const about = () => ({
  env: readEnv({ DATA_DIR: dataDir, DEMO_MODE: 'false', TIME_ZONE: 'UTC' }),
  locations: testLocations,
  log,
});
/** Every command works on the database that is open. */
const context = () => ({ ...about(), ...opening(database) });

/** Two people: A checks in at 09:10 and at 09:17 the next day, B at 09:40 on the first day only. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rollcall-replay-'));
  const { env, locations } = about();
  database = await openDatabase(env, locations, log);
  const repos = createRepositories(database.db);
  const zone = createZone('UTC');
  await repos.settings.saveInstitution({
    name: 'School',
    kind: 'school',
    timeZone: 'UTC',
    isDemo: false,
    workingDays: [1, 2, 3, 4, 5],
  });
  const rule = DEFAULT_TIME_SETTINGS;
  const add = async (code: string, seen: readonly (readonly [string, string])[]) => {
    const { id } = await repos.people.insert({
      code,
      name: `Person ${code}`,
      username: null,
      kind: 'student',
      role: 'member',
      classSection: 'A',
      registeredOn: localDate('2026-03-01'),
    });
    for (const [date, time] of seen) {
      const at = new Date(`${date}T${time}:00Z`);
      const day = {
        personId: id,
        date: localDate(date),
        rule,
        firstIn: at,
        lastSeen: null,
        overrode: null,
        isDayOff: false,
      };
      await repos.attendance.insertCheckIn({ ...day, at, means: 'manual', score: null });
      const status = time === '09:10' ? 'on_time' : time === '09:17' ? 'late' : 'very_late';
      await repos.attendance.saveDays([{ ...day, status, source: 'check_in' }], [], zone, at);
    }
    return id;
  };
  await add('A', [
    ['2026-03-02', '09:10'],
    ['2026-03-03', '09:17'],
  ]);
  const b = await add('B', [['2026-03-02', '09:40']]);
  const date = localDate('2026-03-03');
  await repos.calendar.closeDay(date, { calendar: 'open', rule }, new Date('2026-03-03T10:00:00Z'));
  await rederiveDays(repos, [{ personId: b, date }], zone, new Date(0), null);
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('attendance replay', () => {
  it('counts and lists the days that another rule would change', async () => {
    const text = await replayAttendance(context(), { ...WHEN, start: '09:30', cutoff: '10:00' });
    expect(text.split('\n')).toEqual([
      '2026-03-02 to 2026-03-03: 4 days, 2 would change.',
      '        1  very late -> on time',
      '        1  late -> on time',
      '  2026-03-02  B  Person B  very late -> on time: Seen at 09:40. On time until 09:45.',
      '  2026-03-03  A  Person A  late -> on time: Seen at 09:17. On time until 09:45.',
      'Nothing was changed.',
    ]);
    const never = await replayAttendance(context(), { ...WHEN, 'auto-absent': '0', rows: '0' });
    expect(never).toContain('1  absent -> not recorded\n… and 1 more (--rows 1 shows them all).');
  });

  it('changes nothing: under the stored rule every verdict is recomputed as stored', async () => {
    expect(await replayAttendance(context(), WHEN)).toBe(
      '2026-03-02 to 2026-03-03: 4 days, 0 would change.\nNothing was changed.',
    );
  });

  it('refuses to run without --dry-run, and invalid rules', async () => {
    await expect(replayAttendance(context(), { ...WHEN, 'dry-run': false })).rejects.toThrow(
      'never changes the past',
    );
    const today = localDate('2026-03-03');
    expect(() => readReplayOptions({ start: '9' }, today)).toThrow('not a time');
    expect(() => readReplayOptions({ 'auto-absent': '45' }, today)).toThrow('0, 30, 60, 120');
    expect(() => readReplayOptions({ from: '2026-03-04' }, today)).toThrow('before the start date');
  });
});

describe('analytics check', () => {
  it('exits with 0 while the roll-ups agree with the days, and with 1 when they do not', async () => {
    expect(await checkAnalytics(context())).toEqual({
      text: '4 days recounted: every roll-up agrees.',
      exitCode: 0,
    });
    await database.db.execute(sql`insert into hour_sums (day, hour, arrivals) values ('2026-03-02', 9, 1)`);
    const { text, exitCode } = await checkAnalytics(context());
    expect([exitCode, text.split('\n')[1]]).toEqual([1, 'hour_rollups 2026-03-02 9: kept 3, counted 2']);
  });
});
