import type { CountedHealth, KioskCareRepository } from '@rollcall/core/attendance/kiosk/care/care.ports';
import { ANSWER_TIME_CLASSES, SLOT_MS } from '@rollcall/core/attendance/kiosk/care/health.rules';
import type { Silence } from '@rollcall/core/attendance/kiosk/care/health.types';
import { WRONG } from '@rollcall/core/attendance/kiosk/kiosk.rules';
import { weekdayOf } from '@rollcall/core/kernel/local-date';
import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from '../../connection.ts';
import { nameOrder } from '../../name-order.ts';
import { timeFromDb } from '../../schema/columns.ts';
import { kioskCounts, kioskHealth, kioskSilences } from '../../schema/kiosk-care.schema.ts';
import { kioskAnswers, kioskKeys, kiosks } from '../../schema/kiosks.schema.ts';

/** What ten minutes may count at most: a kiosk that sends nonsense stays within its column. */
const MOST = 1_000_000;
const CLASSES = Array.from({ length: ANSWER_TIME_CLASSES }, (_, at) => at + 1);

interface Sums {
  readonly kioskId: string;
  readonly asked: number;
  readonly secondTries: number;
  readonly cameraRestarts: number;
  readonly answerTimes: number[];
}

function byKiosk<Row extends { readonly kioskId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const list = found.get(row.kioskId);
    if (list) list.push(row);
    else found.set(row.kioskId, [row]);
  }
  return found;
}

