import type { NoticeRepository } from '@rollcall/core/notices/notices.ports';
import type { NoticeForReader } from '@rollcall/core/notices/notices.types';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type Db, writtenRow } from '../connection.ts';
import { noticeReaders, notices } from '../schema/institution.schema.ts';

const NOTICE = {
  id: notices.id,
  title: notices.title,
  content: notices.content,
  priority: notices.priority,
  tags: notices.tags,
  createdAt: notices.createdAt,
  createdBy: notices.authorName,
};

/** Views and likes of one notice, counted in one pass over its readers. */
const COUNTS = sql`lateral (
  select count(*)::int as views, (count(*) filter (where r.liked))::int as likes
  from ${noticeReaders} r where r.notice_id = ${notices.id}) counts`;

/** The newest that a list holds: each costs a look at all of its readers. */
const LISTED = 200;

export function createNoticeRepository(db: Db): NoticeRepository {
  const forReader = (readerId: number, condition?: SQL): Promise<NoticeForReader[]> =>
    db
      .select({
        ...NOTICE,
        views: sql<number>`counts.views`,
        likes: sql<number>`counts.likes`,
        liked: sql<boolean>`coalesce(${noticeReaders.liked}, false)`,
        bookmarked: sql<boolean>`coalesce(${noticeReaders.bookmarked}, false)`,
      })
      .from(notices)
      .innerJoin(COUNTS, sql`true`)
      .leftJoin(
        noticeReaders,
        and(eq(noticeReaders.noticeId, notices.id), eq(noticeReaders.personId, readerId)),
      )
      .where(condition)
      .orderBy(desc(notices.createdAt), desc(notices.id))
      .limit(LISTED);

  return {
    async insert({ tags, ...notice }) {
      const rows = await db
        .insert(notices)
        .values({ ...notice, tags: [...tags] })
        .returning(NOTICE);
      return writtenRow(rows);
    },

    listFor: (readerId) => forReader(readerId),

    async byIdFor(readerId, id) {
      const [row] = await forReader(readerId, eq(notices.id, id));
      return row ?? null;
    },

    async remove(id) {
      const [row] = await db.delete(notices).where(eq(notices.id, id)).returning({ title: notices.title });
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
