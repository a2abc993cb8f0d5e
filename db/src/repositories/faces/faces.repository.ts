import type { FaceRepository, SealedTemplate, StoredFace } from '@rollcall/core/faces/face.ports';
import { AppError } from '@rollcall/core/kernel/errors';
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { type Db, intArray, oneOf, rowsOf } from '../../connection.ts';
import { faceKeys, faceTemplates, lookAlikes, seenFaces } from '../../schema/faces.schema.ts';
import { kioskMovements } from '../../schema/kiosks.schema.ts';
import { reached } from '../accounts/reach.ts';
import { createFaceLogRepository } from './face-log.repository.ts';
import { createScanRepository } from './face-scans.repository.ts';

const TEMPLATE = {
  personId: faceTemplates.personId,
  modelId: faceTemplates.modelId,
  sealed: faceTemplates.sealed,
  quality: faceTemplates.quality,
  createdAt: faceTemplates.createdAt,
};
const PAGE = 500;
/** Advisory lock that enrolments hold while they store a face. The number must never change. */
const ENROLMENT_LOCK = ADVISORY_LOCKS.enrolment;

interface FaceRow {
  personId: number;
  masterKeyId: string | null;
  wrappedKey: Uint8Array | null;
}

/** A person's templates joined into one piece of bytes, and what each part of it is: model, quality, length. */
interface WholeFaceRow extends FaceRow {
  parts: [modelId: string, quality: number, length: number][];
  sealed: Uint8Array;
}

const keyOfRow = ({ masterKeyId, wrappedKey }: FaceRow): StoredFace['key'] =>
  masterKeyId !== null && wrappedKey !== null ? { masterKeyId, wrappedKey } : null;

function storedFace({ parts, sealed, ...row }: WholeFaceRow): StoredFace {
  let end = 0;
  const templates = parts.map(([modelId, quality, length]) => {
    end += length;
    return { modelId, quality, sealed: sealed.subarray(end - length, end) };
  });
  return { personId: row.personId, key: keyOfRow(row), templates };
}

