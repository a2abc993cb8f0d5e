import { ROLES } from '@rollcall/core/kernel/access';
import type { AccountMoment, AccountRepository } from '@rollcall/core/people/accounts.ports';
import { TEACHING_ROLES } from '@rollcall/core/people/accounts.rules';
import type { Account, AccountClass, AccountQuery } from '@rollcall/core/people/accounts.types';
import type { Person } from '@rollcall/core/people/people.types';
import { eq, type SQL, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { type Db, likePattern, oneOf, rowsOf } from '../../connection.ts';
import { nameOrder } from '../../name-order.ts';
import { classTeachers, officeSections } from '../../schema/accounts.schema.ts';
import { people } from '../../schema/institution.schema.ts';

interface AccountRow extends Omit<Account, 'sections' | 'classes' | 'lastSignInAt'> {
  readonly officeOf: 'institution' | 'sections';
  readonly sections: string[];
  readonly classes: AccountClass[];
  readonly lastSignInAt: string | Date | null;
}

const accountFrom = ({ officeOf, sections, lastSignInAt, ...row }: AccountRow): Account => ({
  ...row,
  sections: row.role === 'office' && officeOf === 'sections' ? sections : null,
  lastSignInAt: lastSignInAt === null ? null : new Date(lastSignInAt),
});

/** The columns of an account, of the table `p` of people. */
const accountColumns = ({ idleSince, openedSince, today }: AccountMoment): SQL => sql`
  p.id, p.code, p.name, p.username, p.email, p.kind, p.role, p.office_of as "officeOf",
  array(select section from office_sections s where s.person_id = p.id order by 1) as sections,
  coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name,
        'firstDay', t.first_day, 'lastDay', t.last_day) order by t.first_day nulls first, c.start_time, c.id)
      from class_teachers t join classes c on c.id = t.class_id
      where t.person_id = p.id and (t.last_day is null or t.last_day >= ${today}::date)), '[]'::jsonb) as classes,
  coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name) order by lower(i.name), i.id)
      from provider_links l join identity_providers i on i.id = l.provider_id
      where l.person_id = p.id), '[]'::jsonb) as providers,
  exists (select 1 from credentials c where c.person_id = p.id) as "hasPassword",
  (exists (select 1 from passkeys k where k.person_id = p.id)
    or exists (select 1 from totp_secrets t where t.person_id = p.id and t.is_active)) as "hasSecondFactor",
  (select count(*)::int from sessions s where s.person_id = p.id
      and s.last_seen_at > ${idleSince} and s.created_at > ${openedSince}) as sessions,
  (select max(a.at) from audit a where a.subject_id = p.id and a.action = 'sign_in') as "lastSignInAt"`;

const rankOf = sql`array_position(${`{${ROLES.join(',')}}`}::text[], p.role)`;

function matching({ role, search }: Pick<AccountQuery, 'role' | 'search'>): SQL {
  const pattern = search?.trim() ? likePattern(search.trim()) : null;
  const ofRole = role === undefined ? sql`true` : sql`p.role = ${role}`;
  const found =
    pattern === null
      ? sql`true`
      : sql`(p.name ilike ${pattern} or p.code ilike ${pattern} or p.username ilike ${pattern} or p.email ilike ${pattern})`;
  return sql`p.deleted_at is null and ${ofRole} and ${found}`;
}

export function createAccountRepository(db: Db): AccountRepository {
  return {
    async duties(personId, on) {
      const [row] = await rowsOf<{ isLimited: boolean; sections: string[]; classIds: number[] }>(
        db,
        sql`select p.office_of = 'sections' as "isLimited",
              array(select section from office_sections s where s.person_id = p.id order by 1) as sections,
              array(select distinct t.class_id from class_teachers t where t.person_id = p.id
                    and (t.first_day is null or ${on}::date between t.first_day and t.last_day) order by 1)
                as "classIds"
            from people p where p.id = ${personId}`,
      );
      if (!row) return { sections: [], classIds: [] };
      return { sections: row.isLimited ? row.sections : null, classIds: row.classIds };
    },

    async list(query, moment) {
      const rows = await rowsOf<AccountRow>(
        db,
        sql`select ${accountColumns(moment)} from people p where ${matching(query)}
            order by ${rankOf}, ${nameOrder(sql`p.name`)}, p.id limit ${query.limit} offset ${query.offset}`,
      );
      const { total } = await oneOf<{ total: number }>(
        db,
        sql`select count(*)::int as total from people p where ${matching(query)}`,
      );
      return { rows: rows.map(accountFrom), total };
    },

    async byCode(code, moment) {
      const [row] = await rowsOf<AccountRow>(
        db,
        sql`select ${accountColumns(moment)} from people p
            where p.deleted_at is null and lower(p.code) = lower(${code})`,
      );
      return row ? accountFrom(row) : null;
    },

    async lockRoles() {
      await rowsOf(db, sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.roles})`);
    },

    async ownersWithPassword() {
      const rows = await rowsOf<{ id: number }>(
        db,
        sql`select p.id from people p join credentials c on c.person_id = p.id
            where p.role = 'owner' and p.deleted_at is null order by p.id`,
      );
      return rows.map(({ id }) => id);
    },

    administratorsWhoSignIn: () =>
      rowsOf<Pick<Person, 'id' | 'role'>>(
        db,
        sql`select p.id, p.role from people p
            where p.role in ('owner', 'administrator') and p.deleted_at is null
              and (exists (select 1 from credentials c where c.person_id = p.id)
                or exists (select 1 from passkeys k where k.person_id = p.id)
                or (p.role <> 'owner' and exists (select 1 from provider_links l
                      join identity_providers i on i.id = l.provider_id
                      where l.person_id = p.id and i.is_active)))
            order by p.id`,
      ),

    async setRole(personId, { role, sections }) {
      const officeOf = role === 'office' && sections !== null ? 'sections' : 'institution';
      await db.update(people).set({ role, officeOf }).where(eq(people.id, personId));
      await db.delete(officeSections).where(eq(officeSections.personId, personId));
      if (!TEACHING_ROLES.includes(role))
        await db.delete(classTeachers).where(eq(classTeachers.personId, personId));
      if (officeOf === 'institution' || !sections?.length) return;
      await db.insert(officeSections).values(sections.map((section) => ({ personId, section })));
    },

    async requireOwnPassword(personId) {
      // The audit says who set it: the person in their own account or at set-up. At a link it may have been somebody else.
      await db.execute(sql`update credentials c set must_change = true where c.person_id = ${personId}
        and not exists (select 1 from audit a where a.actor_id = c.person_id and a.at = c.changed_at
          and (a.action = 'set_up'
            or a.action = 'password_changed' and a.subject_id = c.person_id and not a.detail ? 'by'))`);
    },
  };
}
