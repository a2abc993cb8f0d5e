import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, type Api, answer, until, useApi } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useInvalidate } from '../../../lib/api/query-keys.ts';

/** Without an event: the day ends, and a class says nothing more. */
const REFRESH_MS = 60_000;
/** While a drill runs: a page without live updates must not wait for a minute. */
const DRILL_REFRESH_MS = 10_000;

const CURRENT = ['drills', 'current'];
const TICK = ['drill-tick'];
/** Ticks and the end of a drill are sent one after another: the report has every tick that was made before the end. */
const IN_ORDER = { id: 'drill' };

export type Present = Answer<Awaited<ReturnType<Api['present']['$get']>>>;
type CurrentDrill = Answer<Awaited<ReturnType<Api['drills']['current']['$get']>>>;
export type Drill = NonNullable<CurrentDrill['drill']>;

export function usePresent() {
  const api = useApi();
  return useQuery({
    queryKey: ['attendance', 'present'],
    queryFn: ({ signal }) => answer(api.present.$get({}, until(signal))),
    refetchInterval: REFRESH_MS,
  });
}

/** The drill that is running; null while there is none. */
export function useDrill() {
  const api = useApi();
  return useQuery({
    queryKey: CURRENT,
    queryFn: ({ signal }) => answer(api.drills.current.$get({}, until(signal))),
    select: ({ drill }) => drill,
    refetchInterval: ({ state }) => (state.data?.drill ? DRILL_REFRESH_MS : REFRESH_MS),
  });
}

export function useDrills() {
  const api = useApi();
  return useQuery({
    queryKey: ['drills', 'list'],
    queryFn: async ({ signal }) => (await answer(api.drills.$get({}, until(signal)))).drills,
  });
}

export function useDrillReport(id: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['drills', 'report', id],
    queryFn: ({ signal }) => answer(api.drills[':id'].$get({ param: { id: String(id) } }, until(signal))),
  });
}

export function useStartDrill() {
  const api = useApi();
  const { t } = useTranslation('present');
  return useMutation({
    mutationFn: () => answer(api.drills.$post({})),
    // Somebody else may have been faster.
    onSettled: useInvalidate('drills', 'attendance'),
    meta: { fallback: t('drill.failed') },
  });
}

export function useEndDrill() {
  const api = useApi();
  const { t } = useTranslation('present');
  return useMutation({
    mutationFn: (id: number) => answer(api.drills[':id'].end.$post({ param: { id: String(id) } })),
    scope: IN_ORDER,
    onSettled: useInvalidate('drills'),
    meta: { fallback: t('drill.failed') },
  });
}

interface Tick {
  readonly drill: number;
  readonly person: string;
  readonly isSeen: boolean;
  /** Shown until the server has answered. */
  readonly time: string;
}

/** How soon a tick is sent again that did not reach the server. */
const AGAIN_MS = 2_000;

/**
 * Ticks somebody. Ticks are sent in their order; one that does not reach the server is sent again until it does, because
 * an evacuation is when the network may be away. `useUnsentTicks` has those that wait.
 */
export function useTick() {
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = useInvalidate('drills');
  const { t } = useTranslation('present');
  return useMutation({
    mutationFn: ({ drill, person, isSeen }: Tick) =>
      answer(
        api.drills[':id'].ticks.$post({
          param: { id: String(drill) },
          json: { user_id: person, seen: isSeen },
        }),
      ),
    onSuccess: async (_answer, tick) => {
      // A list that was read before this tick would take it back.
      await queryClient.cancelQueries({ queryKey: CURRENT });
      queryClient.setQueryData<CurrentDrill>(CURRENT, (before) =>
        before?.drill
          ? { drill: { ...before.drill, people: withTicks(before.drill.people, [tick]) } }
          : before,
      );
    },
    // After the last of several ticks, and after one of somebody who came later and is not on the list yet.
    onSettled: (_answer, _error, { person }) => {
      const people = queryClient.getQueryData<CurrentDrill>(CURRENT)?.drill?.people ?? [];
      if (!people.some(({ id }) => id === person)) return refresh();
      if (queryClient.isMutating({ mutationKey: TICK }) <= 1) void refresh();
      return Promise.resolve();
    },
    mutationKey: TICK,
    scope: IN_ORDER,
    retry: (_count, error) =>
      error instanceof ApiError && (error.isWithoutServer || error.status === 429 || error.status === 503),
    retryDelay: AGAIN_MS,
    meta: { fallback: t('drill.failed') },
  });
}

/** The ticks that the server has not confirmed, and whether they wait for it because it could not be reached. */
export function useUnsentTicks(): { readonly ticks: readonly Tick[]; readonly areWaiting: boolean } {
  const unsent = useMutationState({
    filters: { mutationKey: TICK, status: 'pending' },
    select: ({ state }) => ({ tick: state.variables as Tick, failures: state.failureCount }), // the variables of `useTick`
  });
  return { ticks: unsent.map(({ tick }) => tick), areWaiting: unsent.some(({ failures }) => failures > 0) };
}

/** People with the ticks that the server has not confirmed: the next person is already there. */
export function withTicks<T extends { readonly id: string; readonly ticked_time: string | null }>(
  people: readonly T[],
  ticks: readonly Tick[],
): T[] {
  const latest = new Map(ticks.map((tick) => [tick.person, tick]));
  return people.map((each) => {
    const tick = latest.get(each.id);
    return tick ? { ...each, ticked_time: tick.isSeen ? tick.time : null } : each;
  });
}
