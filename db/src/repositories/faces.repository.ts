import type { FaceRepository, SealedTemplate, StoredFace } from '@rollcall/core/faces/face.ports';
import { and, asc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { type Db, writtenRow } from '../connection.ts';
import { faceKeys, faceScans, faceTemplates, lookAlikes, seenImages } from '../schema/faces.schema.ts';

const TEMPLATE = {
  personId: faceTemplates.personId,
  modelId: faceTemplates.modelId,
  sealed: faceTemplates.sealed,
  quality: faceTemplates.quality,
  createdAt: faceTemplates.createdAt,
};
const SCAN = { id: faceScans.id, challenge: faceScans.challenge, expiresAt: faceScans.expiresAt };
const PAGE = 500;

export function createFaceRepository(db: Db): FaceRepository {
  const facesOf = async (keys: (typeof faceKeys.$inferSelect)[]): Promise<StoredFace[]> => {
    if (keys.length === 0) return [];
    const rows: SealedTemplate[] = await db
      .select(TEMPLATE)
      .from(faceTemplates)
      .where(
        inArray(
          faceTemplates.personId,
          keys.map(({ personId }) => personId),
        ),
      )
      .orderBy(asc(faceTemplates.id));
    const byPerson = new Map<number, SealedTemplate[]>(keys.map(({ personId }) => [personId, []]));
    for (const row of rows) byPerson.get(row.personId)?.push(row);
    return keys.map(({ personId, masterKeyId, wrappedKey }) => ({
      personId,
      key: { masterKeyId, wrappedKey },
      templates: byPerson.get(personId) ?? [],
    }));
  };

  return {
    async keyOf(personId) {
      const [row] = await db
        .select({ masterKeyId: faceKeys.masterKeyId, wrappedKey: faceKeys.wrappedKey })
        .from(faceKeys)
        .where(eq(faceKeys.personId, personId));
      return row ?? null;
    },

    async saveKey(personId, key, createdAt) {
      const row = { personId, ...key, createdAt };
      await db.insert(faceKeys).values(row).onConflictDoUpdate({ target: faceKeys.personId, set: key });
    },

    async faceOf(personId) {
      const keys = await db.select().from(faceKeys).where(eq(faceKeys.personId, personId));
      return (await facesOf(keys))[0] ?? null;
    },

    async *allFaces() {
      let after = 0;
      for (;;) {
        const keys = await db
          .select()
          .from(faceKeys)
          .where(gt(faceKeys.personId, after))
          .orderBy(asc(faceKeys.personId))
          .limit(PAGE);
        if (keys.length > 0) yield (await facesOf(keys)).filter(({ templates }) => templates.length > 0);
        if (keys.length < PAGE) return;
        after = keys.at(-1)?.personId ?? after;
      }
    },

    async allKeys() {
      const rows = await db.select().from(faceKeys).orderBy(asc(faceKeys.personId));
      return rows.map(({ personId, masterKeyId, wrappedKey }) => ({
        personId,
        key: { masterKeyId, wrappedKey },
      }));
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
    },

    async lookAlikes() {
      const rows = await db.select({ a: lookAlikes.personA, b: lookAlikes.personB }).from(lookAlikes);
      return rows.map(({ a, b }) => [a, b]);
    },

    async addLookAlikes(one, other, notedAt, notedBy) {
      const [personA, personB] = one < other ? [one, other] : [other, one];
      await db.insert(lookAlikes).values({ personA, personB, notedAt, notedBy }).onConflictDoNothing();
    },

    async insertScan({ challenge, at, ...scan }) {
      const rows = await db
        .insert(faceScans)
        .values({ ...scan, challenge: [...challenge], createdAt: at })
        .returning(SCAN);
      return writtenRow(rows);
    },

    async takeScan(id, { personId, sessionId }, at) {
      const [row] = await db
        .update(faceScans)
        .set({ spentAt: at })
        .where(
          and(
            eq(faceScans.id, id),
            eq(faceScans.personId, personId),
            eq(faceScans.sessionId, sessionId),
            isNull(faceScans.spentAt),
            gt(faceScans.expiresAt, at),
          ),
        )
        .returning(SCAN);
      return row ?? null;
    },

    async acceptScan(id, acceptedAt, score) {
      await db.update(faceScans).set({ acceptedAt, score }).where(eq(faceScans.id, id));
    },

    async removeScansBefore(at) {
      await db.delete(faceScans).where(lt(faceScans.expiresAt, at));
    },

    async recordImageDigest(digest, seenAt) {
      const rows = await db
        .insert(seenImages)
        .values({ digest, seenAt })
        .onConflictDoNothing()
        .returning({ digest: seenImages.digest });
      return rows.length === 1;
    },

    async removeImageDigestsBefore(at) {
      await db.delete(seenImages).where(lt(seenImages.seenAt, at));
    },
  };
}
