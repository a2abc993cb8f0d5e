import { addDays, type LocalDate } from './local-date.ts';
import { createZone, type Zone } from './zone.ts';

/** The zone that held until a day: `before` is the first day that it does not hold any more. */
export interface EarlierZone {
  readonly before: LocalDate;
  readonly timeZone: string;
}

/**
 * The day of change begins at midnight of the new zone. Where the new zone is behind the old one, the old zone reaches
 * that day earlier; those hours belong to the end of the day before, told in the new zone. So days never run backwards.
 */
function changedOn(day: LocalDate, before: Zone, after: Zone): Zone {
  const at = (instant: Date): Zone =>
    after.dateOf(instant) >= day || before.dateOf(instant) >= day ? after : before;
  const eve = addDays(day, -1);
  return {
    name: after.name,
    dateOf: (instant) => {
      const zone = at(instant);
      const date = zone.dateOf(instant);
      // Zones more than a day apart: the new one may not even have reached the day before.
      return zone === after && date < eve ? eve : date;
    },
    timeOf: (instant) => at(instant).timeOf(instant),
    minutesOf: (instant) => at(instant).minutesOf(instant),
    instantOf: (date, time) => (date >= day ? after : before).instantOf(date, time),
  };
}

/** The zone of an institution that had other ones before; `earlier` in any order. */
export function createZoneHistory(timeZone: string, earlier: readonly EarlierZone[]): Zone {
  const [first, ...later] = [...earlier].sort((a, b) => (a.before < b.before ? -1 : 1));
  if (!first) return createZone(timeZone);
  let zone = createZone(first.timeZone);
  let day = first.before;
  for (const next of later) {
    zone = changedOn(day, zone, createZone(next.timeZone));
    day = next.before;
  }
  return changedOn(day, zone, createZone(timeZone));
}
