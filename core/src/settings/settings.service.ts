import { calendarDay } from '../attendance/calendar.rules.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { SharedAnswers, TransactAndPublish } from '../events/events.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { type LocalDate, utcDayOf } from '../kernel/local-date.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import { createZoneHistory } from '../kernel/zones/zone-history.ts';
import type { SettingsRepos, Today } from './settings.ports.ts';
import {
  DEFAULT_CLASS_CONFIG,
  DEFAULT_TIME_SETTINGS,
  DEFAULT_WORKING_DAYS,
  fittingClass,
  timeSettingsProblems,
} from './settings.rules.ts';
import type { ClassConfig, Institution, TimeSettings } from './settings.types.ts';

type Repos = AuditRepos & SettingsRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly share: SharedAnswers;
}

const BEFORE_SET_UP: Institution = {
  name: 'Rollcall',
  kind: 'university',
  timeZone: 'UTC',
  isDemo: false,
  workingDays: DEFAULT_WORKING_DAYS,
  earlierZones: [],
  colour: null,
  supportEmail: null,
  logoVersion: null,
};

export function createSettingsService({ clock, repos, transactAndPublish, share }: Needs) {
  let known: { readonly key: string; readonly zone: Zone } | null = null;

  /** Creating a zone is slow, and the institution's zone hardly ever changes. */
  const zoneOf = ({ timeZone, earlierZones }: Institution): Zone => {
    const key = JSON.stringify([timeZone, earlierZones]);
    if (known?.key !== key) known = { key, zone: createZoneHistory(timeZone, earlierZones) };
    return known.zone;
  };

  const institution = async (): Promise<Institution> => (await repos.settings.institution()) ?? BEFORE_SET_UP;

  const today = async (): Promise<Today> => {
    const now = clock.now();
    const day = utcDayOf(now);
    const { institution: found, holidays } = await share(`institution ${day}`, () =>
      repos.settings.institutionAndHolidays(day),
    );
    const place = found ?? BEFORE_SET_UP;
    const zone = zoneOf(place);
    const date = zone.dateOf(now);
    const calendar = calendarDay(date, place.workingDays, holidays.includes(date));
    return { now, zone, date, isWorkingDay: calendar === 'open', isHoliday: calendar === 'holiday' };
  };

  const timeSettingsOn = async (date: LocalDate, tx: SettingsRepos = repos): Promise<TimeSettings> =>
    (await tx.settings.timeRuleOn(date)) ?? DEFAULT_TIME_SETTINGS;

  return {
    institution,
    today,
    timeSettingsOn,
    timeSettings: async (): Promise<TimeSettings> => timeSettingsOn((await today()).date),
    async classConfig(): Promise<ClassConfig> {
      const { kind } = await institution();
      const saved = await repos.settings.classConfig();
      return saved ? fittingClass(saved, kind) : DEFAULT_CLASS_CONFIG[kind];
    },

    async saveTimeSettings(actor: Actor, settings: TimeSettings): Promise<void> {
      const fields = timeSettingsProblems(settings);
      if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
      const { now, date } = await today();
      await transactAndPublish('settings', async (tx) => {
        await tx.settings.saveTimeRule({ ...settings, effectiveFrom: date }, now, actor.personId);
        await tx.audit.insert(auditEntry(actor, now, 'time_settings_saved', date, { ...settings }));
      });
    },

    async saveClassConfig(actor: Actor, config: ClassConfig): Promise<void> {
      await transactAndPublish('settings', async (tx) => {
        await tx.settings.saveClassConfig(config);
        await tx.audit.insert(auditEntry(actor, clock.now(), 'class_config_saved', null, { ...config }));
      });
    },
  };
}
