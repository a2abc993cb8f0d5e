import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { App } from '@rollcall/api/app';
import type { Snapshots } from '@rollcall/core/backup/backup.ports';
import type { Actor } from '@rollcall/core/kernel/access';
import { addMonths } from '@rollcall/core/kernel/local-date';
import { createTransact } from '@rollcall/db/repositories';
import type pg from 'pg';
import { type Client, openFilledApp } from '../shared/filled-app.ts';
import { percentile, timeCalls } from '../shared/timing.ts';

/** Source of a thread that requests a URL in a loop: its clock runs on while the server's thread is busy. */
const POLLING_THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const http = require('node:http');
const agent = new http.Agent({ keepAlive: true });
const request = () => new Promise((resolve, reject) => {
  const began = performance.now();
  http.get(workerData, { agent }, (answer) => {
    answer.resume().on('end', () => answer.statusCode === 200
      ? resolve(performance.now() - began) : reject(new Error('HTTP ' + answer.statusCode)));
  }).on('error', reject);
});
let running = true;
parentPort.on('message', () => { running = false; });
(async () => {
  const times = [];
  while (running) {
    times.push(await request());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  agent.destroy();
  parentPort.postMessage(times);
  parentPort.close();
})();
`;

/** Measures how long /api/health takes over HTTP while the same process does long work. */
async function measureHealthDuring(app: App, work: () => Promise<{ bytes: number }>) {
  const server = createServer(async (request, response) => {
    const answer = await app.request(request.url ?? '/');
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  const thread = new Worker(POLLING_THREAD, {
    eval: true,
    workerData: `http://127.0.0.1:${port}/api/health`,
  });
  const answered = new Promise<number[]>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
  });
  const began = performance.now();
  const { bytes } = await work();
  const seconds = (performance.now() - began) / 1000;
  thread.postMessage('stop');
  const times = (await answered).sort((a, b) => a - b);
  server.close();
  return {
    export_seconds: Number(seconds.toFixed(1)),
    export_megabytes: Number((bytes / 1e6).toFixed(1)),
    health_requests: times.length,
    health: { p50: percentile(times, 50), p99: percentile(times, 99), slowest: percentile(times, 100) },
  };
}

interface Timing {
  readonly p50: number;
  readonly p95: number;
}

/** Times calls one after another; percentiles in milliseconds. */
export async function timed(runs: number, call: (run: number) => Promise<unknown>): Promise<Timing> {
  const times = await timeCalls(runs, call);
  return { p50: percentile(times, 50), p95: percentile(times, 95) };
}

const RUNS = 40;

interface MeasureOptions {
  readonly snapshots?: Snapshots;
  /** Lifts the statement time limit: counting everything again takes longer than a request may. */
  readonly unlimited?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Times each API call that reads figures, and one mark, through the real app. */
export async function measureAnalytics(
  pool: pg.Pool,
  { snapshots, unlimited = (work) => work() }: MeasureOptions = {},
) {
  const { app, db, repos, services, admin, asAdmin, asStudent } = await openFilledApp(
    pool,
    snapshots ? { snapshots } : {},
  );
  const today = await services.settings.today();
  const actor: Actor = {
    ...admin,
    personId: admin.id,
    hasAttendance: false,
    sections: null,
    classIds: [],
    sessionId: 0,
    onlyActions: null,
    mustDo: null,
    confirmedAt: null,
    address: '127.0.0.1',
  };
  const read = (call: typeof asAdmin, path: string) => timed(RUNS, async () => (await call(path)).text());

  const mark = (run: number) =>
    createTransact(db)((tx) =>
      services.attendance.record(tx, { personId: 100 + run, means: 'manual', score: null, by: null }, today),
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
    while_exporting_all_as_csv: await measureHealthDuring(app, () =>
      services.backup.exportCsv(actor, { date: null }),
    ),
    differences: await unlimited(() => repos.analytics.differences()),
  };
}

/** Times marks while another client reads analytics all the time. */
async function markWhileReading(asAdmin: Client, mark: (run: number) => Promise<unknown>) {
  let running = true;
  const reading = (async () => {
    while (running) {
      await (await asAdmin('/admin/analytics?range=all')).text();
      await (await asAdmin('/dashboard/stats')).text();
    }
  })();
  const timing = await timed(RUNS, (run) => mark(1000 + run));
  running = false;
  await reading;
  return timing;
}
