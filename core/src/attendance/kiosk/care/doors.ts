import { timeOfMinutes } from '../../../kernel/local-date.ts';
import type { SettingsReader, Today } from '../../../settings/settings.ports.ts';
import { ruleOnDay } from '../../attendance-day.rules.ts';
import type { KioskCareRepos } from './care.ports.ts';
import { doorHours } from './silence.rules.ts';

interface Needs {
  readonly repos: KioskCareRepos;
  readonly settings: Pick<SettingsReader, 'timeSettingsOn'>;
}

/** Answers since when the doors have been in use today; null while they are not. */
export function createDoors({ repos, settings }: Needs) {
  return async ({ now, date, zone, isWorkingDay }: Today): Promise<Date | null> => {
    if (!isWorkingDay) return null;
    const rule = ruleOnDay(await settings.timeSettingsOn(date), date, zone);
    const { from, to } = doorHours(rule, await repos.kioskCare.lastClassEnds(date));
    const minutes = zone.minutesOf(now);
    return minutes >= from && minutes <= to ? zone.instantOf(date, timeOfMinutes(from)) : null;
  };
}
