import { openTestApp } from '@rollcall/api/testing/test-app';
import { drizzleOn } from '@rollcall/db/open-postgres';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import type pg from 'pg';
import { createCaller, type Timing, timed } from './analytics-calls.ts';
import { percentile } from './results.ts';

const RUNS = 40;

/** Each call of the specification that reads figures, and one mark, over the real app. */
export async function measureAnalytics(pool: pg.Pool) {
  const db = drizzleOn(pool);
  const repos = createRepositories(db);
  const { app, services, clock } = await openTestApp({
    setUp: false,
    database: { db, pool, close: async () => {} },
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
  const read = (call: typeof asAdmin, path: string) => timed(RUNS, async () => (await call(path)).text());

  const mark = (run: number) =>
    createTransact(db)((tx) =>
      services.attendance.record(tx, { personId: 100 + run, means: 'manual', score: null }, today),
    );

  const month = today.date.slice(0, 8);
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
    mark_one: await timed(RUNS, mark),
  };
  return {
    calls,
    mark_while_reading: await markWhileReading(asAdmin, mark),
    differences: await repos.analytics.differences(),
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
