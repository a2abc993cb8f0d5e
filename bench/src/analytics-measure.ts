import { openTestApp } from '@rollcall/api/testing/test-app';
import type { Actor } from '@rollcall/core/access';
import type { Snapshots } from '@rollcall/core/backup/backup.ports';
import { addMonths } from '@rollcall/core/time/local-date';
import { drizzleOn } from '@rollcall/db/open-postgres';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import type pg from 'pg';
import { createCaller, type Timing, timed } from './analytics-calls.ts';
import { healthDuring } from './analytics-export.ts';
import { percentile } from './results.ts';

const RUNS = 40;

interface MeasureOptions {
  readonly snapshots?: Snapshots;
  /** Counting everything again takes longer than a request may. */
  readonly unlimited?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Each call of the specification that reads figures, and one mark, over the real app. */
export async function measureAnalytics(
  pool: pg.Pool,
  { snapshots, unlimited = (work) => work() }: MeasureOptions = {},
) {
  const db = drizzleOn(pool);
  const repos = createRepositories(db);
  const { app, services, clock } = await openTestApp({
    setUp: false,
    database: { db, pool, close: async () => {} },
    ...(snapshots ? { snapshots } : {}),
  });
  clock.set(new Date().toISOString());
  const today = await services.settings.today();
  await pool.query(
    `insert into people (code, name, username, kind, registered_on) values ('admin', 'Administrator', 'admin', 'admin', current_date)`,
  );
  const admin = await repos.people.administrator();
  const student = await repos.people.byCode('P000011');
  if (!admin || !student) throw new Error('The institution was not filled.');
  const asAdmin = createCaller(app, (await services.auth.openSession(admin, '127.0.0.1')).token);
  const asStudent = createCaller(app, (await services.auth.openSession(student, '127.0.0.1')).token);
  const actor: Actor = { ...admin, personId: admin.id, role: 'admin', sessionId: 0, address: '127.0.0.1' };
  const read = (call: typeof asAdmin, path: string) => timed(RUNS, async () => (await call(path)).text());

  const mark = (run: number) =>
    createTransact(db)((tx) =>
      services.attendance.record(tx, { personId: 100 + run, means: 'manual', score: null }, today),
    );

  const month = today.date.slice(0, 8);
  const lastMonth = addMonths(today.date, -1).slice(0, 7);
  const calls: Record<string, Timing> = {
    dashboard_stats: await read(asAdmin, '/dashboard/stats'),
    admin_analytics_all: await read(asAdmin, '/admin/analytics?range=all'),
    admin_analytics_3_months: await read(asAdmin, '/admin/analytics?range=last3months'),
    recent_activity: await read(asAdmin, '/admin/recent-activity'),
    history_page_of_one_day: await read(
      asAdmin,
      `/admin/attendance-history?from=${month}01&to=${month}28&limit=200`,
    ),
    users_page: await read(asAdmin, '/admin/users?limit=50&page=3&search=Person%201'),
    my_attendance: await read(asStudent, '/user/my-attendance'),
    my_analytics: await read(asStudent, '/user/analytics?range=all'),
    my_profile: await read(asStudent, '/user/my-profile'),
    student_dashboard: await read(asStudent, '/dashboard/stats'),
    absentees: await read(asAdmin, '/admin/absentees'),
    attention: await read(asAdmin, '/admin/attention'),
    register_page: await read(asAdmin, `/admin/register?month=${lastMonth}`),
    rows_of_a_section: await read(
      asAdmin,
      `/admin/attendance-rows?from=${lastMonth}-01&to=${lastMonth}-28&section=S11`,
    ),
    mark_one: await timed(RUNS, mark),
    csv_of_one_month: await timed(3, async () =>
      (await asAdmin(`/admin/reports/register?month=${lastMonth}&format=csv`)).arrayBuffer(),
    ),
  };
  return {
    calls,
    mark_while_reading: await markWhileReading(asAdmin, mark),
    while_exporting_all_as_csv: await healthDuring(app, () =>
      services.backup.exportCsv(actor, { date: null }),
    ),
    differences: await unlimited(() => repos.analytics.differences()),
  };
}

/** Marking goes on while someone leafs through all of that. */
async function markWhileReading(
  asAdmin: ReturnType<typeof createCaller>,
  mark: (run: number) => Promise<unknown>,
) {
  let running = true;
  const reading = (async () => {
    while (running) {
      await (await asAdmin('/admin/analytics?range=all')).text();
      await (await asAdmin('/dashboard/stats')).text();
    }
  })();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    await mark(1000 + run);
    times.push(performance.now() - start);
  }
  running = false;
  await reading;
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 50), p95: percentile(times, 95) };
}
