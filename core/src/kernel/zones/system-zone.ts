import { offsetAt, type ZoneOffsets } from './zone.ts';

const DAY_MS = 86_400_000;
/** Zones keep an offset for weeks, so a look every six hours misses no difference that lasts. */
const STEP_MS = DAY_MS / 4;
const DAYS_AHEAD = 400;

/** When the zone data of the system (Node's) and ours give different times. */
export interface ZoneDifference {
  readonly from: Date;
  readonly to: Date;
}

/** The offset of a zone by the system's own data; null where it does not know the zone. */
function systemOffsets(name: string): ((ms: number) => number) | null {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return null;
  }
  return (ms) => {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(ms)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - ms;
  };
}

/**
 * The first and the last moment of the next 400 days at which the system's own zone data differ from ours, which changes
 * no figure: nothing reads them. Operators see that what else runs on the machine shows other times. Null without one.
 */
export function systemDifference(zone: ZoneOffsets, now: Date): ZoneDifference | null {
  const system = systemOffsets(zone.name);
  if (!system) return null;
  const start = Math.floor(now.getTime() / 1000) * 1000;
  let from: Date | null = null;
  let to: Date | null = null;
  for (let ms = start; ms <= start + DAYS_AHEAD * DAY_MS; ms += STEP_MS) {
    if (system(ms) === offsetAt(zone, ms)) continue;
    to = new Date(ms);
    from ??= to;
  }
  return from && to && { from, to };
}
