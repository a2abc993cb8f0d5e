import type { KioskRepository } from '@rollcall/core/attendance/kiosk/kiosk.ports';
import type {
  Kiosk,
  KioskMeans,
  KioskScope,
  KioskSettings,
} from '@rollcall/core/attendance/kiosk/kiosk.types';
import type { NamingReasons } from '@rollcall/core/faces/matching/naming.rules';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { type Db, oneOf, rowsOf, textArray, withConflictErrors, writtenRow } from '../../connection.ts';
import { nameOrder } from '../../name-order.ts';
import { classes, people } from '../../schema/institution.schema.ts';
import {
  formerKioskSettings,
  kioskAnswers,
  kioskKeys,
  kioskPairings,
  kiosks,
  kioskTries,
} from '../../schema/kiosks.schema.ts';

type Row = typeof kiosks.$inferSelect;

const scopeOf = ({ scope, kinds, sections, classId }: Row): KioskScope => {
  switch (scope) {
    case 'everyone':
      return { of: scope };
    case 'kinds':
      return { of: scope, kinds };
    case 'sections':
      return { of: scope, sections };
    case 'class':
      return { of: scope, classId };
  }
};

const kioskFrom = (row: Row): Kiosk => ({
  id: row.id,
  name: row.name,
  place: row.place,
  scope: scopeOf(row),
  direction: row.direction,
  means: row.means,
  language: row.language,
  sound: row.sound,
  liveness: row.liveness,
  strangersIn: row.strangersIn,
  keepsPresent: row.keepsPresent,
});

const toRow = ({ scope, means, ...rest }: KioskSettings) => ({
  ...rest,
  means: [...means],
  scope: scope.of,
  kinds: scope.of === 'kinds' ? [...scope.kinds] : [],
  sections: scope.of === 'sections' ? [...scope.sections] : [],
  classId: scope.of === 'class' ? scope.classId : null,
});

const reasonsOf = (answer: typeof kioskAnswers.$inferSelect): NamingReasons | null => {
  const { candidates, measure, needed, reached, score, margin } = answer;
  if (candidates === null || measure === null || needed === null || reached === null || score === null)
    return null;
  return { candidates, measure, needed, reached, score, margin };
};

interface Figures {
  readonly marks: number;
  readonly wrongNames: number;
  readonly refused: number;
  readonly byMeans: Partial<Record<KioskMeans, number>> | null;
}

