import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, type Api, answer, until, useApi } from '../../lib/api/api.ts';

/** The first due minute and the end of the day come without an event. */
const REFRESH_MS = 60_000;

type Stats = Answer<Awaited<ReturnType<Api['dashboard']['stats']['$get']>>>['stats'];
export type AdminStats = Extract<Stats, { total_users: number }>;

const isAdminStats = (stats: Stats): stats is AdminStats => 'total_users' in stats;

export function useAdminStats() {
  const api = useApi();
  return useQuery({
    queryKey: ['stats', 'admin'],
    queryFn: async ({ signal }) => {
      const { stats } = await answer(api.dashboard.stats.$get({}, until(signal)));
      if (!isAdminStats(stats)) throw new Error('The server answered with the figures of a user.');
      return stats;
    },
    refetchInterval: REFRESH_MS,
  });
}

export const myAttendanceQuery = (api: Api) =>
  queryOptions({
    queryKey: ['attendance', 'mine'],
    queryFn: ({ signal }) => answer(api.user['my-attendance'].$get({}, until(signal))),
  });

export const useMyAttendance = () => useQuery(myAttendanceQuery(useApi()));
export type MyAttendance = NonNullable<ReturnType<typeof useMyAttendance>['data']>;

/** Counts the people without face data: requests one row and reads the total. */
export function usePeopleWithoutFace() {
  const api = useApi();
  return useQuery({
    queryKey: ['people', 'without-face'],
    queryFn: async ({ signal }) =>
      (await answer(api.admin.users.$get({ query: { has_face_data: 'false', limit: '1' } }, until(signal))))
        .total,
  });
}

/** Counts the pending corrections. */
export function usePendingCorrections() {
  const api = useApi();
  return useQuery({
    queryKey: ['attendance', 'corrections', 'waiting'],
    queryFn: async ({ signal }) =>
      (await answer(api.admin.corrections.$get({ query: { state: 'pending' } }, until(signal)))).corrections
        .length,
  });
}
