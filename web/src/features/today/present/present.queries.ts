import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, type Api, answer, until, useApi } from '../../../lib/api/api.ts';
import { useInvalidate } from '../../../lib/api/query-keys.ts';

/** Without an event: the day ends, and a class says nothing more. */
const REFRESH_MS = 60_000;
/** While a drill runs: a page without live updates must not wait for a minute. */
const DRILL_REFRESH_MS = 10_000;

const CURRENT = ['drills', 'current'];

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

/** Ticks somebody. Shown at once, because the next person is already there. */
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
    onMutate: async ({ person, isSeen, time }) => {
      await queryClient.cancelQueries({ queryKey: CURRENT });
      queryClient.setQueryData<CurrentDrill>(CURRENT, (before) =>
        before?.drill ? { drill: withTick(before.drill, person, isSeen ? time : null) } : before,
      );
    },
    // The last of several ticks: an earlier answer does not know of the later ones.
    onSettled: () =>
      queryClient.isMutating({ mutationKey: ['drill-tick'] }) <= 1 ? refresh() : Promise.resolve(),
    mutationKey: ['drill-tick'],
    meta: { fallback: t('drill.failed') },
  });
}

const withTick = (drill: Drill, person: string, ticked_time: string | null): Drill => ({
  ...drill,
  people: drill.people.map((each) => (each.id === person ? { ...each, ticked_time } : each)),
});
