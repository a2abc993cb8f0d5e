import type { ServerState } from '../http/server-state.ts';

export const NOW = new Date('2026-03-02T08:00:00Z');
export const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

/** A server whose parts are all well. */
export const WELL: ServerState = {
  now: NOW,
  isDraining: false,
  database: { state: 'ok' },
  models: 'ok',
  gallery: {
    people: 12,
    templates: 36,
    isLoaded: true,
    unreadable: [],
    lastReadAt: NOW,
    lastChangeAt: null,
    lastError: null,
    masterKey: { kind: 'ok', id: 'k' },
  },
  files: 'ok',
  clock: 'trusted',
  authorityEndsAt: null,
  schema: { known: 17, current: 17 },
  jobs: [],
  backup: { isScheduled: true, lastSuccessAt: hoursAgo(6), failuresInARow: 0 },
};
