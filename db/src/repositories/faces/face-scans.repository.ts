import type { FaceRepository } from '@rollcall/core/faces/face.ports';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { type Db, writtenRow } from '../../connection.ts';
import { faceScans, seenImages } from '../../schema/faces.schema.ts';

const SCAN = { id: faceScans.id, challenge: faceScans.challenge, expiresAt: faceScans.expiresAt };

type ScanMethods = Pick<
  FaceRepository,
  | 'insertScan'
  | 'takeScan'
  | 'acceptScan'
  | 'removeScansBefore'
  | 'recordImageDigest'
  | 'removeImageDigestsBefore'
>;

/** Scans that the server asked for, and digests of accepted images. */
export function createScanRepository(db: Db): ScanMethods {
  return {
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
