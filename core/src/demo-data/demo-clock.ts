import type { Clock } from '../kernel/clock.ts';
import { addDays, daysBetween, type LocalDate, weekdayOf } from '../kernel/local-date.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import { DEFAULT_WORKING_DAYS } from '../settings/settings.rules.ts';

/** The day that the demo school shows as today: this one, or on a weekend the last school day. */
function schoolDayOf(date: LocalDate): LocalDate {
  let day = date;
  while (!DEFAULT_WORKING_DAYS.includes(weekdayOf(day))) day = addDays(day, -1);
  return day;
}

/** The day of a demo's clock, where it is not the one of today. */
export interface DemoDay {
  readonly date: LocalDate;
  /** 1 on a Saturday, 2 on a Sunday. */
  readonly daysBack: number;
}

/**
 * The clock of a demo. On a weekend it shows the last school day at the same time of day, because a school where nobody
 * is due has nothing to show. The invented school has no holidays, so weekends are all.
 */
export function createDemoClock(clock: Clock, zone: Zone) {
  /** Null on a school day. */
  const dayBehind = (now: Date): DemoDay | null => {
    const today = zone.dateOf(now);
    const date = schoolDayOf(today);
    return date === today ? null : { date, daysBack: daysBetween(date, today) };
  };
  return {
    dayBehind: () => dayBehind(clock.now()),
    now: (): Date => {
      const now = clock.now();
      const day = dayBehind(now);
      if (!day) return now;
      // By the wall clock: the time of day stays the same where the zone changed its offset meanwhile.
      const minute = zone.instantOf(day.date, zone.timeOf(now));
      return new Date(minute.getTime() + (now.getTime() % 60_000));
    },
  };
}
