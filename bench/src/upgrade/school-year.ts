import { type ApiClient, createApiClient } from '@rollcall/e2e/kit/server/call-api';
import { clockAt, type RunningServer, startServer } from '@rollcall/e2e/kit/server/start-server';

/** How to start the server of one version on the installation under test. */
export interface Installation {
  readonly main: string;
  readonly dataDir: string;
  readonly env: Record<string, string>;
}

export const PASSWORD = 'bench-secret';
/** The moment at which both versions are asked for their figures. */
export const LAST_DAY = '2026-06-12T11:00:00Z';
const SECTIONS = 20;
const FIRST_LIVE_DAY = '2026-06-01';
const HOLIDAY = '2026-06-04';
const LIVE_DAYS = ['01', '02', '03', '04', '05', '08', '09', '10', '11', '12'].map((day) => `2026-06-${day}`);

export async function openAt(installation: Installation, time: string): Promise<RunningServer> {
  const { execArgv, env } = clockAt(new Date(time));
  const { main, dataDir } = installation;
  return startServer({ main, dataDir, execArgv, env: { ...env, ...installation.env, DEMO_MODE: 'false' } });
}

export async function signIn(server: RunningServer, username?: string): Promise<ApiClient> {
  const call = createApiClient(server);
  const path = username === undefined ? '/admin/login' : '/user/login';
  const body = { password: PASSWORD, ...(username === undefined ? {} : { username }) };
  const { access_token } = await call<{ access_token: string }>('POST', path, body);
  return createApiClient(server, access_token);
}

