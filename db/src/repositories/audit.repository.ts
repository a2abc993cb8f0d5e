import type { AuditRepository } from '@rollcall/core/audit/audit.ports';
import { ABOUT_A_PERSON, OWN_ADDRESS } from '@rollcall/core/audit/audit.rules';
import type { NewAuditEntry } from '@rollcall/core/audit/audit.types';
import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  inArray,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type Db, likePattern } from '../connection.ts';
import { loginAttempts } from '../schema/accounts.schema.ts';
import { audit, people } from '../schema/institution.schema.ts';

const contains = (column: typeof audit.actorName | typeof audit.subject, text: string) =>
  ilike(column, likePattern(text));

/** The person with the entry's code, found in the database so that no caller can forget to say who it is. */
const subjectIdOf = ({ subjectId, action, subject }: NewAuditEntry): number | SQL<number> | null => {
  if (subjectId !== undefined) return subjectId;
  if (subject === null || !ABOUT_A_PERSON.includes(action)) return null;
  return sql<number>`(select p.id from people p where lower(p.code) = lower(${subject}))`;
};

export function createAuditRepository(db: Db): AuditRepository {
  return {
    async insert(entry) {
      await db.insert(audit).values({ ...entry, subjectId: subjectIdOf(entry) });
    },

    countOf: (action, actorId) => db.$count(audit, and(eq(audit.action, action), eq(audit.actorId, actorId))),

    async latestAbout(action, personId) {
      const [entry] = await db
        .select()
        .from(audit)
        .where(and(eq(audit.subjectId, personId), eq(audit.action, action)))
        .orderBy(desc(audit.id))
        .limit(1);
      return entry ?? null;
    },

    list: ({ action, about, system, since, until, before, limit }) =>
      db
        .select({ ...getTableColumns(audit), subjectName: people.name })
        .from(audit)
        .leftJoin(people, eq(people.id, audit.subjectId))
        .where(
          and(
            action && eq(audit.action, action),
            about ? or(contains(audit.actorName, about), contains(audit.subject, about)) : undefined,
            system === false ? ne(audit.address, OWN_ADDRESS) : undefined,
            since && gte(audit.at, since),
            until && lt(audit.at, until),
            before === undefined ? undefined : lt(audit.id, before),
          ),
        )
        .orderBy(desc(audit.id))
        .limit(limit),
  };
}

interface Forgotten {
  readonly id: number;
  readonly code: string;
  readonly username: string | null;
}

/**
 * Removes everything that says who a person is from the audit: their name where they acted; code, reasons and details
 * where an entry is about them. The entries stay, and so does the proof of the removal, which is written afterwards.
 */
export async function forgetInAudit(db: Db, { id, code, username }: Forgotten): Promise<void> {
  const acted = { actorName: 'Deleted user', address: 'removed' };
  await db.update(audit).set(acted).where(eq(audit.actorId, id));
  // A withdrawal of their own that a restore of an earlier version carried over has no actor, but still their name.
  await db
    .update(audit)
    .set(acted)
    .where(and(eq(audit.action, 'consent_withdrawn'), eq(audit.subjectId, id), isNull(audit.actorId)));
  // Entries about others name them by the code that they had then; the entries about them know those codes.
  await db.execute(
    sql`update audit set detail = detail - 'other' where action = 'look_alikes_noted'
          and (lower(detail ->> 'other') = lower(${code})
            or lower(detail ->> 'other') in (select lower(subject) from audit where subject_id = ${id}))`,
  );
  // By code too: entries of a caller that did not name the person, and of an upgraded database.
  const byCode = and(
    isNull(audit.subjectId),
    sql`lower(${audit.subject}) = lower(${code})`,
    inArray(audit.action, [...ABOUT_A_PERSON]),
  );
  await db
    .update(audit)
    .set({
      subject: null,
      subjectId: null,
      detail: {},
      // Whoever failed to sign in as this person may well be this person.
      address: sql`case when ${audit.action} = 'sign_in_failed' then 'removed' else ${audit.address} end`,
    })
    .where(or(eq(audit.subjectId, id), byCode));
  if (username !== null)
    await db.delete(loginAttempts).where(sql`lower(${loginAttempts.account}) = lower(${username})`);
}
