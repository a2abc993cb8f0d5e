import type { PrivacyRepository } from '@rollcall/core/privacy/privacy.ports';
import { DEFAULT_PRIVACY } from '@rollcall/core/privacy/privacy.rules';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from './connection.ts';
import { personalData } from './privacy-data.ts';
import { consents, privacySettings } from './schema-data-safety.ts';

const CONSENT = {
  textVersion: consents.textVersion,
  givenBy: consents.givenBy,
  givenAt: consents.givenAt,
  notedBy: consents.notedBy,
  withdrawnAt: consents.withdrawnAt,
  withdrawnBy: consents.withdrawnBy,
};

const inForceOf = (personId: number) => and(eq(consents.personId, personId), isNull(consents.withdrawnAt));

export function createPrivacyRepository(db: Db): PrivacyRepository {
  const end = async (personId: number, withdrawnAt: Date, withdrawnBy: string) => {
    const ended = await db
      .update(consents)
      .set({ withdrawnAt, withdrawnBy })
      .where(inForceOf(personId))
      .returning({ id: consents.id });
    return ended.length > 0;
  };

  return {
    async settings() {
      const [row] = await db.select().from(privacySettings);
      if (!row) return DEFAULT_PRIVACY;
      const { onlyRow: _, ...settings } = row;
      return settings;
    },

    async saveSettings(settings) {
      await db
        .insert(privacySettings)
        .values(settings)
        .onConflictDoUpdate({ target: privacySettings.onlyRow, set: settings });
    },

    async consentInForce(personId) {
      const [row] = await db.select(CONSENT).from(consents).where(inForceOf(personId));
      return row ?? null;
    },

    async consenting(personIds) {
      if (personIds.length === 0) return [];
      const rows = await db
        .select({ personId: consents.personId })
        .from(consents)
        .where(and(inArray(consents.personId, [...personIds]), isNull(consents.withdrawnAt)));
      return rows.map(({ personId }) => personId);
    },

    consentsOf: (personId) =>
      db.select(CONSENT).from(consents).where(eq(consents.personId, personId)).orderBy(desc(consents.id)),

    async giveConsent(personId, consent) {
      await end(personId, consent.givenAt, `replaced by version ${consent.textVersion}`);
      await db.insert(consents).values({ personId, ...consent });
    },

    withdrawConsent: end,

    async dataOf(personId) {
      const { document } = await oneOf<{ document: string }>(db, personalData(personId));
      return document;
    },

    unusedFaces: (since) =>
      rowsOf(
        db,
        sql`select p.id as "personId", p.code from people p
            where exists (select 1 from face_templates t where t.person_id = p.id)
              and not exists (select 1 from face_templates t where t.person_id = p.id and t.created_at >= ${since})
              and not exists (select 1 from check_ins c where c.person_id = p.id
                              and c.means in ('face', 'class_photo') and c.seen_at >= ${since})
              and not exists (select 1 from class_marks m where m.person_id = p.id
                              and m.means = 'class_photo' and m.marked_at >= ${since})
            order by p.id`,
      ),

    countAttendanceBefore: (day) =>
      oneOf(
        db,
        sql`select (select count(*)::int from attendance_days where day < ${day}) as days,
              (select count(*)::int from check_ins where day < ${day}) as "checkIns"`,
      ),

    async removeAttendanceBefore(day) {
      await db.execute(sql`delete from corrections where day < ${day}`);
      await db.execute(sql`delete from leaves where last_day < ${day}`);
      await db.execute(sql`delete from class_marks where day < ${day}`);
      await db.execute(sql`delete from check_ins where day < ${day}`);
      await db.execute(sql`delete from attendance_days where day < ${day}`);
    },

    async countAuditBefore(at) {
      const { count } = await oneOf<{ count: number }>(
        db,
        sql`select count(*)::int as count from audit where at < ${at}`,
      );
      return count;
    },

    async removeAuditBefore(at) {
      await db.execute(sql`delete from audit where at < ${at}`);
    },
  };
}
