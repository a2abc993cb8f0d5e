import type pg from 'pg';

/** Somebody with a session. */
export interface Signed {
  readonly id: string;
  readonly token: string;
}

export interface School {
  readonly servers: readonly string[];
  readonly pool: pg.Pool;
  readonly admins: readonly Signed[];
  /** Shrinks as people are deleted. */
  readonly people: Signed[];
  readonly classes: readonly number[];
  /** Local dates, the last one is today. */
  readonly days: readonly string[];
  /** The local time of now, HH:MM. */
  localTime(): string;
}

export interface Answers {
  /** Answers by call and status. */
  readonly counts: Map<string, Map<number, number>>;
  readonly millis: Map<string, number[]>;
  readonly failures: string[];
}

export const pick = <T>(list: readonly T[]): T => {
  const found = list[Math.floor(Math.random() * list.length)];
  if (found === undefined) throw new Error('The list is empty.');
  return found;
};
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** A client that counts what every server answers. */
export function createClient(school: Pick<School, 'servers'>) {
  const answers: Answers = { counts: new Map(), millis: new Map(), failures: [] };
  const call = async (name: string, token: string | null, method: string, path: string, body?: unknown) => {
    const start = performance.now();
    const response = await fetch(`${pick(school.servers)}/api${path}`, {
      method,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const counts = answers.counts.get(name) ?? new Map<number, number>();
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    answers.counts.set(name, counts);
    const millis = answers.millis.get(name) ?? [];
    millis.push(performance.now() - start);
    answers.millis.set(name, millis);
    if (response.status >= 500 || response.status === 400)
      answers.failures.push(`${name} ${response.status} ${text.slice(0, 300)}`);
    return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : null };
  };
  return { call, answers };
}

type Call = ReturnType<typeof createClient>['call'];

/** A real mark, after a scan that is written as accepted. */
async function mark({ pool, people }: School, call: Call): Promise<void> {
  const { id, token } = pick(people);
  const { rows } = await pool.query<{ id: string }>(
    `insert into face_scans (person_id, session_id, challenge, created_at, expires_at, spent_at, accepted_at, score)
     select p.id, s.id, '{}', now(), now() + interval '30 seconds', now(), now(), 0.7
     from people p join sessions s on s.person_id = p.id where p.code = $1 limit 1 returning id`,
    [id],
  );
  if (rows[0]) await call('mark', token, 'POST', '/user/mark-attendance', { scan_id: rows[0].id });
}

async function saveSheet({ admins, classes }: School, call: Call): Promise<void> {
  const { token } = pick(admins);
  const path = `/admin/classes/${pick(classes)}/attendance`;
  const { json } = await call('read sheet', token, 'GET', path);
  const roster: { user_id: string }[] = json?.roster ?? [];
  const marks = roster
    .filter(() => Math.random() < 0.6)
    .map(({ user_id }) => ({ user_id, status: pick(['present', 'late', 'absent', 'excused']) }));
  if (marks.length > 0) await call('save sheet', token, 'PUT', path, { revision: json.revision, marks });
}

async function correct({ admins, people, days, localTime }: School, call: Call): Promise<void> {
  const date = pick(days);
  const wanted = pick(['present', 'absent', 'excused']);
  const time = date === days.at(-1) && localTime() < '10:30' ? '00:05' : pick(['08:50', '09:20', '10:05']);
  const body = { wanted, reason: 'Stress', ...(wanted === 'present' ? { time } : {}) };
  const path = `/admin/users/${pick(people).id}/attendance/${date}`;
  await call('correct', pick(admins).token, 'PUT', path, body);
}

async function askAndDecide({ admins, people, days }: School, call: Call): Promise<void> {
  const body = { date: pick(days), wanted: 'excused', reason: 'Stress' };
  const asked = await call('ask', pick(people).token, 'POST', '/user/corrections', body);
  if (asked.status !== 200) return;
  const path = `/admin/corrections/${asked.json.id}/decision`;
  await call('decide', pick(admins).token, 'POST', path, { accept: Math.random() < 0.5 });
}

async function leave({ admins, people, days }: School, call: Call): Promise<void> {
  const [from, to] = [pick(days), pick(days)].sort();
  const { token } = pick(admins);
  const body = { user_id: pick(people).id, from, to, reason: 'Stress' };
  const { status, json } = await call('add leave', token, 'POST', '/admin/leaves', body);
  if (status !== 200) return;
  await pause(Math.random() * 500);
  if (Math.random() < 0.7) await call('remove leave', token, 'DELETE', `/admin/leaves/${json.id}`);
}

async function remove({ admins, people }: School, call: Call): Promise<void> {
  const [person] = people.splice(Math.floor(Math.random() * people.length), 1);
  const path = `/admin/users/${person?.id}${Math.random() < 0.5 ? '?erase=true' : ''}`;
  await call('delete', pick(admins).token, 'DELETE', path);
}

async function look({ admins, people }: School, call: Call): Promise<void> {
  await call('dashboard', pick(admins).token, 'GET', '/dashboard/stats');
  await call('analytics', pick(admins).token, 'GET', '/admin/analytics?range=all');
  await call('my days', pick(people).token, 'GET', '/user/my-attendance');
}

/** Everything at once until the time is over. Deleting stops while enough people are left. */
export async function runLoad(school: School, call: Call, untilMs: number): Promise<void> {
  const least = Math.ceil(school.people.length / 2);
  const loop = async (work: (school: School, call: Call) => Promise<void>, pauseMs: number) => {
    while (Date.now() < untilMs) {
      await work(school, call);
      await pause(Math.random() * pauseMs * 2);
    }
  };
  const several = (count: number, work: typeof mark, pauseMs: number) =>
    Array.from({ length: count }, () => loop(work, pauseMs));
  await Promise.all([
    ...several(10, mark, 20),
    ...several(4, saveSheet, 100),
    ...several(4, correct, 80),
    ...several(2, askAndDecide, 300),
    ...several(4, leave, 150),
    ...several(1, look, 500),
    loop(async (...given) => (school.people.length > least ? remove(...given) : pause(1000)), 2500),
  ]);
}
