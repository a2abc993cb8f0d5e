import type { FaceRepository } from '@rollcall/core/faces/face.ports';
import { sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from '../../connection.ts';

type LogMethods = Pick<
  FaceRepository,
  | 'changesSince'
  | 'replaceForeignLog'
  | 'pruneChanges'
  | 'scrubTarget'
  | 'isSeenByOthers'
  | 'noteScrubbed'
  | 'masterKeyRecord'
  | 'claimMasterKey'
  | 'replaceMasterKey'
>;

/** The log of face changes and the facts about the master key (docs/decisions/0028 and 0029). */
export function createFaceLogRepository(db: Db): LogMethods {
  return {
    async changesSince(position) {
      const since = position === null ? null : String(position.xact);
      // One statement, so that the horizon and the entries come from the same snapshot.
      const found = await oneOf<{
        logId: string | null;
        masterKeyId: string | null;
        horizon: string;
        pruned: string;
        entries: [string, number, string][];
      }>(
        db,
        sql`select (select log_id from face_state) as "logId",
              (select master_key_id from face_state) as "masterKeyId",
              pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
              coalesce((select pruned_to::text from face_state), '0') as pruned,
              coalesce((select json_agg(json_build_array(id::text, person_id, xact::text) order by id)
                        from face_changes where xact >= ${since}::xid8), '[]') as entries`,
      );
      const horizon = BigInt(found.horizon);
      const isBroken =
        position !== null &&
        (position.logId !== found.logId || position.xact <= BigInt(found.pruned) || horizon < position.xact);
      return {
        position: { logId: found.logId, xact: horizon },
        isBroken,
        entries: found.entries.map(([id, personId, xact]) => ({ id, personId, xact: BigInt(xact) })),
        masterKeyId: found.masterKeyId,
      };
    },

    async replaceForeignLog() {
      // In its own cluster every number of the log is below the next transaction.
      await db.execute(
        sql`with renewed as (
              update face_state set log_id = gen_random_uuid(), pruned_to = '0', scrubbed_to = null
              from (select pg_snapshot_xmax(pg_current_snapshot()) as next) here
              where pruned_to >= next or scrubbed_to > next or exists (select 1 from face_changes where xact >= next)
              returning 1)
            delete from face_changes where exists (select 1 from renewed)`,
      );
    },

    async pruneChanges() {
      await db.execute(
        sql`with gone as (
              delete from face_changes
              where at < now() - interval '1 hour' and xact < pg_snapshot_xmin(pg_current_snapshot())
                and not (is_removal and xact >= coalesce((select scrubbed_to from face_state), '0'))
              returning xact)
            update face_state set pruned_to = newest.xact
            from (select xact from gone order by xact desc limit 1) newest
            where face_state.pruned_to < newest.xact`,
      );
    },

    async scrubTarget() {
      const [row] = await rowsOf<{
        isFirst: boolean;
        horizon: string;
        newest: string | null;
        isErasure: boolean;
        waitingHours: number;
      }>(
        db,
        sql`select scrubbed_to is null as "isFirst", pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
              (array_agg(c.xact order by c.xact desc))[1]::text as newest,
              coalesce(bool_or(c.is_erasure), false) as "isErasure",
              coalesce(extract(epoch from now() - min(c.at)) / 3600, 0)::float8 as "waitingHours"
            from face_state left join face_changes c on c.is_removal and c.xact >= coalesce(scrubbed_to, '0')
            group by only_row`,
      );
      if (!row) return null;
      const { isFirst, isErasure, waitingHours } = row;
      // The first time everything that has ended is scrubbed, whether the log tells of it or not.
      const xact = isFirst ? BigInt(row.horizon) - 1n : row.newest === null ? null : BigInt(row.newest);
      return xact === null ? null : { xact, isErasure, waitingHours, isFirst };
    },

    async isSeenByOthers(xact) {
      // Writers of this database, then prepared ones: a writer that is prepared meanwhile is in one of the two. Readers,
      // standbys and slots hold removed rows by their oldest snapshot. Every role may read these numbers. A reader may
      // still come before the scrub, which counts what it kept.
      const { seen } = await oneOf<{ seen: boolean }>(
        db,
        sql`select exists (
              select 1 from (
                select backend_xid from pg_stat_activity
                  where pid <> pg_backend_pid() and datname = current_database()
                union all select transaction from pg_prepared_xacts where database = current_database()
                union all select backend_xmin from pg_stat_activity
                  where pid <> pg_backend_pid() and (datname = current_database() or datname is null)
                union all select xmin from pg_replication_slots
                union all select catalog_xmin from pg_replication_slots
                  where (select scrubbed_to from face_state) is null) held (oldest)
              where oldest is not null and age(oldest) >= age((${String(xact)}::xid8)::xid)) as seen`,
      );
      return seen;
    },

    async noteScrubbed(xact) {
      const to = String(xact + 1n);
      await db.execute(
        sql`update face_state set scrubbed_to = ${to}::xid8 where scrubbed_to is null or scrubbed_to < ${to}::xid8`,
      );
    },

    async masterKeyRecord() {
      return oneOf(
        db,
        sql`select coalesce((select master_key_id from face_state),
                (select master_key_id from face_keys group by 1 order by count(*) desc, max(created_at) desc limit 1)) as expected,
              exists (select 1 from face_keys)
                or exists (select 1 from operations where kind = 'backup') as "hasDependents"`,
      );
    },

    async claimMasterKey(id) {
      const { recorded } = await oneOf<{ recorded: string }>(
        db,
        sql`insert into face_state (master_key_id) values (${id})
            on conflict (only_row) do update
              set master_key_id = coalesce(face_state.master_key_id, excluded.master_key_id)
            returning master_key_id as recorded`,
      );
      return recorded;
    },

    async replaceMasterKey(id) {
      await db.execute(
        sql`insert into face_state (master_key_id) values (${id})
            on conflict (only_row) do update set master_key_id = excluded.master_key_id`,
      );
    },
  };
}
