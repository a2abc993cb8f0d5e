import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import { PASSWORD, type Server, startServer } from './product-process.ts';

export const PEOPLE = 2000;
const DAYS = 8;

export const peopleCsv = (prefix: string, count: number): string =>
  [
    'id,name,username',
    ...Array.from({ length: count }, (_, at) => `${prefix}${at},Person ${at},${prefix}${at}`),
  ].join('\n');

const attendanceCsv = (): string => {
  const lines = ['id,date,in,out'];
  for (let person = 0; person < PEOPLE; person += 1)
    for (let day = 1; day <= DAYS; day += 1)
      lines.push(`B${person},2026-02-${String(day).padStart(2, '0')},09:0${day % 10},15:30`);
  return lines.join('\n');
};

/** Uploads people and returns a function that starts their import. */
export async function importPeople(server: Server, prefix: string, count: number) {
  const upload = await server.upload('/admin/import/people/upload', peopleCsv(prefix, count));
  const mapping = { user_id: 'id', name: 'name', username: 'username' };
  return () =>
    server.call('POST', '/admin/import/people', {
      upload,
      mapping,
      passwords: 'generate',
      bad_rows: 'refuse',
      dry_run: false,
    });
}

/** Creates an institution of 2,000 people through the API; each round works on a copy of its folder. */
export async function createInstitution(dataDir: string): Promise<void> {
  const server = await startServer(dataDir);
  const setUp = {
    code: server.setupCode(),
    institution_name: 'Fault School',
    time_zone: 'UTC',
    password: PASSWORD,
  };
  await server.call('POST', '/setup', setUp);
  await server.signIn();
  await (await importPeople(server, 'B', PEOPLE))();
  const upload = await server.upload('/admin/import/attendance/upload', attendanceCsv());
  const mapping = { user_id: 'id', date: 'date', check_in: 'in', check_out: 'out' };
  const { body } = await server.call('POST', '/admin/import/attendance', {
    upload,
    mapping,
    bad_rows: 'refuse',
    dry_run: false,
  });
  if (body.imported !== PEOPLE * DAYS)
    throw new Error(`The institution could not be created: ${JSON.stringify(body)}`);
  await server.stop();
}

/** Replaces the target folder by a copy and returns its path. */
export function copyFolder(dataDir: string, to: string): string {
  rmSync(to, { recursive: true, force: true });
  cpSync(dataDir, to, { recursive: true });
  return to;
}

/** Row counts of the main tables as one text: differs when part of the data is missing. */
export async function rowCounts(dataDir: string): Promise<string> {
  const embedded = await openEmbedded({ at: { dataDir: join(dataDir, 'postgres') } });
  try {
    const { rows } = await embedded.pool.query<{ counts: string }>(
      `select (select count(*) from people) || ' people, ' || (select count(*) from check_ins) || ' check-ins, ' ||
         (select count(*) from attendance_days) || ' days, ' || (select count(*) from credentials) || ' logins, ' ||
         (select coalesce(sum(present), 0) from person_rollups) || ' rolled up' as counts`,
    );
    return rows[0]?.counts ?? '';
  } finally {
    await embedded.close();
  }
}
