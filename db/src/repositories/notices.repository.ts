import type { Reach } from '@rollcall/core/kernel/access';
import type { AfterNotice, NoticeReader, NoticeRepository } from '@rollcall/core/notices/notices.ports';
import { NOTICES_LISTED } from '@rollcall/core/notices/notices.rules';
import type { Audience, NoticeForReader } from '@rollcall/core/notices/notices.types';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type Db, intArray, writtenRow } from '../connection.ts';
import { classes, noticeReaders, notices } from '../schema/institution.schema.ts';
import { among } from './accounts/reach.ts';

const NOTICE = {
  id: notices.id,
  title: notices.title,
  content: notices.content,
  priority: notices.priority,
  tags: notices.tags,
  createdAt: notices.createdAt,
  createdBy: notices.authorName,
  section: notices.section,
  classId: notices.classId,
};

const audienceOf = ({ section, classId }: { section: string | null; classId: number | null }): Audience => {
  if (section !== null) return { of: 'section', section };
  return classId === null ? { of: 'everybody' } : { of: 'class', classId };
};

/** A condition on notices: for everybody, the reader's section, a class that they attend or teach, or their own. */
const isFor = ({ personId, on }: NoticeReader): SQL => sql`(
  (notices.section is null and notices.class_id is null) or notices.author_id = ${personId}
  or notices.section = (select p.class_section from people p where p.id = ${personId})
  or notices.class_id in (
    select m.class_id from class_members m where m.person_id = ${personId}
    union all
    select t.class_id from class_teachers t where t.person_id = ${personId}
      and (t.first_day is null or ${on}::date between t.first_day and t.last_day)))`;

/** A condition on notices whose whole audience is within reach. */
function isWithin(reach: Reach): SQL {
  switch (reach.of) {
    case 'institution':
      return sql`true`;
    case 'sections':
      return among(sql`notices.section`, reach.sections);
    case 'classes':
      return sql`notices.class_id = any(${intArray(reach.classIds)}::int[])`;
    case 'self':
      return sql`false`;
  }
}

/** Views and likes of one notice, counted in one pass over its readers. */
const COUNTS = sql`lateral (
  select count(*)::int as views, (count(*) filter (where r.liked))::int as likes
  from ${noticeReaders} r where r.notice_id = ${notices.id}) counts`;

/** Notices that come after this one in the list, newest first. */
const isAfter = ({ id, createdAt }: AfterNotice): SQL =>
  sql`(date_trunc('milliseconds', notices.created_at), notices.id) < (${createdAt.toISOString()}::timestamptz, ${id}::int)`;

export function createNoticeRepository(db: Db): NoticeRepository {
  const forReader = async (readerId: number, condition?: SQL): Promise<NoticeForReader[]> => {
    const rows = await db
      .select({
        ...NOTICE,
        className: classes.name,
        views: sql<number>`counts.views`,
        likes: sql<number>`counts.likes`,
        liked: sql<boolean>`coalesce(${noticeReaders.liked}, false)`,
        bookmarked: sql<boolean>`coalesce(${noticeReaders.bookmarked}, false)`,
        viewed: sql<boolean>`${noticeReaders.noticeId} is not null`,
      })
      .from(notices)
      .innerJoin(COUNTS, sql`true`)
      .leftJoin(
        noticeReaders,
        and(eq(noticeReaders.noticeId, notices.id), eq(noticeReaders.personId, readerId)),
      )
      .leftJoin(classes, eq(classes.id, notices.classId))
      .where(condition)
      .orderBy(desc(notices.createdAt), desc(notices.id))
      .limit(NOTICES_LISTED);
    return rows.map(({ section, classId, ...notice }) => ({
      ...notice,
      audience: audienceOf({ section, classId }),
    }));
  };

  return {
    async insert({ tags, audience, ...notice }) {
      const rows = await db
        .insert(notices)
        .values({
          ...notice,
          tags: [...tags],
          section: audience.of === 'section' ? audience.section : null,
          classId: audience.of === 'class' ? audience.classId : null,
        })
        .returning({ id: notices.id, title: notices.title });
      return writtenRow(rows);
    },

    listFor: (reader, after) => forReader(reader.personId, and(isFor(reader), after && isAfter(after))),
    listWithin: (reach, readerId, after) =>
      forReader(readerId, and(isWithin(reach), after && isAfter(after))),

    async byIdFor(reader, id) {
      const [row] = await forReader(reader.personId, and(eq(notices.id, id), isFor(reader)));
      return row ?? null;
    },

    async remove(id, reach) {
      const [row] = await db
        .delete(notices)
        .where(and(eq(notices.id, id), isWithin(reach)))
        .returning({ title: notices.title });
      return row?.title ?? null;
    },

    async react(readerId, id, { liked, bookmarked }, at) {
      const reactions = {
        ...(liked === undefined ? {} : { liked }),
        ...(bookmarked === undefined ? {} : { bookmarked }),
      };
      const row = db
        .insert(noticeReaders)
        .values({ noticeId: id, personId: readerId, viewedAt: at, ...reactions });
      const target = [noticeReaders.noticeId, noticeReaders.personId];
      await (Object.keys(reactions).length === 0
        ? row.onConflictDoNothing({ target })
        : row.onConflictDoUpdate({ target, set: reactions }));
    },

    count: () => db.$count(notices),
  };
}
