import { createContext, useContext } from 'react';

/**
 * Knows whether a new version of the app waits to be loaded. It never reloads by itself: somebody may be in the middle
 * of something, also in another tab that has accepted the new version already.
 */
export function createUpdates(reload: () => void) {
  let isReady = false;
  let isAccepted = false;
  let accept: () => void = reload;
  let look: () => void = () => undefined;
  const listeners = new Set<() => void>();
  const offer = (next: () => void) => {
    accept = next;
    isReady = true;
    for (const listener of listeners) listener();
  };
  return {
    /** A new version is installed; `next` makes it take over from the old one. */
    offer,

    /** The new version has taken over: here or in another tab. Reloading the page is all that is left to do. */
    takenOver(): void {
      if (isAccepted) reload();
      else offer(reload);
    },

    isReady: (): boolean => isReady,

    /** Says how to look for a new version at once. */
    lookWith(next: () => void): void {
      look = next;
    },

    /** Looks for a new version without waiting for the next time. */
    look: (): void => look(),

    /** Loads the page again as it is, for a page that nobody is in front of. */
    reload,

    accept(): void {
      isAccepted = true;
      accept();
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Updates = ReturnType<typeof createUpdates>;

export const UpdatesContext = createContext<Updates | null>(null);

export function useUpdates(): Updates {
  const updates = useContext(UpdatesContext);
  if (!updates) throw new Error('UpdatesContext is missing.');
  return updates;
}
