import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createClient } from '../stress/load.ts';
import { type StressServer, startStressServer } from '../stress/servers.ts';

const PASSWORD = 'copper lantern walrus';
const DAY_MS = 86_400_000;

/** Two real servers on one database, and days that can be corrected. */
export interface School {
  readonly servers: readonly StressServer[];
  readonly masterKey: string;
  readonly token: string;
  /** Person and day of writes that nobody has made yet. */
  readonly keys: Iterator<string>;
  close(): Promise<void>;
}

function* unusedKeys(codes: readonly string[], days: readonly string[]): Generator<string> {
  for (const day of days) for (const code of codes) yield `${code} ${day}`;
}

/** Sets up a school of people who were registered long ago, so that many days of theirs can be corrected. */
export async function openSchool(
  databaseUrl: string,
  { people, days, count }: { readonly people: number; readonly days: number; readonly count: number },
): Promise<School> {
  const masterKey = randomBytes(32).toString('base64');
  const first = await startStressServer(databaseUrl, masterKey);
  const servers = [first];
  const close = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    for (let more = 1; more < count; more += 1) servers.push(await startStressServer(databaseUrl, masterKey));
    const { call } = createClient({ servers: [first.url] });
    const must = async (token: string | null, path: string, body: object) => {
      const answer = await call(path, token, 'POST', path, body);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.json)}`);
      return answer.json;
    };
    await must(null, '/setup', {
      code: first.setupCode,
      institution_name: 'Failover',
      time_zone: 'UTC',
      password: PASSWORD,
    });
    const { access_token: token } = await must(null, '/admin/login', { password: PASSWORD });
    const codes = Array.from({ length: people }, (_, index) => `F-${index + 1}`);
    for (const code of codes)
      await must(token, '/admin/register', {
        name: `Person ${code}`,
        user_id: code,
        username: code.toLowerCase(),
        password: PASSWORD,
        type: 'student',
        class_section: 'A',
      });
    const client = new pg.Client(databaseUrl);
    await client.connect();
    await client.query('update people set registered_on = registered_on - $1::int where code = any($2)', [
      days + 1,
      codes,
    ]);
    await client.end();
    const past = Array.from({ length: days }, (_, at) =>
      new Date(Date.now() - (at + 1) * DAY_MS).toISOString().slice(0, 10),
    );
    return { servers, masterKey, token, keys: unusedKeys(codes, past), close };
  } catch (error) {
    for (const server of servers) process.stderr.write(server.log().slice(-3000));
    await close();
    throw error;
  }
}

/** How often each person and day was corrected, by the rows of a database. */
export async function savedRows(databaseUrl: string): Promise<ReadonlyMap<string, number>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string; count: number }>(
      `select p.code || ' ' || c.day::text as key, count(*)::int as count
       from corrections c join people p on p.id = c.person_id group by 1`,
    );
    return new Map(rows.map(({ key, count }) => [key, count]));
  } finally {
    await client.end();
  }
}
