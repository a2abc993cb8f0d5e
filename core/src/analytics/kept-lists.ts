import type { Events } from '../events/events.ports.ts';
import type { Reach } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import type { DateRange, TallyOfId } from './analytics.types.ts';

const KEPT_MS = 60_000;

/**
 * Keeps lists of people by range and reach for a minute: they change slowly and reading them costs a pass over everybody. Only ids
 * and numbers are kept; names are read every time, so that nobody who was erased is named.
 */
export function createKeptLists<T extends TallyOfId>(
  { clock, events }: { readonly clock: Clock; readonly events: Events },
  read: (range: DateRange, reach: Reach) => Promise<readonly T[]>,
) {
  let kept = new Map<string, { until: number; list: readonly T[] }>();
  // A changed calendar changes which days were due. A new map: lists whose reading has begun go to the old one.
  events.subscribe(({ topic }) => {
    if (topic === 'settings') kept = new Map();
  });

  return async (range: DateRange, reach: Reach): Promise<readonly T[]> => {
    const current = kept;
    const now = clock.now().getTime();
    for (const [key, { until }] of current) if (until <= now) current.delete(key);
    const key = `${range.from} ${range.to} ${JSON.stringify(reach)}`;
    const found = current.get(key);
    if (found) return found.list;
    const list = await read(range, reach);
    current.set(key, { until: now + KEPT_MS, list });
    return list;
  };
}