async function upload(server: RunningServer, call: ApiClient, kind: string, csv: string, options: object) {
  const { access_token } = await createApiClient(server)<{ access_token: string }>('POST', '/admin/login', {
    password: PASSWORD,
  });
  const response = await fetch(`${server.url}/api/admin/import/${kind}/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/octet-stream' },
    body: csv,
  });
  const { upload: name, mapping }: { upload: string; mapping: object } = await response.json();
  const body = { upload: name, mapping, bad_rows: 'refuse', dry_run: false, ...options };
  const { imported } = await call<{ imported: number }>('POST', `/admin/import/${kind}`, body);
  if (imported === 0) throw new Error(`Nothing was imported from ${kind}.`);
}

/** The same small number for the same words, so that every run makes the same school. */
function scatter(...words: readonly (string | number)[]): number {
  let hash = 17;
  for (const char of words.join('|')) hash = (hash * 31 + char.charCodeAt(0)) % 1_000_003;
  return hash % 100;
}

const minutes = (count: number) =>
  `${String(Math.floor(count / 60)).padStart(2, '0')}:${String(count % 60).padStart(2, '0')}`;

/** CSV of one month: 8 % absent, the others arrive from 08:30 to 10:02 and leave in the afternoon. */
function monthOfAttendance(month: string, people: number): string {
  const lines = ['id,date,check_in,check_out'];
  for (let day = 1; day <= 31; day += 1) {
    const date = `${month}-${String(day).padStart(2, '0')}`;
    const at = new Date(`${date}T00:00:00Z`);
    if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(date)) continue;
    if (at.getUTCDay() === 0 || at.getUTCDay() === 6 || date >= FIRST_LIVE_DAY) continue;
    for (let person = 0; person < people; person += 1) {
      const chance = scatter(person, date);
      const isAbsent = chance < 8;
      lines.push(
        `P${person},${date},${isAbsent ? '' : minutes(510 + chance - 8)},${isAbsent ? '' : minutes(900 + chance)}`,
      );
    }
  }
  return lines.join('\n');
}

interface SheetAnswer {
  readonly revision: number;
  readonly roster: { readonly user_id: string }[];
}

async function takeClasses(call: ApiClient, classes: readonly number[], date: string): Promise<void> {
  for (const id of classes) {
    const { revision, roster } = await call<SheetAnswer>('POST', '/attendance/start', { class_id: id });
    const statuses = ['present', 'present', 'present', 'late', 'absent', 'excused', 'present', 'present'];
    const marks = roster
      .filter(({ user_id }) => scatter(user_id, date) < 92)
      .map(({ user_id }) => ({ user_id, status: statuses[scatter(date, user_id) % statuses.length] }));
    await call('PUT', `/admin/classes/${id}/attendance`, { revision, marks });
  }
}

async function correctAndExcuse(server: RunningServer, call: ApiClient, date: string, day: number) {
  const reason = 'a reason';
  await call('PUT', `/admin/users/P${day}/attendance/${date}`, { wanted: 'present', time: '08:55', reason });
  await call('PUT', `/admin/users/P${day + 20}/attendance/${date}`, { wanted: 'absent', reason });
  await call('POST', '/admin/leaves', { user_id: `P${day + 40}`, from: '2026-05-28', to: date, reason });
  const student = await signIn(server, 'pupil');
  const wanted = { date, wanted: 'present', time: '09:02', reason };
  const { id } = await student<{ id: number }>('POST', '/user/corrections', wanted);
  if (day % 3 > 0) await call('POST', `/admin/corrections/${id}/decision`, { accept: day % 3 === 1 });
  await call('POST', '/admin/notices', { title: `Notice ${date}`, content: 'Text', priority: 'normal' });
}

/**
 * Makes a school through the API alone, as its administrator would: people and a year of attendance are imported, then
 * two weeks are lived day by day with class sheets, corrections, leave, holidays, a changed rule, moved, deleted and
 * erased people. Each day has its own start of the server, which closes the day before.
 */
export async function liveSchoolYear(installation: Installation, people: number): Promise<void> {
  let server = await openAt(installation, `${FIRST_LIVE_DAY}T06:00:00Z`);
  await createApiClient(server)('POST', '/setup', {
    code: /set-up code {2}(\S+)/.exec(server.output())?.[1] ?? '',
    institution_name: 'Year School',
    time_zone: 'UTC',
    password: PASSWORD,
  });
  let call = await signIn(server);
  const names = Array.from({ length: people }, (_, at) => `P${at},Person ${at},p${at},S${at % SECTIONS}`);
  await upload(server, call, 'people', ['id,name,username,class', ...names].join('\n'), {
    passwords: 'unset',
  });
  await call('POST', '/admin/register', {
    name: 'Own Pupil',
    user_id: 'OWN',
    username: 'pupil',
    password: PASSWORD,
    type: 'student',
    class_section: 'S1',
  });
  for (let month = 0; month < 12; month += 1) {
    const name = new Date(Date.UTC(2025, 5 + month, 1)).toISOString().slice(0, 7);
    await upload(server, call, 'attendance', monthOfAttendance(name, people), { date_order: 'ymd' });
    process.stdout.write(`  imported ${name}\n`);
  }
  const classes: number[] = [];
  for (let section = 0; section < SECTIONS; section += 1) {
    const { class: added } = await call<{ class: { id: number } }>('POST', '/admin/classes', {
      name: `Class ${section}`,
      section: `S${section}`,
      subject: section % 2 === 0 ? 'Maths' : 'History',
      startTime: section % 4 === 0 ? '11:00' : '09:00',
      endTime: section % 4 === 0 ? '12:00' : '10:30',
    });
    const roster = Array.from({ length: people }, (_, at) => at).filter((at) => at % SECTIONS === section);
    await call('PUT', `/admin/classes/${added.id}/roster`, { user_ids: roster.map((at) => `P${at}`) });
    classes.push(added.id);
  }
  await call('POST', '/admin/holidays', { date: HOLIDAY, name: 'Corpus Christi' });

  for (const [day, date] of LIVE_DAYS.entries()) {
    if (day > 0) server = await openAt(installation, `${date}T09:20:00Z`);
    if (day > 0) call = await signIn(server);
    // On a day off nobody is due, which older versions did not know of people who are corrected or excused on it.
    if (date !== HOLIDAY) await takeClasses(call, classes, date);
    if (date !== HOLIDAY) await correctAndExcuse(server, call, date, day);
    if (day === 5) {
      const rule = { startTime: '08:45', gracePeriod: 10, cutoffTime: '09:30', autoAbsent: 60 };
      await call('POST', '/admin/time-settings', rule);
      const user = { name: 'Moved', username: 'p100', type: 'student', class_section: 'S3' };
      await call('PUT', '/admin/users/P100', user);
      await call('DELETE', '/admin/users/P101');
      await call('DELETE', '/admin/users/P102?erase=true');
    }
    await server.stop();
    process.stdout.write(`  lived ${date}\n`);
  }
}