export function createKioskCareRepository(db: Db): KioskCareRepository {
  const sumsSince = (since: Date) =>
    rowsOf<Sums>(
      db,
      sql`select kiosk_id as "kioskId", sum(asked)::int as asked, sum(second_tries)::int as "secondTries",
            sum(camera_restarts)::int as "cameraRestarts",
            array[${sql.join(
              CLASSES.map((at) => sql`sum(answer_times[${at}::int])::int`),
              sql`, `,
            )}] as "answerTimes"
          from kiosk_counts where slot >= ${since.toISOString()}::timestamptz group by 1`,
    );

  /** The ten minutes with most check-ins, whatever showed who it was. */
  const busiestSince = (since: Date) =>
    rowsOf<{ kioskId: string; at: number; people: number }>(
      db,
      sql`select distinct on (kiosk_id) kiosk_id as "kioskId", slot::float8 as at, count(*)::int as people
          from (select kiosk_id, floor(extract(epoch from at) * 1000 / ${SLOT_MS}::int) as slot from kiosk_answers
                where outcome = 'marked' and taken_back_at is null and at >= ${since.toISOString()}::timestamptz) marks
          group by kiosk_id, slot order by kiosk_id, count(*) desc, slot desc`,
    );

  return {
    async saveCondition(kioskId, condition, at) {
      const row = { ...condition, at };
      await db
        .insert(kioskHealth)
        .values({ kioskId, ...row })
        .onConflictDoUpdate({ target: kioskHealth.kioskId, set: row });
    },

    async addCounts(kioskId, slot, { answerTimes, ...counts }) {
      const sum = (column: string) =>
        sql`least(${sql.identifier('kiosk_counts')}.${sql.identifier(column)} + excluded.${sql.identifier(column)}, ${MOST}::int)`;
      await db
        .insert(kioskCounts)
        .values({ kioskId, slot, ...counts, answerTimes: [...answerTimes] })
        .onConflictDoUpdate({
          target: [kioskCounts.kioskId, kioskCounts.slot],
          set: {
            asked: sum('asked'),
            answered: sum('answered'),
            secondTries: sum('second_tries'),
            cameraRestarts: sum('camera_restarts'),
            faces: sum('faces'),
            backlitFaces: sum('backlit_faces'),
            answerTimes: sql`(select array_agg(least(coalesce(a, 0) + coalesce(b, 0), ${MOST}::int) order by place)
              from unnest(${kioskCounts.answerTimes}, excluded.answer_times) with ordinality as pairs (a, b, place))`,
          },
        });
    },

    async health(since, wrongSince) {
      const paired = await db
        .select({ kioskId: kioskKeys.kioskId, lastSeenAt: kioskKeys.lastSeenAt, condition: kioskHealth })
        .from(kioskKeys)
        .leftJoin(kioskHealth, eq(kioskHealth.kioskId, kioskKeys.kioskId))
        .orderBy(asc(kioskKeys.kioskId));
      const sums = byKiosk(await sumsSince(since));
      const busiest = byKiosk(await busiestSince(since));
      const light = byKiosk(
        await db
          .select({
            kioskId: kioskCounts.kioskId,
            at: kioskCounts.slot,
            faces: kioskCounts.faces,
            backlitFaces: kioskCounts.backlitFaces,
          })
          .from(kioskCounts)
          .where(and(gte(kioskCounts.slot, since), sql`${kioskCounts.faces} > 0`)),
      );
      const silences = byKiosk(
        await db
          .select()
          .from(kioskSilences)
          .where(or(isNull(kioskSilences.backAt), gte(kioskSilences.backAt, since)))
          .orderBy(desc(kioskSilences.since)),
      );
      const wrong = await db
        .select({ kioskId: kioskAnswers.kioskId, tries: count() })
        .from(kioskAnswers)
        .where(and(gte(kioskAnswers.at, wrongSince), inArray(kioskAnswers.outcome, [...WRONG])))
        .groupBy(kioskAnswers.kioskId);
      return paired.map(({ kioskId, lastSeenAt, condition }): CountedHealth => {
        const [sum] = sums.get(kioskId) ?? [];
        const [top] = busiest.get(kioskId) ?? [];
        return {
          kioskId,
          lastSeenAt,
          condition,
          figures: {
            asked: sum?.asked ?? 0,
            secondTries: sum?.secondTries ?? 0,
            cameraRestarts: sum?.cameraRestarts ?? 0,
            answerTimes: sum?.answerTimes ?? [],
          },
          light: light.get(kioskId) ?? [],
          busiest: top ? { at: new Date(top.at * SLOT_MS), people: top.people } : null,
          silences: (silences.get(kioskId) ?? []).map(
            ({ id, since, backAt }): Silence => ({ id, since, backAt }),
          ),
          wrongTries: wrong.find((each) => each.kioskId === kioskId)?.tries ?? 0,
        };
      });
    },

    async removeBefore(at) {
      await db.delete(kioskCounts).where(lt(kioskCounts.slot, at));
      await db.delete(kioskSilences).where(lt(kioskSilences.backAt, at));
    },

    async noteCheck(at, gapMs) {
      const now = at.toISOString();
      const oldest = new Date(at.getTime() - gapMs).toISOString();
      const { since } = await oneOf<{ since: string | Date }>(
        db,
        sql`insert into kiosk_watch (since, checked_at) values (${now}::timestamptz, ${now}::timestamptz)
            on conflict (is_only) do update set
              since = case when kiosk_watch.checked_at between ${oldest}::timestamptz and ${now}::timestamptz
                then kiosk_watch.since else excluded.since end,
              checked_at = excluded.checked_at
            returning since`,
      );
      return new Date(since);
    },

    async lastClassEnds(date) {
      const { ends } = await oneOf<{ ends: string | null }>(
        db,
        sql`select max(end_time)::text as ends from classes where ${weekdayOf(date)}::int = any(weekdays)`,
      );
      return ends === null ? null : timeFromDb(ends);
    },

    async watched() {
      const rows = await db
        .select({
          kioskId: kioskKeys.kioskId,
          lastSeenAt: kioskKeys.lastSeenAt,
          id: kioskSilences.id,
          since: kioskSilences.since,
        })
        .from(kioskKeys)
        .leftJoin(
          kioskSilences,
          and(eq(kioskSilences.kioskId, kioskKeys.kioskId), isNull(kioskSilences.backAt)),
        )
        .orderBy(asc(kioskKeys.kioskId));
      return rows.map(({ kioskId, lastSeenAt, id, since }) => ({
        kioskId,
        lastSeenAt,
        silence: id !== null && since !== null ? { id, since } : null,
      }));
    },

    async beginSilence(kioskId, since, noticedAt) {
      const [row] = await db
        .insert(kioskSilences)
        .values({ kioskId, since, noticedAt })
        .onConflictDoNothing()
        .returning({ id: kioskSilences.id });
      return row?.id ?? null;
    },

    endSilence: async (id, backAt) =>
      (
        await db
          .update(kioskSilences)
          .set({ backAt })
          .where(and(eq(kioskSilences.id, id), isNull(kioskSilences.backAt)))
          .returning({ id: kioskSilences.id })
      ).length > 0,

    async forgetUnpaired() {
      await db.execute(
        sql`delete from kiosk_silences s where back_at is null
            and not exists (select 1 from kiosk_keys k where k.kiosk_id = s.kiosk_id)`,
      );
    },

    async takeReturns(at) {
      const rows = await db
        .update(kioskSilences)
        .set({ toldAt: at })
        .where(and(isNotNull(kioskSilences.backAt), isNull(kioskSilences.toldAt)))
        .returning({ id: kioskSilences.id });
      return rows.map(({ id }) => id);
    },

    async told(id, of) {
      const together = of === 'begin' ? kioskSilences.noticedAt : kioskSilences.toldAt;
      const rows = await db
        .select({ silence: kioskSilences, name: kiosks.name, place: kiosks.place, language: kiosks.language })
        .from(kioskSilences)
        .innerJoin(kiosks, eq(kiosks.id, kioskSilences.kioskId))
        .where(
          inArray(together, db.select({ at: together }).from(kioskSilences).where(eq(kioskSilences.id, id))),
        )
        .orderBy(nameOrder(kiosks.name));
      return {
        language: rows.find(({ silence }) => silence.id === id)?.language ?? 'en',
        silences: rows.map(({ silence: { id: silenceId, since, backAt }, name, place }) => ({
          id: silenceId,
          since,
          backAt,
          name,
          place,
        })),
      };
    },
  };
}