export function createFaceRepository(db: Db): FaceRepository {
  /** Keys of people who have templates, in order of person; a key may be missing. */
  const faceRows = (condition: SQL): Promise<FaceRow[]> =>
    rowsOf<FaceRow>(
      db,
      sql`select p.id as "personId", k.master_key_id as "masterKeyId", k.wrapped_key as "wrappedKey"
          from people p left join face_keys k on k.person_id = p.id
          where p.deleted_at is null and ${condition}
            and exists (select 1 from face_templates t where t.person_id = p.id)
          order by p.id`,
    );

  const withTemplates = async (found: readonly FaceRow[]): Promise<StoredFace[]> => {
    if (found.length === 0) return [];
    const rows: SealedTemplate[] = await db
      .select(TEMPLATE)
      .from(faceTemplates)
      .where(
        inArray(
          faceTemplates.personId,
          found.map(({ personId }) => personId),
        ),
      )
      .orderBy(asc(faceTemplates.id));
    const byPerson = new Map<number, SealedTemplate[]>(found.map(({ personId }) => [personId, []]));
    for (const row of rows) byPerson.get(row.personId)?.push(row);
    return found
      .map((row) => ({
        personId: row.personId,
        key: keyOfRow(row),
        templates: byPerson.get(row.personId) ?? [],
      }))
      .filter(({ templates }) => templates.length > 0);
  };

  /** One row a person, because a driver's work for a row costs more than the bytes in it. */
  const wholeFaces = (after: number): Promise<WholeFaceRow[]> =>
    rowsOf<WholeFaceRow>(
      db,
      sql`select p.id as "personId", k.master_key_id as "masterKeyId", k.wrapped_key as "wrappedKey", t.parts, t.sealed
          from people p left join face_keys k on k.person_id = p.id
          cross join lateral (
            select json_agg(json_build_array(model_id, quality, length(sealed)) order by id) as parts,
              string_agg(sealed, ''::bytea order by id) as sealed
            from face_templates where person_id = p.id having count(*) > 0
          ) t
          where p.deleted_at is null and p.id > ${after}
          order by p.id limit ${PAGE}`,
    );

  const facesOf = async (personIds: readonly number[]): Promise<StoredFace[]> =>
    personIds.length === 0
      ? []
      : withTemplates(await faceRows(sql`p.id = any(${intArray(personIds)}::int[])`));

  const readKeys = async (suffix: SQL) => {
    const rows = await rowsOf<{ personId: number; masterKeyId: string; wrappedKey: Uint8Array }>(
      db,
      sql`select person_id as "personId", master_key_id as "masterKeyId", wrapped_key as "wrappedKey"
          from face_keys order by person_id ${suffix}`,
    );
    return rows.map(({ personId, masterKeyId, wrappedKey }) => ({
      personId,
      key: { masterKeyId, wrappedKey },
    }));
  };

  return {
    ...createFaceLogRepository(db),
    ...createScanRepository(db),

    async keyOf(personId) {
      const [row] = await db
        .select({ masterKeyId: faceKeys.masterKeyId, wrappedKey: faceKeys.wrappedKey })
        .from(faceKeys)
        .where(eq(faceKeys.personId, personId));
      return row ?? null;
    },

    async saveKey(personId, { masterKeyId, wrappedKey }, createdAt) {
      // The condition is checked after a running rotation has ended, which holds a lock on the table.
      const saved = await rowsOf(
        db,
        sql`insert into face_keys (person_id, master_key_id, wrapped_key, created_at)
            select ${personId}, ${masterKeyId}, ${wrappedKey}::bytea, ${createdAt.toISOString()}::timestamptz
            where not exists (select 1 from face_state where master_key_id <> ${masterKeyId})
            on conflict (person_id) do update
              set master_key_id = excluded.master_key_id, wrapped_key = excluded.wrapped_key
            returning person_id`,
      );
      if (saved.length === 0) throw new AppError('face_key_mismatch');
    },

    async faceOf(personId) {
      return (await facesOf([personId]))[0] ?? null;
    },

    facesOf,

    async *allFaces() {
      let after = 0;
      for (;;) {
        const found = await wholeFaces(after);
        if (found.length > 0) yield found.map(storedFace);
        if (found.length < PAGE) return;
        after = found.at(-1)?.personId ?? after;
      }
    },

    countWithin: (reach) =>
      oneOf(
        db,
        sql`select count(distinct t.person_id)::int as people, count(*)::int as templates
            from face_templates t join people p on p.id = t.person_id
            where p.deleted_at is null and ${reached(reach, sql`p`)}`,
      ),

    allKeys: () => readKeys(sql``),

    async lockAllKeys() {
      // Also against inserts: an enrolment with the old master key must wait and then fail.
      await db.execute(sql`lock table face_keys in share row exclusive mode`);
      return readKeys(sql`for update`);
    },

    async lockEnrolments() {
      await db.execute(sql`select pg_advisory_xact_lock(${ENROLMENT_LOCK})`);
    },

    async removeOfDeletedPeople() {
      const templates = await rowsOf<{ personId: number }>(
        db,
        sql`delete from face_templates t using people p where p.id = t.person_id and p.deleted_at is not null
            returning t.person_id as "personId"`,
      );
      const keys = await rowsOf<{ personId: number }>(
        db,
        sql`delete from face_keys k using people p where p.id = k.person_id and p.deleted_at is not null
            returning k.person_id as "personId"`,
      );
      const people = new Set([...templates, ...keys].map(({ personId }) => personId));
      return { people: people.size, templates: templates.length };
    },

    async addTemplate(template) {
      await db.insert(faceTemplates).values(template);
    },

    async keepNewest(personId, count) {
      await db.execute(sql`delete from face_templates where person_id = ${personId} and id not in
        (select id from face_templates where person_id = ${personId} order by id desc limit ${count})`);
    },

    async removeTemplates(personId) {
      const gone = await db
        .delete(faceTemplates)
        .where(eq(faceTemplates.personId, personId))
        .returning({ id: faceTemplates.id });
      return gone.length;
    },

    async removeKey(personId) {
      await db.delete(faceKeys).where(eq(faceKeys.personId, personId));
      await db.delete(seenFaces).where(eq(seenFaces.personId, personId));
      await db.delete(kioskMovements).where(eq(kioskMovements.personId, personId));
    },

    async lookAlikes() {
      const rows = await db.select({ a: lookAlikes.personA, b: lookAlikes.personB }).from(lookAlikes);
      return rows.map(({ a, b }) => [a, b]);
    },

    async addLookAlikes(one, other, notedAt, notedBy) {
      const [personA, personB] = one < other ? [one, other] : [other, one];
      await db.insert(lookAlikes).values({ personA, personB, notedAt, notedBy }).onConflictDoNothing();
    },
  };
}
