import { addDays, type LocalDate } from '../kernel/local-date.ts';
import { startOfDay } from '../kernel/zones/zone.ts';
import { createZone } from '../kernel/zones/zone-data.ts';
import type { EarlierZone } from '../kernel/zones/zone-history.ts';
import type { Institution } from './settings.types.ts';

export const INSTITUTION_LIMITS = { name: 200, logoBytes: 256 * 1024 } as const;

/** The zone that holds on a day. */
export function zoneNameOn(
  { timeZone, earlierZones }: Pick<Institution, 'timeZone' | 'earlierZones'>,
  date: LocalDate,
): string {
  const earlier = [...earlierZones].sort((a, b) => (a.before < b.before ? -1 : 1));
  return earlier.find(({ before }) => date < before)?.timeZone ?? timeZone;
}

/** The zones after a change from a day on. What was planned for that day or later is replaced. */
export function zonesChangedFrom(
  institution: Pick<Institution, 'timeZone' | 'earlierZones'>,
  timeZone: string,
  from: LocalDate,
): { readonly timeZone: string; readonly earlierZones: readonly EarlierZone[] } {
  const until = zoneNameOn(institution, addDays(from, -1));
  const kept = institution.earlierZones.filter(({ before }) => before < from);
  return { timeZone, earlierZones: until === timeZone ? kept : [...kept, { before: from, timeZone: until }] };
}

/**
 * The first day from which a zone can hold without telling recorded attendance differently: after the last day that has
 * any, and beginning after the last moment somebody was seen.
 */
export function firstDayFor(
  timeZone: string,
  last: { readonly day: LocalDate; readonly at: Date | null } | null,
): LocalDate | null {
  if (!last) return null;
  const zone = createZone(timeZone);
  let day = addDays(last.day, 1);
  while (last.at && startOfDay(zone, day) <= last.at) day = addDays(day, 1);
  return day;
}
