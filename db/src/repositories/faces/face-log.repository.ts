import type { FaceRepository } from '@rollcall/core/faces/face.ports';
import { sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from '../../connection.ts';

type LogMethods = Pick<
  FaceRepository,
  | 'changesSince'
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
        horizon: string;
        pruned: string;
        entries: [string, number, string][];
      }>(
        db,
        sql`select (select log_id from face_state) as "logId",
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
      };
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
      const [row] = await rowsOf<{ target: string | null }>(
        db,
        sql`select case
              when scrubbed_to is null then pg_snapshot_xmin(pg_current_snapshot())::text
              else (select xact::text from face_changes
                    where is_removal and xact >= face_state.scrubbed_to order by xact desc limit 1) end as target
            from face_state`,
      );
      return row?.target ? BigInt(row.target) : null;
    },

    async isSeenByOthers(xact) {
      // Only sessions of this database: their snapshots keep removed rows alive.
      const { seen } = await oneOf<{ seen: boolean }>(
        db,
        sql`select exists (
              select 1 from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid() and backend_xmin is not null
                and age(backend_xmin) >= age((${String(xact)}::xid8)::xid)) as seen`,
      );
      return seen;
    },

    async noteScrubbed(xact) {
      await db.execute(sql`update face_state set scrubbed_to = ${String(xact + 1n)}::xid8`);
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
