import type { Transact } from '../kernel/transact.ts';
import type { Events, TransactAndPublish } from './events.ports.ts';
import type { ChangeEvent } from './events.types.ts';

/** Publishes within one process: the embedded database, the browser, tests. */
export function createLocalEvents(): Events {
  const listeners = new Set<(event: ChangeEvent) => void>();
  return {
    publish: (event) => {
      for (const listener of listeners) listener(event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onChange: (listener) => {
      listeners.add(listener);
    },
  };
}

export function createTransactAndPublish<Repos>({
  transact,
  events,
}: {
  readonly transact: Transact<Repos>;
  readonly events: Events;
}): TransactAndPublish<Repos> {
  return async (topics, work, personId = null) => {
    const result = await transact(work);
    for (const topic of [topics].flat()) events.publish({ topic, personId });
    return result;
  };
}
