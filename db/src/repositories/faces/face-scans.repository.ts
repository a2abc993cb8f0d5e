import type { FaceRepository } from '@rollcall/core/faces/face.ports';
import { and, desc, eq, gt, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { type Db, writtenRow } from '../../connection.ts';
import { faceScans, seenFaces, seenImages } from '../../schema/faces.schema.ts';

const SCAN = {
  id: faceScans.id,
  steps: faceScans.challenge,
  done: faceScans.done,
  front: faceScans.front,
  evidence: faceScans.evidence,
  startedAt: faceScans.createdAt,
  expiresAt: faceScans.expiresAt,
};

type ScanMethods = Pick<
  FaceRepository,
  | 'openScan'
  | 'findScan'
  | 'advanceScan'
  | 'endScan'
  | 'unmetSteps'
  | 'acceptScan'
  | 'removeScansBefore'
  | 'recordImageDigest'
  | 'removeImageDigestsBefore'
  | 'isFaceSeen'
  | 'recordSeenFaces'
  | 'removeSeenFacesBefore'
>;

/** Bytes as the text of a bit string. */
const bitsOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');

/** Scans that the server asked for, and traces of the pictures that counted. */
export function createScanRepository(db: Db): ScanMethods {
  return {
    async openScan({ steps, at, ...scan }) {
      await db
        .update(faceScans)
        .set({ spentAt: at })
        .where(and(eq(faceScans.personId, scan.personId), isNull(faceScans.spentAt)));
      const rows = await db
        .insert(faceScans)
        .values({ ...scan, challenge: [...steps], createdAt: at })
        .returning(SCAN);
      return writtenRow(rows);
    },

    async findScan(id, { personId, sessionId }, at) {
      const [row] = await db
        .select(SCAN)
        .from(faceScans)
        .where(
          and(
            eq(faceScans.id, id),
            eq(faceScans.personId, personId),
            eq(faceScans.sessionId, sessionId),
            isNull(faceScans.spentAt),
            gt(faceScans.expiresAt, at),
          ),
        );
      return row ?? null;
    },

    async advanceScan({ id, done, front }, { steps, ...progress }) {
      const rows = await db
        .update(faceScans)
        .set({ ...progress, ...(steps ? { challenge: [...steps] } : {}) })
        .where(
          and(
            eq(faceScans.id, id),
            isNull(faceScans.spentAt),
            eq(faceScans.done, done),
            front ? sql`${faceScans.front} is not null` : isNull(faceScans.front),
          ),
        )
        .returning({ id: faceScans.id });
      return rows.length === 1;
    },

    async endScan(id, spentAt) {
      const rows = await db
        .update(faceScans)
        // The picture it began with is needed no more.
        .set({ spentAt, front: null })
        .where(and(eq(faceScans.id, id), isNull(faceScans.spentAt)))
        .returning({ id: faceScans.id });
      return rows.length === 1;
    },

    async unmetSteps(personId, after) {
      const [newest] = await db
        .select({ steps: faceScans.challenge, acceptedAt: faceScans.acceptedAt })
        .from(faceScans)
        .where(
          and(
            eq(faceScans.personId, personId),
            gt(faceScans.createdAt, after),
            ne(sql`cardinality(${faceScans.challenge})`, 0),
          ),
        )
        .orderBy(desc(faceScans.number))
        .limit(1);
      return newest && !newest.acceptedAt ? newest.steps : null;
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

    async isFaceSeen(personId, imprints, { bits, until }) {
      const given = imprints.filter(({ length }) => length > 0);
      if (given.length === 0) return false;
      const differing = given.map((each) => sql`bit_count(${seenFaces.imprint} # ${bitsOf(each)}::bit(256))`);
      const [row] = await db
        .select({ personId: seenFaces.personId })
        .from(seenFaces)
        .where(
          and(
            eq(seenFaces.personId, personId),
            lte(seenFaces.seenAt, until),
            sql`least(${sql.join(differing, sql`, `)}) <= ${bits}`,
          ),
        )
        .limit(1);
      return row !== undefined;
    },

    async recordSeenFaces(personId, imprints, seenAt) {
      if (imprints.length === 0) return;
      await db
        .insert(seenFaces)
        .values(imprints.map((each) => ({ personId, imprint: bitsOf(each), seenAt })))
        .onConflictDoNothing();
    },

    async removeSeenFacesBefore(at) {
      await db.delete(seenFaces).where(lt(seenFaces.seenAt, at));
    },
  };
}
