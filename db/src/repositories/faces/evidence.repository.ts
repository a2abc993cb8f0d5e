import type { EvidenceRepository, PlaceNetwork } from '@rollcall/core/attendance/evidence/evidence.ports';
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { type Db, writtenRow } from '../../connection.ts';
import { evidenceDemands, placeNetworks, placeSecret } from '../../schema/evidence.schema.ts';
import { faceScans } from '../../schema/faces.schema.ts';
import { classes, classMembers } from '../../schema/institution.schema.ts';

export function createEvidenceRepository(db: Db): EvidenceRepository {
  return {
    async demands() {
      const rows = await db.select().from(evidenceDemands);
      return Object.fromEntries(rows.map(({ kind, demand }) => [kind, demand]));
    },

    async saveDemands(demands) {
      for (const [kind, demand] of Object.entries(demands))
        await db
          .insert(evidenceDemands)
          .values({ kind: kind as keyof typeof demands, demand }) // its own keys
          .onConflictDoUpdate({ target: evidenceDemands.kind, set: { demand } });
    },

    networks: (): Promise<PlaceNetwork[]> =>
      db
        .select({ network: placeNetworks.network, name: placeNetworks.name })
        .from(placeNetworks)
        .orderBy(asc(placeNetworks.name), asc(placeNetworks.network)),

    async addNetwork({ network, name }, addedAt, addedBy) {
      const rows = await db
        .insert(placeNetworks)
        .values({ network, name, addedAt, addedBy })
        .onConflictDoNothing()
        .returning({ network: placeNetworks.network });
      return rows.length === 1;
    },

    async removeNetwork(network) {
      const rows = await db
        .delete(placeNetworks)
        .where(eq(placeNetworks.network, network))
        .returning({ network: placeNetworks.network });
      return rows.length === 1;
    },

    placeSecret: async () => writtenRow(await db.select().from(placeSecret)).secret,

    async enteredCodeSince({ personId, sessionId }, after) {
      const [row] = await db
        .select({ id: faceScans.id })
        .from(faceScans)
        .where(
          and(
            eq(faceScans.personId, personId),
            eq(faceScans.sessionId, sessionId),
            gt(faceScans.createdAt, after),
            eq(faceScans.enteredCode, true),
          ),
        )
        .limit(1);
      return row !== undefined;
    },

    async classesOf(personId) {
      return db
        .select({ id: classMembers.classId, demand: classes.evidenceDemand })
        .from(classMembers)
        .innerJoin(classes, eq(classes.id, classMembers.classId))
        .where(eq(classMembers.personId, personId));
    },

    async classDemands() {
      const rows = await db
        .select({ classId: classes.id, name: classes.name, demand: classes.evidenceDemand })
        .from(classes)
        .where(isNotNull(classes.evidenceDemand))
        .orderBy(asc(classes.name), asc(classes.id));
      return rows.flatMap(({ demand, ...row }) => (demand ? { ...row, demand } : []));
    },

    async saveClassDemand(classId, evidenceDemand) {
      const [row] = await db
        .update(classes)
        .set({ evidenceDemand })
        .where(eq(classes.id, classId))
        .returning({ name: classes.name });
      return row?.name ?? null;
    },
  };
}
