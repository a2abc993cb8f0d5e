import type { LocalDate } from '@rollcall/core/kernel/local-date';
import type { EarlierZone } from '@rollcall/core/kernel/zones/zone-history';
import type { SettingsRepository, SetupCodeRepository } from '@rollcall/core/settings/settings.ports';
import type { AutoAbsent } from '@rollcall/core/settings/settings.types';
import { desc, lte, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { type Db, oneOf, rowsOf } from '../connection.ts';
import { timeRules } from '../schema/attendance.schema.ts';
import { timeFromDb } from '../schema/columns.ts';
import { earlierZones, institution, institutionLogo } from '../schema/institution.schema.ts';
import { lastDay } from './days/pieces.ts';

const INSTITUTION = {
  name: institution.name,
  kind: institution.kind,
  timeZone: institution.timeZone,
  isDemo: institution.isDemo,
  workingDays: institution.workingDays,
  colour: institution.colour,
  supportEmail: institution.supportEmail,
  logoVersion: sql<string | null>`(select version from institution_logo)`,
  earlierZones: sql<EarlierZone[]>`(select coalesce(jsonb_agg(jsonb_build_object(
    'before', to_char(before_day, 'YYYY-MM-DD'), 'timeZone', time_zone) order by before_day), '[]') from earlier_zones)`,
};

/** Advisory lock of servers that fill an empty database. */
const SEEDING_LOCK = ADVISORY_LOCKS.seeding;

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

    async saveInstitution({ name, kind, timeZone, isDemo, workingDays }) {
      const set = { name, kind, timeZone, isDemo, workingDays: [...workingDays] };
      await db.insert(institution).values(set).onConflictDoUpdate({ target: institution.onlyRow, set });
    },

    async lockInstitution() {
      await rowsOf(db, sql`select 1 from institution for update`);
    },

    async saveName(name) {
      await db.update(institution).set({ name });
    },

    async saveKind(kind) {
      await db.update(institution).set({ kind });
    },

    async saveColour(colour) {
      await db.update(institution).set({ colour });
    },

    async saveSupportEmail(supportEmail) {
      await db.update(institution).set({ supportEmail });
    },

    async logo() {
      const [row] = await db
        .select({ bytes: institutionLogo.bytes, mediaType: institutionLogo.mediaType })
        .from(institutionLogo);
      return row ?? null;
    },

    async saveLogo({ bytes, mediaType }, version) {
      const set = { bytes, mediaType, version };
      await db
        .insert(institutionLogo)
        .values(set)
        .onConflictDoUpdate({ target: institutionLogo.onlyRow, set });
    },

    async removeLogo() {
      return (await db.delete(institutionLogo).returning({ version: institutionLogo.version })).length > 0;
    },

    async saveZones(timeZone, earlier) {
      await db.update(institution).set({ timeZone });
      await db.delete(earlierZones);
      if (earlier.length > 0)
        await db
          .insert(earlierZones)
          .values(earlier.map((zone) => ({ beforeDay: zone.before, timeZone: zone.timeZone })));
    },

    async lastRecorded() {
      const { day, at } = await oneOf<{ day: LocalDate | null; at: Date | string | null }>(
        db,
        sql`select to_char(greatest(${await lastDay(db)}::date, (select max(day) from check_ins),
              (select max(day) from class_marks), (select max(day) from closed_days)), 'YYYY-MM-DD') as day,
            greatest((select max(seen_at) from check_ins where day >= (select max(day) - 1 from check_ins)),
              (select max(seen_at) from class_marks where day >= (select max(day) - 1 from class_marks))) as at`,
      );
      return day === null ? null : { day, at: at === null ? null : new Date(at) };
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

    async ages() {
      const [row] = await db.select({ ages: institution.ages }).from(institution);
      return row?.ages ?? 'adults';
    },

    async saveAges(ages) {
      await db.update(institution).set({ ages });
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

    async lockSeeding() {
      await rowsOf(db, sql`select pg_advisory_xact_lock(${SEEDING_LOCK})`);
    },
  };
}

/** Printed codes are few; those of servers that were started again and again are forgotten first. */
const KEPT_CODES = 50;

export function createSetupCodeRepository(db: Db): SetupCodeRepository {
  return {
    async add(digest, at) {
      await rowsOf(
        db,
        sql`insert into setup_codes (digest, printed_at) values (${digest}, ${at}) on conflict do nothing`,
      );
      await rowsOf(
        db,
        sql`delete from setup_codes where digest not in
            (select digest from setup_codes order by printed_at desc limit ${KEPT_CODES})`,
      );
    },
    async has(digest) {
      return (await rowsOf(db, sql`select 1 from setup_codes where digest = ${digest}`)).length > 0;
    },
    async clear() {
      await rowsOf(db, sql`delete from setup_codes`);
    },
  };
}
