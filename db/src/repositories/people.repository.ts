import type { Reach } from '@rollcall/core/kernel/access';
import { AppError } from '@rollcall/core/kernel/errors';
import type { PeopleRepository } from '@rollcall/core/people/people.ports';
import type {
  PeopleQuery,
  PeopleSort,
  Person,
  PersonKind,
  PersonListing,
} from '@rollcall/core/people/people.types';
import { and, asc, desc, eq, ilike, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { noteGone } from '../archive/tombstones.ts';
import { type Db, intArray, likePattern, rowsOf, withConflictErrors, writtenRow } from '../connection.ts';
import { nameOrder } from '../name-order.ts';
import { credentials } from '../schema/accounts.schema.ts';
import { sectionHistory } from '../schema/attendance.schema.ts';
import { faceTemplates } from '../schema/faces.schema.ts';
import { people } from '../schema/institution.schema.ts';
import { createFactorRepository } from './accounts/factors.repository.ts';
import { forgetWork } from './accounts/forget-work.ts';
import { reached } from './accounts/reach.ts';
import { forgetInAudit } from './audit/audit.repository.ts';

const PERSON = {
  id: people.id,
  code: people.code,
  name: people.name,
  username: people.username,
  kind: people.kind,
  classSection: people.classSection,
  registeredOn: people.registeredOn,
  role: people.role,
  email: people.email,
  contactPhone: people.contactPhone,
};

const LISTING = {
  ...PERSON,
  // `people.id` as text: Drizzle omits the table name in a select from one table, and `id` would be the
  // template's.
  hasFaceData: sql<boolean>`exists (select 1 from ${faceTemplates} t where t.person_id = people.id)`,
  hasPassword: sql<boolean>`exists (select 1 from ${credentials} c where c.person_id = people.id)`,
};

/** What people are sorted by; `p` is their table or its alias. */
const SORT_KEYS: Record<PeopleSort, (p: SQL) => SQL> = {
  id: (p) => sql`lower(${p}.code)`,
  name: (p) => nameOrder(sql`${p}.name`),
  type: (p) => sql`${p}.kind`,
  section: (p) => sql`${p}.class_section`,
  registered: (p) => sql`${p}.registered_on`,
};

/** People who come after this one; those without a key are the last upwards and the first downwards. */
function isAfter(id: number, { sort = 'id', descending = false }: PeopleQuery): SQL {
  const key = SORT_KEYS[sort](sql`people`);
  const last = sql`(select ${SORT_KEYS[sort](sql`k`)} from people k where k.id = ${id})`;
  const isBeyond = descending
    ? sql`${key} < ${last} or ${key} is not null and ${last} is null`
    : sql`${key} > ${last} or ${key} is null and ${last} is not null`;
  return sql`(${isBeyond} or ${key} is not distinct from ${last} and people.id > ${id})`;
}

const isNotDeleted = isNull(people.deletedAt);
const within = (reach: Reach) => reached(reach, sql`people`);
const isManaged = and(isNotDeleted, ne(people.kind, 'admin'));

function matching(query: PeopleQuery, reach: Reach): SQL | undefined {
  const pattern = query.search?.trim() ? likePattern(query.search.trim()) : null;
  return and(
    isManaged,
    within(reach),
    pattern === null
      ? undefined
      : or(ilike(people.name, pattern), ilike(people.code, pattern), ilike(people.username, pattern)),
    query.kind === undefined ? undefined : eq(people.kind, query.kind),
    query.section ? eq(people.classSection, query.section) : undefined,
    query.hasFaceData === undefined ? undefined : eq(LISTING.hasFaceData, query.hasFaceData),
  );
}

/**
 * Removes what says who the person is from audit entries and notices, which are kept, and notes that they are gone, so
 * that no restore brings them back.
 */
async function forgetPerson(db: Db, id: number, what: 'deleted' | 'erased', at: Date): Promise<void> {
  const [person] = await db
    .select({
      id: people.id,
      uid: people.uid,
      code: people.code,
      name: people.name,
      username: people.username,
      email: people.email,
    })
    .from(people)
    .where(eq(people.id, id));
  if (!person) return;
  // Reads the names that the audit still has.
  await forgetWork(db, person, at);
  await forgetInAudit(db, person);
  await db.execute(sql`update notices set author_name = 'Deleted user' where author_id = ${id}`);
  await noteGone(db, person.uid, what, at);
}

export function createPeopleRepository(db: Db): PeopleRepository {
  const oneWhere = async (condition: SQL | undefined): Promise<PersonListing | null> => {
    const [row] = await db.select(LISTING).from(people).where(and(isNotDeleted, condition)).limit(1);
    return row ?? null;
  };

  return {
    async insert(person) {
      return writtenRow(
        await withConflictErrors(db.insert(people).values(person).returning(PERSON).execute()),
      );
    },

    async update(id, patch) {
      const rows: Person[] = await withConflictErrors(
        db
          .update(people)
          .set({
            ...patch,
            ...(patch.email === undefined
              ? {}
              : {
                  // A form that sends the address along does not vouch for it.
                  emailUnchecked: sql`case when ${people.email} = ${patch.email}
                    then ${people.emailUnchecked} else ${patch.emailUnchecked ?? false} end`,
                }),
            ...(patch.username === undefined
              ? {}
              : {
                  usernameTwin: sql`case when ${people.username} = ${patch.username}
                    then ${people.usernameTwin} else 0 end`,
                }),
          })
          .where(and(eq(people.id, id), isNotDeleted))
          .returning(PERSON)
          .execute(),
      );
      return rows[0] ?? null;
    },

    async recordSection(personId, before, section, fromDay) {
      await db.execute(sql`insert into section_history (person_id, from_day, section)
        select ${personId}::int, '1900-01-01', ${before}::text
        where not exists (select 1 from section_history where person_id = ${personId})`);
      await db
        .insert(sectionHistory)
        .values({ personId, fromDay, section })
        .onConflictDoUpdate({ target: [sectionHistory.personId, sectionHistory.fromDay], set: { section } });
    },

    async recordKind(personId, on) {
      await db.execute(sql`update attendance_days d set kind = p.kind, section = p.class_section from people p
        where p.id = ${personId} and d.person_id = p.id and d.day = ${on}`);
    },

    byId: (id) => oneWhere(eq(people.id, id)),
    byIds: (ids) =>
      db
        .select(LISTING)
        .from(people)
        .where(and(isNotDeleted, sql`${people.id} = any(${intArray(ids)}::int[])`))
        .orderBy(asc(people.id)),
    byCode: (code) => oneWhere(sql`lower(${people.code}) = lower(${code})`),
    byUsername: async (username) => {
      const typed = username.trim();
      const [row] = await db
        .select(LISTING)
        .from(people)
        .where(and(isNotDeleted, sql`account_key(${people.username}) = account_key(${typed})`))
        // Of two that were different once, the one that is spelt as typed.
        .orderBy(
          sql`${people.username} = ${typed} desc, lower(${people.username}) = lower(${typed}) desc`,
          asc(people.usernameTwin),
        )
        .limit(1);
      return row ?? null;
    },
    byEmail: (email) => {
      const isSame = (table: SQL) => sql`lower(${table}.email) = lower(${email.trim()})`;
      return oneWhere(
        sql`${isSame(sql`people`)} and (not people.email_unchecked or not exists (select 1 from people other
          where other.id <> people.id and other.deleted_at is null and ${isSame(sql`other`)}))`,
      );
    },
    administrators: () =>
      db
        .select(LISTING)
        .from(people)
        .where(and(isNotDeleted, inArray(people.role, ['owner', 'administrator'])))
        .orderBy(asc(people.id)),

    async list(query, reach) {
      const sort = SORT_KEYS[query.sort ?? 'id'](sql`people`);
      const order = query.descending ? desc(sort) : asc(sort);
      const { after } = query;
      // Beyond reach nobody is compared with anybody: the order would tell their name.
      if (after !== undefined && (await db.$count(people, and(eq(people.id, after), within(reach)))) === 0)
        throw new AppError('invalid_input', { fields: { cursor: 'This person is gone.' } });
      const all = db
        .select(LISTING)
        .from(people)
        .where(and(matching(query, reach), after === undefined ? undefined : isAfter(after, query)))
        .orderBy(order, asc(people.id));
      const rows = await (query.limit === undefined ? all : all.limit(query.limit).offset(query.offset ?? 0));
      if (query.limit === undefined) return { rows, total: rows.length };
      return { rows, total: await db.$count(people, matching(query, reach)) };
    },

    recentlyRegistered: (limit, reach) =>
      db
        .select(LISTING)
        .from(people)
        .where(and(isManaged, within(reach)))
        .orderBy(desc(people.id))
        .limit(limit),

    async isOnRoster(personId, classIds) {
      const [row] = await rowsOf<{ is: boolean }>(
        db,
        sql`select exists (select 1 from class_members
              where person_id = ${personId} and class_id = any(${intArray(classIds)}::int[])) as is`,
      );
      return row?.is ?? false;
    },

    async sections(reach) {
      const rows = await rowsOf<{ section: string }>(
        db,
        sql`select distinct class_section as section from people
            where deleted_at is null and class_section is not null and ${within(reach)} order by 1`,
      );
      return rows.map(({ section }) => section);
    },

    async countByKind(reach) {
      const rows = await rowsOf<{ kind: PersonKind; count: number }>(
        db,
        sql`select kind, count(*)::int as count from people
            where deleted_at is null and ${within(reach)} group by kind`,
      );
      const counts: Record<PersonKind, number> = { student: 0, teacher: 0, staff: 0, employee: 0, admin: 0 };
      for (const { kind, count } of rows) counts[kind] = count;
      return counts;
    },

    async passwordHash(personId) {
      const [row] = await db
        .select({ hash: credentials.passwordHash })
        .from(credentials)
        .where(eq(credentials.personId, personId));
      return row?.hash ?? null;
    },

    async setPasswordHash(personId, passwordHash, changedAt, mustChange = false) {
      const set = { passwordHash, changedAt, mustChange };
      await db
        .insert(credentials)
        .values({ personId, ...set })
        .onConflictDoUpdate({ target: credentials.personId, set });
    },

    async lockSignIn(personId) {
      const [person] = await db
        .select({ id: people.id })
        .from(people)
        .where(and(eq(people.id, personId), isNotDeleted))
        .for('share');
      const [password] = await db
        .select({ hash: credentials.passwordHash, mustChange: credentials.mustChange })
        .from(credentials)
        .where(eq(credentials.personId, personId))
        .for('share');
      return {
        isThere: person !== undefined,
        hash: password?.hash ?? null,
        mustChange: password?.mustChange ?? false,
      };
    },

    async pseudonymise(id, pseudonym, at) {
      await forgetPerson(db, id, 'deleted', at);
      await db.execute(sql`delete from consents where person_id = ${id}`);
      await db.execute(sql`delete from leaves where person_id = ${id}`);
      await db.execute(sql`delete from corrections where person_id = ${id}`);
      await db.execute(sql`delete from day_notes where person_id = ${id}`);
      await db.execute(sql`delete from section_history where person_id = ${id}`);
      await db.execute(sql`delete from notice_readers where person_id = ${id}`);
      await db.execute(sql`delete from look_alikes where person_a = ${id} or person_b = ${id}`);
      await db.execute(sql`delete from credentials where person_id = ${id}`);
      await db.execute(sql`delete from pins where person_id = ${id}`);
      await db.execute(sql`delete from former_pins where person_id = ${id}`);
      await db.execute(sql`delete from kiosk_entries where person_id = ${id}`);
      await db.execute(sql`delete from cards where person_id = ${id}`);
      await db.execute(sql`delete from phones where person_id = ${id}`);
      await db.execute(sql`delete from kiosk_answers where person_id = ${id}`);
      await db.execute(sql`delete from drill_people where person_id = ${id}`);
      await db.execute(sql`delete from sessions where person_id = ${id}`);
      await db.execute(sql`delete from known_devices where person_id = ${id}`);
      await createFactorRepository(db).removeAll(id);
      await db.execute(sql`delete from approvals where subject_id = ${id} or asked_by = ${id}`);
      await db.execute(sql`delete from api_tokens where person_id = ${id}`);
      await db.execute(sql`delete from password_links where person_id = ${id}`);
      await db.execute(sql`delete from outbox where person_id = ${id}`);
      await db.execute(sql`delete from face_keys where person_id = ${id}`);
      await db.execute(sql`delete from face_templates where person_id = ${id}`);
      await db.execute(sql`delete from class_members where person_id = ${id}`);
      await db.execute(sql`delete from class_teachers where person_id = ${id}`);
      await db.execute(sql`delete from office_sections where person_id = ${id}`);
      await db.execute(sql`delete from provider_links where person_id = ${id}`);
      await db.execute(sql`delete from provider_tickets where person_id = ${id}`);
      await db.execute(sql`delete from group_roles where person_id = ${id}`);
      await db
        .update(people)
        .set({
          code: pseudonym,
          name: 'Deleted user',
          username: null,
          email: null,
          contactPhone: null,
          emailUnchecked: false,
          classSection: null,
          role: 'member',
          officeOf: 'institution',
          deletedAt: at,
        })
        .where(eq(people.id, id));
    },

    async erase(id, at) {
      await forgetPerson(db, id, 'erased', at);
      await db.delete(people).where(eq(people.id, id));
    },
  };
}
