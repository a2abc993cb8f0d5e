import { access, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { callApi } from '@rollcall/e2e/kit/server/call-api';
import { buildServer } from '@rollcall/e2e/kit/server/global-setup';
import { startPrivatePostgres } from '../../../tools/test/private-postgres.mjs';
import { fromRoot, saveResult } from '../shared/results.ts';
import { type Installation, LAST_DAY, liveSchoolYear, openAt, PASSWORD } from './school-year.ts';

/**
 * `npm run bench:upgrade -- --from ../older-checkout`: the older version (checked out and built there) lives a year of a
 * school through its API, on an embedded database and on PostgreSQL. Then this version opens the same data and is asked
 * for the same figures, in the sessions that the older version opened. Every value that the older version answered must be
 * answered by this one, and the passwords of before still open sessions.
 */
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string', default: fromRoot('.') },
    people: { type: 'string', default: '600' },
  },
});
if (values.from === undefined) throw new Error('Name the older checkout: --from ../older-checkout');
const MAIN = 'server/dist/main.js';
const older = join(resolve(values.from), MAIN);
const newer = join(resolve(values.to), MAIN);
if (newer === fromRoot(MAIN)) await buildServer();
await Promise.all([access(older), access(newer)]);

const MONTHS = Array.from({ length: 13 }, (_, at) =>
  new Date(Date.UTC(2025, 5 + at, 1)).toISOString().slice(0, 7),
);
const lastDayOf = (month: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};
const YEAR = 'from=2025-06-01&to=2026-06-12';
const ASKED_BY_ADMIN = [
  '/dashboard/stats',
  ...['all', 'last3months', 'last6months', 'thisyear'].map((range) => `/admin/analytics?range=${range}`),
  '/admin/analytics?from=2026-05-18&to=2026-06-10',
  // Whole: among rows of the same minute a limit may take any.
  ...MONTHS.map((month) => `/admin/attendance-history?from=${month}-01&to=${lastDayOf(month)}&limit=20000`),
  '/admin/attendance-rows?from=2026-06-01&to=2026-06-12&limit=100',
  '/admin/attention',
  '/admin/absentees?date=2026-06-11',
  '/admin/classes',
  ...MONTHS.flatMap((month) => [
    `/admin/register?month=${month}&limit=100`,
    `/admin/register?month=${month}&section=S5`,
  ]),
  `/admin/reports/summary?${YEAR}&format=csv`,
  `/admin/holidays?${YEAR}`,
  `/admin/leaves?${YEAR}`,
  '/admin/corrections',
  '/admin/users',
  '/admin/notices',
  '/admin/time-settings',
  ...Array.from({ length: 25 }, (_, at) => `/profile/P${at * 4}`),
];
const ASKED_BY_PUPIL = [
  '/dashboard/stats',
  '/user/analytics',
  '/user/my-attendance',
  '/user/attendance-stats',
  '/user/my-profile',
];

interface Asked {
  readonly answers: Map<string, unknown>;
  /** Tokens of the open sessions, by who has them. */
  readonly sessions: Map<string, string>;
}

/** Asks in the given sessions; without them in new ones. */
async function figures(installation: Installation, given?: Asked['sessions']): Promise<Asked> {
  const server = await openAt(installation, LAST_DAY);
  const answers: Asked['answers'] = new Map();
  const sessions: Asked['sessions'] = new Map();
  for (const [who, username, paths] of [
    ['administrator', undefined, ASKED_BY_ADMIN],
    ['pupil', 'pupil', ASKED_BY_PUPIL],
  ] as const) {
    const login = await callApi(server, null, 'POST', username ? '/user/login' : '/admin/login', {
      password: PASSWORD,
      ...(username ? { username } : {}),
    });
    if (login.status !== 200) throw new Error(`The ${who} cannot sign in: ${login.status}`);
    const { access_token }: { access_token: string } = JSON.parse(Buffer.from(login.body).toString());
    const token = given?.get(who) ?? access_token;
    sessions.set(who, token);
    for (const path of paths) {
      const { status, body } = await callApi(server, token, 'GET', path);
      const text = Buffer.from(body).toString();
      const isJson = text.startsWith('{');
      answers.set(
        `${who} ${path}`,
        status === 200 && isJson ? JSON.parse(text) : { status, lines: text.split('\r\n') },
      );
    }
  }
  await server.stop();
  return { answers, sessions };
}