export function createKioskRepository(db: Db): KioskRepository {
  const pairing = async (codeHash: Uint8Array, isLocked: boolean) => {
    const query = db.select().from(kioskPairings).where(eq(kioskPairings.codeHash, codeHash));
    const [row] = await (isLocked ? query.for('update') : query);
    if (!row) return null;
    const { publicKey, device, address, expiresAt, kioskId } = row;
    return { publicKey, device, address, expiresAt, kioskId };
  };

  return {
    async list(since) {
      const rows = await db
        .select({
          kiosk: kiosks,
          className: classes.name,
          device: kioskKeys.device,
          pairedAt: kioskKeys.pairedAt,
          lastSeenAt: kioskKeys.lastSeenAt,
        })
        .from(kiosks)
        .leftJoin(kioskKeys, eq(kioskKeys.kioskId, kiosks.id))
        .leftJoin(classes, eq(classes.id, kiosks.classId))
        .orderBy(nameOrder(kiosks.name));
      const figures = await rowsOf<Figures & { kioskId: string }>(
        db,
        sql`select kiosk_id as "kioskId", sum(marks)::int as marks, sum(wrong)::int as "wrongNames",
              sum(refused)::int as refused, json_object_agg(means, marks) filter (where marks > 0) as "byMeans"
            from (
              select kiosk_id, means,
                count(*) filter (where outcome = 'marked' and taken_back_at is null) as marks,
                count(*) filter (where taken_back_at is not null) as wrong,
                count(*) filter (where person_id is null) as refused
              from kiosk_answers where at >= ${since.toISOString()}::timestamptz group by 1, 2
            ) of_means group by 1`,
      );
      const byKiosk = new Map(
        figures.map(({ kioskId, byMeans, ...rest }) => [kioskId, { ...rest, byMeans: byMeans ?? {} }]),
      );
      return rows.map(({ kiosk, className, device, pairedAt, lastSeenAt }) => ({
        ...kioskFrom(kiosk),
        className,
        paired: device !== null && pairedAt ? { device, pairedAt, lastSeenAt } : null,
        answers: byKiosk.get(kiosk.id) ?? { marks: 0, wrongNames: 0, refused: 0, byMeans: {} },
      }));
    },

    async byId(id) {
      const [row] = await db.select().from(kiosks).where(eq(kiosks.id, id));
      return row ? kioskFrom(row) : null;
    },

    count: async () =>
      (await oneOf<{ count: number }>(db, sql`select count(*)::int as count from kiosks`)).count,

    async insert(settings, at, addedBy) {
      const rows = await withConflictErrors(
        db
          .insert(kiosks)
          .values({ ...toRow(settings), addedAt: at, addedBy })
          .returning(),
      );
      return kioskFrom(writtenRow(rows));
    },

    async update(id, settings, at) {
      const [before] = await db.select().from(kiosks).where(eq(kiosks.id, id)).for('update');
      if (before)
        await db
          .insert(formerKioskSettings)
          .values({ kioskId: id, until: at, settings: kioskFrom(before) })
          .onConflictDoNothing();
      const [row] = await withConflictErrors(
        db.update(kiosks).set(toRow(settings)).where(eq(kiosks.id, id)).returning(),
      );
      return row ? kioskFrom(row) : null;
    },

    async formerSettings(id, heldAt) {
      const [row] = await db
        .select({ settings: formerKioskSettings.settings })
        .from(formerKioskSettings)
        .where(and(eq(formerKioskSettings.kioskId, id), gt(formerKioskSettings.until, heldAt)))
        .orderBy(asc(formerKioskSettings.until))
        .limit(1);
      return row?.settings ?? null;
    },

    async removeFormerBefore(at) {
      await db.delete(formerKioskSettings).where(lt(formerKioskSettings.until, at));
    },

    async remove(id) {
      const [row] = await db.delete(kiosks).where(eq(kiosks.id, id)).returning({ name: kiosks.name });
      return row?.name ?? null;
    },

    async keyOf(kioskId) {
      const [row] = await db
        .select({ kiosk: kiosks, key: kioskKeys })
        .from(kioskKeys)
        .innerJoin(kiosks, eq(kiosks.id, kioskKeys.kioskId))
        .where(eq(kioskKeys.kioskId, kioskId));
      if (!row) return null;
      const { publicKey, counter, pairedAt } = row.key;
      return { kiosk: kioskFrom(row.kiosk), publicKey, counter, pairedAt };
    },

    async takeCounter(kioskId, publicKey, counter, at) {
      const taken = await db
        .update(kioskKeys)
        .set({ counter, lastSeenAt: at })
        .where(
          and(
            eq(kioskKeys.kioskId, kioskId),
            eq(kioskKeys.publicKey, publicKey),
            lt(kioskKeys.counter, counter),
          ),
        )
        .returning({ counter: kioskKeys.counter });
      return taken.length > 0;
    },

    async saveKey(kioskId, { publicKey, device }, at, pairedBy) {
      await db.delete(kioskKeys).where(eq(kioskKeys.kioskId, kioskId));
      await withConflictErrors(
        db.insert(kioskKeys).values({ kioskId, publicKey, device, pairedAt: at, pairedBy }),
      );
    },

    removeKey: async (kioskId) =>
      (
        await db
          .delete(kioskKeys)
          .where(eq(kioskKeys.kioskId, kioskId))
          .returning({ kioskId: kioskKeys.kioskId })
      ).length > 0,

    async lockList() {
      await db.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.kiosks})`);
    },

    waitingPairings: (at) =>
      db
        .select({ codeHash: kioskPairings.codeHash, address: kioskPairings.address })
        .from(kioskPairings)
        .where(and(gt(kioskPairings.expiresAt, at), isNull(kioskPairings.kioskId)))
        .orderBy(asc(kioskPairings.askedAt)),

    async removePairing(codeHash) {
      await db.delete(kioskPairings).where(eq(kioskPairings.codeHash, codeHash));
    },

    async insertPairing(codeHash, given, at) {
      await db.insert(kioskPairings).values({ codeHash, ...given, askedAt: at });
    },

    lockPairing: (codeHash) => pairing(codeHash, true),
    pairing: (codeHash) => pairing(codeHash, false),

    async usePairing(codeHash, kioskId) {
      await db.update(kioskPairings).set({ kioskId }).where(eq(kioskPairings.codeHash, codeHash));
    },

    async peopleIn(scope) {
      const within =
        scope.of === 'kinds'
          ? sql`p.kind = any(${textArray(scope.kinds)}::text[])`
          : scope.of === 'sections'
            ? sql`p.class_section = any(${textArray(scope.sections)}::text[])`
            : sql`p.id in (select m.person_id from class_members m where m.class_id = ${scope.classId})`;
      const rows = await rowsOf<{ id: number }>(
        db,
        sql`select p.id from people p where p.deleted_at is null and p.kind <> 'admin' and ${within} order by p.id`,
      );
      return rows.map(({ id }) => id);
    },

    async insertAnswer({ reasons, ...answer }) {
      const { candidates, measure, needed, reached, score, margin } = reasons ?? {};
      const numbers = { candidates, measure, needed, reached, score, margin };
      const rows = await db
        .insert(kioskAnswers)
        .values({ ...answer, ...numbers })
        .returning({ id: kioskAnswers.id });
      return writtenRow(rows).id;
    },

    countAnswers: (kioskId, outcomes, after, upTo) =>
      db.$count(
        kioskAnswers,
        and(
          eq(kioskAnswers.kioskId, kioskId),
          inArray(kioskAnswers.outcome, [...outcomes]),
          gt(kioskAnswers.at, after),
          lte(kioskAnswers.at, upTo),
        ),
      ),

    async answersOf(kioskId, limit) {
      const rows = await db
        .select({ answer: kioskAnswers, code: people.code, name: people.name })
        .from(kioskAnswers)
        .leftJoin(people, eq(people.id, kioskAnswers.personId))
        .where(eq(kioskAnswers.kioskId, kioskId))
        .orderBy(desc(kioskAnswers.at))
        .limit(limit);
      return rows.map(({ answer, code, name }) => ({
        id: answer.id,
        at: answer.at,
        outcome: answer.outcome,
        means: answer.means,
        takenBackAt: answer.takenBackAt,
        person: code === null || name === null ? null : { code, name },
        reasons: reasonsOf(answer),
      }));
    },

    async lockAnswer(id, kioskId) {
      const [row] = await db
        .select({ personId: kioskAnswers.personId, at: kioskAnswers.at, checkInId: kioskAnswers.checkInId })
        .from(kioskAnswers)
        .where(
          and(
            eq(kioskAnswers.id, id),
            eq(kioskAnswers.kioskId, kioskId),
            isNotNull(kioskAnswers.personId),
            isNull(kioskAnswers.takenBackAt),
          ),
        )
        .for('update');
      return row && row.personId !== null ? { ...row, personId: row.personId } : null;
    },

    async takeBackAnswer(id, at) {
      await db.update(kioskAnswers).set({ takenBackAt: at }).where(eq(kioskAnswers.id, id));
    },

    async insertTry({ people, ...entry }) {
      const rows = await db
        .insert(kioskTries)
        .values({ ...entry, people: [...people] })
        .returning({ id: kioskTries.id });
      return writtenRow(rows).id;
    },

    async findTry(id, kioskId, at) {
      const [row] = await db
        .select()
        .from(kioskTries)
        .where(and(eq(kioskTries.id, id), eq(kioskTries.kioskId, kioskId), gt(kioskTries.expiresAt, at)));
      if (!row) return null;
      const { asks, people, reasons, wrongTries } = row;
      return { id, asks, people, reasons, wrongTries };
    },

    async countWrongTry(id) {
      await db
        .update(kioskTries)
        .set({ wrongTries: sql`${kioskTries.wrongTries} + 1` })
        .where(eq(kioskTries.id, id));
    },

    removeTry: async (id) =>
      (await db.delete(kioskTries).where(eq(kioskTries.id, id)).returning({ id: kioskTries.id })).length > 0,

    async removeEnded(before, answersBefore) {
      await db.delete(kioskPairings).where(lt(kioskPairings.expiresAt, before));
      await db.delete(kioskTries).where(lt(kioskTries.expiresAt, before));
      await db.delete(kioskAnswers).where(lt(kioskAnswers.at, answersBefore));
    },
  };
}
