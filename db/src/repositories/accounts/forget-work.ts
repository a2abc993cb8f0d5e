import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../connection.ts';
import { endsWith, type Forgotten } from '../audit/audit.repository.ts';

const GONE = 'Deleted user';

/**
 * Names under which the person acted. A name that somebody else has as well is left out: what they did keeps it, unless
 * the audit tells whose it was.
 */
async function namesOf(db: Db, { id, name }: Forgotten): Promise<string[]> {
  const found = await rowsOf<{ name: string }>(
    db,
    sql`select distinct n.name from (
          select ${name}::text as name union all select actor_name from audit where actor_id = ${id}) n
        where not exists (select 1 from people p where p.id <> ${id} and p.deleted_at is null and p.name = n.name)`,
  );
  return found.map((each) => each.name);
}

/**
 * Removes the name of a person from what they did for others: consents that they noted, backups and exports that they
 * made, what their finished jobs were asked for, requests for approval of their own invitation. Exports, uploads and
 * reports of imports may hold the person, so all of them that no job reads expire at once.
 */
export async function forgetWork(db: Db, person: Forgotten, at: Date): Promise<void> {
  const { id, code, username } = person;
  const names = sql`array(select jsonb_array_elements_text(${JSON.stringify(await namesOf(db, person))}::jsonb))`;
  const acted = sql`from audit a where a.actor_id = ${id}`;
  for (const [by, at, action] of [
    ['noted_by', 'given_at', 'consent_given'],
    ['withdrawn_by', 'withdrawn_at', 'consent_withdrawn'],
  ] as const) {
    const [name, moment] = [sql.identifier(by), sql.identifier(at)];
    await db.execute(sql`update consents set ${name} = ${GONE} where ${name} = any(${names})`);
    await db.execute(
      sql`update consents c set ${name} = ${GONE} ${acted} and a.action = ${action}
            and a.subject_id = c.person_id and a.at = c.${moment}`,
    );
  }
  await db.execute(sql`update operations set created_by = ${GONE} where created_by = any(${names})`);
  await db.execute(
    sql`update operations o set created_by = ${GONE} ${acted} and a.subject = o.file
          and a.action in ('backup_created', 'export_created')`,
  );
  await db.execute(
    sql`update operations o set expires_at = least(expires_at, ${at}::timestamptz)
        where state <> 'running' and kind in ('export_json', 'export_csv', 'upload', 'import')
          and not exists (select 1 from jobs j where j.state in ('waiting', 'running')
            and (j.id = o.job_id or strpos(j.input::text, to_json(o.file)::text) > 0))`,
  );
  // What they asked for goes on without their name; of what is finished nothing is needed any more.
  for (const who of ['actor', 'by'])
    await db.execute(
      sql`update jobs set input = jsonb_set(input, array[${who}::text, 'name'], to_jsonb(${GONE}::text))
          where state in ('waiting', 'running') and input #>> array[${who}::text, 'personId'] = ${String(id)}`,
    );
  const quoted = [code, person.name, ...(username === null ? [] : [username])].map(
    (text) => sql`strpos(concat(input, cursor, result), to_json(${text}::text)::text) > 0`,
  );
  await db.execute(
    sql`update jobs set input = 'null', cursor = 'null', result = 'null'
        where state in ('done', 'failed') and (${sql.join(quoted, sql` or `)})`,
  );
  if (username !== null)
    await db.execute(
      sql`delete from approvals where subject_id is null and lower(subject) like ${endsWith(`(${username})`)}`,
    );
}