/** Asking for the figures is a sign-in itself; the latest fifty arrivals are any fifty of those in the same minute. */
const NOT_COMPARED = new Set(['total_logins', 'attendance_data']);

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Figures that are meant to differ from those of older versions, and why. Nobody moved into S5 or was seen on the holiday. */
const MEANT: readonly { readonly path: RegExp; readonly why: string }[] = [
  { path: /weekly_trends\[0\]/, why: 'the first week begins on its Monday, not in the middle of it' },
  {
    path: /\/admin\/classes\.classes\[\d+\]\.(attendance_)?rate/,
    why: 'excused students are in no rate of a class',
  },
];

/** Values of the older answer that are missing or different in the newer one. Fields may be added, never changed. */
function* differences(before: unknown, after: unknown, path: string): Generator<string> {
  if (before === null || typeof before !== 'object') {
    if (before !== after) yield `${path}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`;
  } else if (Array.isArray(before)) {
    if (!Array.isArray(after) || after.length !== before.length)
      yield `${path}: ${before.length} entries became ${Array.isArray(after) ? after.length : 'none'}`;
    else {
      // Rows of the same time have no order among themselves.
      const [old, now] = [before, after].map((rows: unknown[]) => rows.toSorted(byText));
      for (const [at, each] of (old ?? []).entries()) yield* differences(each, now?.[at], `${path}[${at}]`);
    }
  } else {
    const fields = (after ?? {}) as Record<string, unknown>; // any JSON object; missing fields are differences
    for (const [name, value] of Object.entries(before).filter(([name]) => !NOT_COMPARED.has(name)))
      yield* differences(value, fields[name], `${path}.${name}`);
  }
}

const SHOWN_EACH = 4;

/** Prints a few differences of each field, and how many there are. */
function showSome(found: readonly string[]): void {
  const byField = new Map<string, string[]>();
  for (const line of found) {
    const field = line.split(': ')[0]?.replaceAll(/\[\d+\]/g, '[]') ?? '';
    byField.set(field, [...(byField.get(field) ?? []), line]);
  }
  for (const [field, lines] of byField) {
    process.stdout.write(`  ${lines.length} of ${field}\n`);
    for (const line of lines.slice(0, SHOWN_EACH)) process.stdout.write(`    ${line}\n`);
  }
}

const countValues = (value: unknown): number =>
  value === null || typeof value !== 'object'
    ? 1
    : Object.values(value).reduce((sum: number, each) => sum + countValues(each), 0);

async function upgrade(name: string, env: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), `rollcall-upgrade-${name}-`));
  process.stdout.write(`${name}: the older version lives a year\n`);
  const installation = { main: older, dataDir, env };
  await liveSchoolYear(installation, Number(values.people));
  const { answers: before, sessions } = await figures(installation);
  process.stdout.write(`${name}: this version opens the same data\n`);
  const { answers: after } = await figures({ ...installation, main: newer }, sessions);
  const all = [...before].flatMap(([path, answer]) => [...differences(answer, after.get(path), path)]);
  const meant = MEANT.map(({ path, why }) => ({ why, values: all.filter((each) => path.test(each)).length }));
  const found = all.filter((each) => !MEANT.some(({ path }) => path.test(each)));
  showSome(found);
  if (process.env.KEEP_UPGRADED) await cp(dataDir, process.env.KEEP_UPGRADED, { recursive: true });
  await rm(dataDir, { recursive: true, force: true });
  const compared = [...before.values()].reduce((sum: number, answer) => sum + countValues(answer), 0);
  return {
    answers: before.size,
    values: compared,
    differences: found.length,
    sessions_kept: sessions.size,
    meant,
  };
}

const embedded = await upgrade('embedded', {});
const cluster = await startPrivatePostgres();
const postgres =
  'url' in cluster ? await upgrade('postgres', { DATABASE_URL: cluster.url }) : { skipped: cluster.reason };
if ('url' in cluster) cluster.stop();
await saveResult('upgrade', { people: Number(values.people), embedded, postgres });
process.exitCode =
  embedded.differences > 0 || ('differences' in postgres && postgres.differences > 0) ? 1 : 0;
