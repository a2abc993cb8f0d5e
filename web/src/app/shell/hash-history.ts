import { createHashHistory, type RouterHistory } from '@tanstack/react-router';

interface EntryState {
  readonly __TSR_index?: number;
}

/**
 * History for a host whose addresses are hashes. A hash that somebody types is a new entry without a state, which the
 * router would take for the first entry of the tab: for a step back, that closes a window instead of going there. So
 * such an entry gets the state of a step forward before the router sees it.
 */
export function createTypedHashHistory(): RouterHistory {
  // The router's history replaces this function by one that tells it of the change.
  const replaceState = window.history.replaceState.bind(window.history);
  const nameTyped = () => {
    if (window.history.state) return;
    const { __TSR_index: index = 0 } = history.location.state as EntryState; // written by the router's history
    const key = crypto.randomUUID();
    replaceState({ __TSR_index: index + 1, key, __TSR_key: key }, '');
  };
  // Before the router's own listener.
  window.addEventListener('popstate', nameTyped);
  const history = createHashHistory();
  const destroy = history.destroy;
  history.destroy = () => {
    window.removeEventListener('popstate', nameTyped);
    destroy();
  };
  return history;
}
