import type { Events } from './events.ports.ts';
import type { ChangeEvent } from './events.types.ts';

/** For one process: the embedded database, the browser, tests. */
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
  };
}
