import type { LocalDate } from '@rollcall/core/kernel/local-date';
import type { SettingsRepository } from '@rollcall/core/settings/settings.ports';
import type { AutoAbsent } from '@rollcall/core/settings/settings.types';
import { desc, lte, sql } from 'drizzle-orm';
import type { Db } from '../connection.ts';
import { timeRules } from '../schema/attendance.schema.ts';
import { timeFromDb } from '../schema/columns.ts';
import { institution } from '../schema/institution.schema.ts';

const INSTITUTION = {
  name: institution.name,
  timeZone: institution.timeZone,
  isDemo: institution.isDemo,
  workingDays: institution.workingDays,
};

export function createSettingsRepository(db: Db): SettingsRepository {
  return {
    async institution() {
      const [row] = await db.select(INSTITUTION).from(institution);
      return row ?? null;
    },

    async institutionAndHolidays(utcDay) {
      const near = sql<LocalDate[]>`array(select to_char(day, 'YYYY-MM-DD') from holidays
        where day between ${utcDay}::date - 1 and ${utcDay}::date + 1)`;
      const [row] = await db.select({ ...INSTITUTION, holidays: near }).from(institution);
      if (!row) return { institution: null, holidays: [] };
      const { holidays, ...found } = row;
      return { institution: found, holidays };
    },

    async saveInstitution({ workingDays, ...rest }) {
      const set = { ...rest, workingDays: [...workingDays] };
      await db.insert(institution).values(set).onConflictDoUpdate({ target: institution.onlyRow, set });
    },

    async classConfig() {
      const [row] = await db
        .select({
          program: institution.program,
          semester: institution.semester,
          section: institution.section,
          subject: institution.subject,
        })
        .from(institution);
      if (!row?.program || !row.semester) return null;
      return {
        program: row.program,
        semester: row.semester,
        section: row.section ?? '',
        subject: row.subject ?? '',
      };
    },

    async saveClassConfig(config) {
      await db.update(institution).set(config);
    },

    async liveness() {
      const [row] = await db.select({ liveness: institution.liveness }).from(institution);
      return row?.liveness ?? 'step-up';
    },

    async saveLiveness(liveness) {
      await db.update(institution).set({ liveness });
    },

    async timeRuleOn(date) {
      const [row] = await db
        .select()
        .from(timeRules)
        .where(lte(timeRules.effectiveFrom, date))
        .orderBy(desc(timeRules.effectiveFrom))
        .limit(1);
      if (!row) return null;
      return {
        effectiveFrom: row.effectiveFrom,
        startTime: timeFromDb(row.startTime),
        graceMinutes: row.graceMinutes,
        cutoffTime: timeFromDb(row.cutoffTime),
        autoAbsentMinutes: row.autoAbsentMinutes as AutoAbsent, // the check constraint allows no other
      };
    },

    async saveTimeRule(rule, savedAt, savedBy) {
      const set = { ...rule, savedAt, savedBy };
      await db.insert(timeRules).values(set).onConflictDoUpdate({ target: timeRules.effectiveFrom, set });
    },
  };
}
