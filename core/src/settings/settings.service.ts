import type { Actor } from '../access.ts';
import { calendarDay } from '../attendance/calendar.rules.ts';
import { auditOf } from '../audit/audit.service.ts';
import { AppError } from '../errors.ts';
import type { Announcing } from '../events/announcing.ts';
import type { Ports, Repositories } from '../ports.ts';
import { type LocalDate, utcDayOf } from '../time/local-date.ts';
import { createZone, type Zone } from '../time/zone.ts';
import {
  DEFAULT_CLASS_CONFIG,
  DEFAULT_TIME_SETTINGS,
  DEFAULT_WORKING_DAYS,
  problemsOf,
} from './settings.rules.ts';
import type { ClassConfig, Institution, TimeSettings } from './settings.types.ts';

type Needs = Pick<Ports, 'clock' | 'repos'> & { announcing: Announcing };

/** Where the institution is in time: its zone, the day it is there, the rule of that day. */
export interface Today {
  readonly now: Date;
  readonly zone: Zone;
  readonly date: LocalDate;
  readonly isWorkingDay: boolean;
}

const BEFORE_SET_UP: Institution = {
  name: 'Rollcall',
  timeZone: 'UTC',
  isDemo: false,
  workingDays: DEFAULT_WORKING_DAYS,
};

export function createSettingsService({ clock, repos, announcing }: Needs) {
  let zone: Zone | null = null;

  const institution = async (): Promise<Institution> => (await repos.settings.institution()) ?? BEFORE_SET_UP;

  const today = async (): Promise<Today> => {
    const now = clock.now();
    const { institution: found, holidays } = await repos.settings.around(utcDayOf(now));
    const { timeZone, workingDays } = found ?? BEFORE_SET_UP;
    // Making a formatter is the slow part of a zone; the institution's changes once in a lifetime.
    if (zone?.name !== timeZone) zone = createZone(timeZone);
    const date = zone.dateOf(now);
    const day = calendarDay(date, workingDays, holidays.includes(date));
    return { now, zone, date, isWorkingDay: day === 'open' };
  };

  const timeSettingsOn = async (
    date: LocalDate,
    tx: Pick<Repositories, 'settings'> = repos,
  ): Promise<TimeSettings> => (await tx.settings.timeRuleOn(date)) ?? DEFAULT_TIME_SETTINGS;

  return {
    institution,
    today,
    timeSettingsOn,
    timeSettings: async (): Promise<TimeSettings> => timeSettingsOn((await today()).date),
    classConfig: async (): Promise<ClassConfig> =>
      (await repos.settings.classConfig()) ?? DEFAULT_CLASS_CONFIG,

    async saveTimeSettings(actor: Actor, settings: TimeSettings): Promise<void> {
      const fields = problemsOf(settings);
      if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
      const { now, date } = await today();
      await announcing('settings', async (tx) => {
        await tx.settings.saveTimeRule({ ...settings, effectiveFrom: date }, now, actor.personId);
        await tx.audit.insert(auditOf(actor, now, 'time_settings_saved', date, { ...settings }));
      });
    },

    async saveClassConfig(actor: Actor, config: ClassConfig): Promise<void> {
      await announcing('settings', async (tx) => {
        await tx.settings.saveClassConfig(config);
        await tx.audit.insert(auditOf(actor, clock.now(), 'class_config_saved', null, { ...config }));
      });
    },
  };
}

export type SettingsService = ReturnType<typeof createSettingsService>;
