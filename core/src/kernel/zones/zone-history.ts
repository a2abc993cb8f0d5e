import { addDays, type LocalDate } from '../local-date.ts';
import { createZoneFrom, offsetAt, startOfDay, type Zone, type ZoneOffsets } from './zone.ts';
import { createZone, zoneOffsets } from './zone-data.ts';

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

const inOrder = (earlier: readonly EarlierZone[]): EarlierZone[] =>
  [...earlier].sort((a, b) => (a.before < b.before ? -1 : 1));

/** The zone of an institution that had other ones before; `earlier` in any order. */
export function createZoneHistory(timeZone: string, earlier: readonly EarlierZone[]): Zone {
  const [first, ...later] = inOrder(earlier);
  if (!first) return createZone(timeZone);
  let zone = createZone(first.timeZone);
  let day = first.before;
  for (const next of later) {
    zone = changedOn(day, zone, createZone(next.timeZone));
    day = next.before;
  }
  return changedOn(day, zone, createZone(timeZone));
}

/**
 * The offsets of such a history between two instants, as one zone: pages show instants by them, because a browser's own
 * zone data may be older than ours and knows no history.
 */
export function offsetsBetween(
  { timeZone, earlierZones }: { readonly timeZone: string; readonly earlierZones: readonly EarlierZone[] },
  from: Date,
  to: Date,
): ZoneOffsets {
  const ordered = inOrder(earlierZones);
  const zones = [...ordered.map((each) => each.timeZone), timeZone].map(zoneOffsets);
  const begins = zones.map((zone, index) => {
    const before = zones[index - 1];
    const change = ordered[index - 1];
    if (!before || !change) return Number.NEGATIVE_INFINITY;
    // As `changedOn` does: when either zone reaches the day.
    return Math.min(
      ...[before, zone].map((each) => startOfDay(createZoneFrom(each), change.before).getTime()),
    );
  });
  const steps: { at: number; offset: number }[] = [];
  for (const [index, zone] of zones.entries()) {
    const begin = Math.max(begins[index] ?? 0, from.getTime());
    const end = Math.min(begins[index + 1] ?? Number.POSITIVE_INFINITY, to.getTime());
    if (begin >= end) continue;
    steps.push({ at: begin, offset: offsetAt(zone, begin) });
    for (const [at, change] of zone.changes.entries())
      if (change > begin && change < end) steps.push({ at: change, offset: zone.offsets[at + 1] ?? 0 });
  }
  return {
    name: timeZone,
    changes: steps.slice(1).map(({ at }) => at),
    offsets: steps.map(({ offset }) => offset),
  };
}
