import type { Clock } from '../kernel/clock.ts';
import type { Events, SharedAnswers } from './events.ports.ts';

/** Not longer: some figures follow the time of the day, without any change. */
const SHARED_MS = 1000;

/**
 * Reads once what many ask for at the same moment: after every mark, each open dashboard asks for the same figures. An answer is
 * shared until anything changes, so that whoever asks after a change sees it. Answers must not be altered.
 */
export function createSharedAnswers({
  clock,
  events,
}: {
  readonly clock: Clock;
  readonly events: Events;
}): SharedAnswers {
  let shared = new Map<string, { readonly until: number; readonly answer: Promise<unknown> }>();
  // A new map: what began to be read before the change is not shared after it.
  events.onChange(() => {
    shared = new Map();
  });

  return <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const current = shared;
    const now = clock.now().getTime();
    for (const [each, { until }] of current)
      if (!(until > now && until <= now + SHARED_MS)) current.delete(each);
    const found = current.get(key);
    if (found) return found.answer as Promise<T>; // by the same key, so by the same `read`
    const answer = read();
    current.set(key, { until: now + SHARED_MS, answer });
    // A failure is told to those who wait for it, and not kept.
    answer.catch(() => current.delete(key));
    return answer;
  };
}
