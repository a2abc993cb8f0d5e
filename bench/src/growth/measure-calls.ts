import { addMonths, utcDayOf } from '@rollcall/core/kernel/local-date';
import { type createRepositories, createTransact } from '@rollcall/db/repositories';
import type pg from 'pg';
import { openFilledApp } from '../shared/filled-app.ts';
import { benchPool } from '../shared/scratch-database.ts';
import { type WatchedCall, watchReads } from './watched-calls.ts';

const RUNS = 20;

/** An office that has three sections of the institution. */
async function officeOfSections(pool: pg.Pool, repos: ReturnType<typeof createRepositories>) {
  const { rows } = await pool.query<{ id: number }>(
    `insert into people (code, name, username, kind, role, office_of, registered_on)
     values ('office', 'Office', 'office', 'admin', 'office', 'sections', current_date) returning id`,
  );
  const id = rows[0]?.id ?? 0;
  await pool.query(
    `insert into office_sections (person_id, section) select $1, unnest('{S11,S12,S13}'::text[])`,
    [id],
  );
  const office = await repos.people.byId(id);
  if (!office) throw new Error('There is no office.');
  return office;
}

/** The month in the middle of all days, as 2026-03. */
async function middleMonth(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ month: string }>(
    `select to_char(min(day) + (max(day) - min(day)) / 2, 'YYYY-MM') as month from closed_days`,
  );
  return rows[0]?.month ?? '';
}

/** Times the calls whose cost must follow their answer, through the real app, and counts what each of them reads. */
export async function measureGrowth(url: string): Promise<Record<string, WatchedCall>> {
  const { pool } = benchPool(url, 1);
  const { db, repos, services, signIn, asAdmin, asStudent } = await openFilledApp(pool);
  const asOffice = await signIn(await officeOfSections(pool, repos));
  const today = await services.settings.today();
  const reads = await watchReads(url, pool);
  const get = (call: typeof asAdmin, path: string) =>
    reads.watch(RUNS, async () => (await call(path)).text());

  const lastMonth = addMonths(utcDayOf(new Date()), -1).slice(0, 7);
  const inLastMonth = `from=${lastMonth}-01&to=${lastMonth}-28`;
  const middle = await middleMonth(pool);
  const inMiddleMonth = `from=${middle}-01&to=${middle}-28`;
  let person = 100;
  const mark = () => {
    person += 1;
    return createTransact(db)((tx) =>
      services.attendance.record(tx, { personId: person, means: 'manual', score: null, by: null }, today),
    );
  };
  try {
    return {
      'dashboard of the office': await get(asAdmin, '/dashboard/stats'),
      'dashboard of a person': await get(asStudent, '/dashboard/stats'),
      'analytics of three months': await get(asAdmin, '/admin/analytics?range=last3months'),
      'analytics of all years': await get(asAdmin, '/admin/analytics?range=all'),
      'analytics of all years, three sections': await get(asOffice, '/admin/analytics?range=all'),
      'list of today': await get(asAdmin, '/today'),
      absentees: await get(asAdmin, '/admin/absentees'),
      'absent in a row, falling': await get(asAdmin, '/admin/attention'),
      'last verdicts': await get(asAdmin, '/admin/recent-activity'),
      'register of a month, one page': await get(asAdmin, `/admin/register?month=${lastMonth}`),
      'verdicts of a section in a month': await get(
        asAdmin,
        `/admin/attendance-rows?${inLastMonth}&section=S11`,
      ),
      'arrivals of a month, 200': await get(asAdmin, `/admin/attendance-history?${inLastMonth}&limit=200`),
      'audit, newest 50': await get(asAdmin, '/admin/audit'),
      'audit of one action': await get(asAdmin, '/admin/audit?action=sign_in'),
      'audit that names a person': await get(asAdmin, '/admin/audit?about=P000013'),
      'audit of one action up to a day, that names a person': await get(
        asAdmin,
        `/admin/audit?action=sign_in&about=P000013&to=${middle}-28`,
      ),
      'audit of a month in the middle': await get(asAdmin, `/admin/audit?${inMiddleMonth}`),
      'search of people': await get(asAdmin, '/admin/users?limit=50&search=Person%201'),
      notices: await get(asStudent, '/user/notices'),
      'sheet of a class': await get(asAdmin, '/admin/classes/1/attendance'),
      'profile of a person': await get(asAdmin, '/profile/P000011'),
      'own attendance': await get(asStudent, '/user/my-attendance'),
      'own analytics of all years': await get(asStudent, '/user/analytics?range=all'),
      'one mark': await reads.watch(RUNS, mark),
    };
  } finally {
    await reads.close();
    await pool.end();
  }
}
