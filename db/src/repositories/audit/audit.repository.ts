import type { AuditRepository } from '@rollcall/core/audit/audit.ports';
import { ABOUT_A_PERSON, OWN_ADDRESS, personKey } from '@rollcall/core/audit/audit.rules';
import type { NewAuditEntry } from '@rollcall/core/audit/audit.types';
import {
  type AnyColumn,
  and,
  desc,
  eq,
  gte,
  ilike,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type Db, likePattern } from '../../connection.ts';
import { loginAttempts } from '../../schema/accounts.schema.ts';
import { audit, people } from '../../schema/institution.schema.ts';

/**
 * Entries that one call looks at: a search for what is rare, or is not there, would otherwise read the log of many years. The next
 * call goes on from there.
 */
const LOOKED_AT_ONCE = 100_000;

const contains = (column: AnyColumn, text: string) => ilike(column, likePattern(text));

/** The person with the entry's code, found in the database so that no caller can forget to say who it is. */
const subjectIdOf = ({ subjectId, action, subject }: NewAuditEntry): number | SQL<number> | null => {
  if (subjectId !== undefined) return subjectId;
  if (subject === null || !ABOUT_A_PERSON.includes(action)) return null;
  return sql<number>`(select p.id from people p where lower(p.code) = lower(${subject}))`;
};

export function createAuditRepository(db: Db, lookedAtOnce = LOOKED_AT_ONCE): AuditRepository {
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

    async list({ action, about, system, since, until, before, limit }) {
      const most = Math.max(lookedAtOnce, limit);
      // With `until`, by time: ordering by id would first read every newer entry.
      const newestFirst = ({ at, id }: { at: AnyColumn; id: AnyColumn }) =>
        until ? [desc(at), desc(id)] : [desc(id)];
      const cursor =
        until && before !== undefined
          ? (await db.select({ at: audit.at }).from(audit).where(eq(audit.id, before)))[0]
          : undefined;
      const afterCursor =
        before === undefined
          ? undefined
          : cursor
            ? or(lt(audit.at, cursor.at), and(eq(audit.at, cursor.at), lt(audit.id, before)))
            : lt(audit.id, before);
      const indexedFilters = and(
        action && eq(audit.action, action),
        since && gte(audit.at, since),
        until && lt(audit.at, until),
        // Implied by the cursor; the planner takes the index by it.
        cursor && lte(audit.at, cursor.at),
        afterCursor,
      );
      const looked = db
        .select()
        .from(audit)
        .where(indexedFilters)
        .orderBy(...newestFirst(audit))
        .limit(most)
        .as('looked');
      const found = db
        .select()
        .from(looked)
        .where(
          and(
            about ? or(contains(looked.actorName, about), contains(looked.subject, about)) : undefined,
            system === false ? ne(looked.address, OWN_ADDRESS) : undefined,
          ),
        )
        .orderBy(...newestFirst(looked))
        .limit(limit)
        .as('found');
      const entries = await db
        .select({
          id: found.id,
          at: found.at,
          actorId: found.actorId,
          actorName: found.actorName,
          action: found.action,
          subject: found.subject,
          subjectId: found.subjectId,
          address: found.address,
          detail: found.detail,
          subjectName: people.name,
        })
        .from(found)
        .leftJoin(people, eq(people.id, found.subjectId))
        .orderBy(...newestFirst(found));
      const last = entries.at(-1);
      if (last && entries.length === limit) return { entries, next: last.id, searchedTo: null };
      // Nothing was left out, so that a short page is the last.
      if (!about && system !== false) return { entries, next: null, searchedTo: null };
      const [end] = await db
        .select({ id: audit.id, at: audit.at })
        .from(audit)
        .where(indexedFilters)
        .orderBy(...newestFirst(audit))
        .offset(most - 1)
        .limit(1);
      if (!end) return { entries, next: null, searchedTo: null };
      // Entries that were written between the two statements move the end up: what is beyond it was found already.
      const isBeyond = last && (until && +last.at !== +end.at ? last.at < end.at : last.id < end.id);
      const { id, at } = isBeyond ? last : end;
      return { entries, next: id, searchedTo: at };
    },
  };
}

export interface Forgotten {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly username: string | null;
  readonly email: string | null;
}

/** A pattern of LIKE for texts that end so, in small letters. */
export const endsWith = (text: string): string => likePattern(text.toLowerCase()).slice(0, -1);

/**
 * Removes everything that says who a person is from the audit: their name where they acted; code, reasons and details
 * where an entry is about them. The entries stay, and so does the proof of the removal, which is written afterwards.
 */
export async function forgetInAudit(db: Db, { id, code, username, email }: Forgotten): Promise<void> {
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
  // Sheets of classes name people by the code that they had then.
  const isPerson = sql`(lower(d.key) = lower(${personKey(code)})
    or lower(d.key) in (select lower(${personKey('')} || subject) from audit where subject_id = ${id}))`;
  await db.execute(
    sql`update audit a set detail = (select coalesce(jsonb_object_agg(d.key, d.value), '{}')
          from jsonb_each(a.detail) d where not ${isPerson})
        where a.action = 'class_attendance_saved' and exists (select 1 from jsonb_object_keys(a.detail) d (key) where ${isPerson})`,
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
  // Approvals of an invitation name an account that did not exist yet: "Ada Lovelace (ada)".
  if (username !== null)
    await db.execute(
      sql`update audit set subject = null, detail = jsonb_build_object('act', detail -> 'act')
          where subject_id is null and action in ('approval_asked', 'approval_decided', 'approval_used')
            and lower(subject) like ${endsWith(`(${username})`)}`,
    );
  if (email !== null)
    await db.execute(
      sql`update audit set subject = null where action = 'mail_tested' and lower(subject) = lower(${email})`,
    );
  if (username !== null)
    await db.delete(loginAttempts).where(sql`lower(${loginAttempts.account}) = lower(${username})`);
}
