import type { EventTopic } from '@rollcall/core/events/events.types';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';

/** First element of every query key. */
export type QueryRoot =
  | 'public-settings'
  | 'me'
  | 'accounts'
  | 'stats'
  | 'analytics'
  | 'attendance'
  | 'notices'
  | 'people'
  | 'profile'
  | 'classes'
  | 'settings'
  | 'first-steps'
  | 'operations'
  | 'audit'
  | 'texts'
  | 'drills'
  | 'system';

/** Topics of the server; each changes what a page shows. */
export type LiveEvent = EventTopic;

/** Queries to invalidate after each live event. */
export const STALE_AFTER: Record<LiveEvent, readonly QueryRoot[]> = {
  attendance: ['stats', 'analytics', 'attendance', 'classes', 'profile'],
  classes: ['classes', 'accounts', 'me', 'first-steps'],
  /** Whether somebody has face data. */
  faces: ['people', 'profile', 'classes', 'first-steps'],
  notices: ['notices'],
  people: ['people', 'stats', 'attendance', 'profile', 'classes', 'accounts', 'me', 'first-steps'],
  settings: ['settings', 'classes', 'public-settings', 'first-steps'],
  drills: ['drills'],
};

/** Returns a function that invalidates all queries under the given roots. */
export function useInvalidate(...roots: readonly QueryRoot[]): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => Promise.all(roots.map((root) => queryClient.invalidateQueries({ queryKey: [root] })));
}

/** Removes what the server told the account that was signed in: everything but public settings and texts. */
export function forgetAnswers(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ queryKey }) => !['public-settings', 'texts'].includes(String(queryKey[0])),
  });
  const mutations = queryClient.getMutationCache();
  // Running ones end by themselves: one of them may be the sign-in.
  for (const mutation of mutations.getAll())
    if (mutation.state.status !== 'pending') mutations.remove(mutation);
}

/** Of the settings of the kiosk that this device is. */
export const OWN_KIOSK = ['kiosk', 'own'];

export const isLiveEvent = (name: string): name is LiveEvent => name in STALE_AFTER;
