import type { OutboxRepository } from '@rollcall/core/mail/mail.ports';
import { and, eq, lt, ne, or, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { type Db, oneOf, writtenRow } from '../../connection.ts';
import { outbox } from '../../schema/accounts.schema.ts';

const MAIL = {
  id: outbox.id,
  kind: outbox.kind,
  personId: outbox.personId,
  to: outbox.toAddress,
  language: outbox.language,
  askedFrom: outbox.askedFrom,
  askedAt: outbox.askedAt,
  kioskSilenceId: outbox.kioskSilenceId,
  tries: outbox.tries,
  state: outbox.state,
};

export function createOutboxRepository(db: Db): OutboxRepository {
  return {
    async lock() {
      await db.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.outbox})`);
    },

    async add({ to, ...mail }) {
      const rows = await db
        .insert(outbox)
        .values({ ...mail, toAddress: to, changedAt: mail.askedAt })
        .returning({ id: outbox.id });
      return writtenRow(rows).id;
    },

    async waiting(id) {
      const [row] = await db
        .select(MAIL)
        .from(outbox)
        .where(and(eq(outbox.id, id), eq(outbox.state, 'waiting')));
      return row ?? null;
    },

    countSince: ({ kind, personId, to, askedFrom }, since) =>
      oneOf(
        db,
        sql`select (count(*) filter (where person_id = ${personId}))::int as person,
              (count(*) filter (where lower(to_address) = lower(${to})))::int as to,
              (count(*) filter (where asked_from = ${askedFrom}))::int as from
            from outbox where kind = ${kind} and asked_at > ${since.toISOString()}::timestamptz`,
      ),

    async end(id, { state, problem, at }) {
      await db.update(outbox).set({ state, problem, changedAt: at }).where(eq(outbox.id, id));
    },

    async keepWaiting(id, problem, at) {
      await db
        .update(outbox)
        .set({ problem, changedAt: at, tries: sql`${outbox.tries} + 1` })
        .where(eq(outbox.id, id));
    },

    status: () =>
      oneOf(
        db,
        sql`select (count(*) filter (where state = 'waiting'))::int as waiting,
              (count(*) filter (where state = 'failed'))::int as failed,
              (select problem from outbox where problem is not null order by changed_at desc, id desc limit 1)
                as "lastProblem"
            from outbox where person_id is not null or to_address is not null`,
      ),

    async removeEndedBefore(at) {
      const isEnded = or(ne(outbox.state, 'waiting'), eq(outbox.kind, 'test'));
      await db.delete(outbox).where(and(isEnded, lt(outbox.changedAt, at)));
      // Its job was lost, or no server sends mail any more.
      const isLost = sql`${outbox.askedAt} < ${at.toISOString()}::timestamptz - interval '1 day'`;
      await db.delete(outbox).where(isLost);
    },
  };
}
