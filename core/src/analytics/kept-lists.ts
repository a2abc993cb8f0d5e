import type { Events } from '../events/events.ports.ts';
import type { Clock } from '../kernel/clock.ts';
import type { DateRange, TallyOfId } from './analytics.types.ts';

const KEPT_MS = 60_000;

/**
 * Keeps lists of people by range for a minute: they change slowly and reading them costs a pass over everybody. Only ids
 * and numbers are kept; names are read every time, so that nobody who was erased is named.
 */
export function createKeptLists(
  { clock, events }: { readonly clock: Clock; readonly events: Events },
  read: (range: DateRange) => Promise<readonly TallyOfId[]>,
) {
  const kept = new Map<string, { until: number; list: readonly TallyOfId[] }>();
  // A changed calendar changes which days were due.
  events.subscribe(({ topic }) => {
    if (topic === 'settings') kept.clear();
  });

  return async (range: DateRange): Promise<readonly TallyOfId[]> => {
    const now = clock.now().getTime();
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key);
    const key = `${range.from} ${range.to}`;
    const found = kept.get(key);
    if (found) return found.list;
    const list = await read(range);
    kept.set(key, { until: now + KEPT_MS, list });
    return list;
  };
}
