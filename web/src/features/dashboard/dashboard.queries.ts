import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, type Api, answer, useApi } from '../../lib/api/api.ts';

type Stats = Answer<Awaited<ReturnType<Api['dashboard']['stats']['$get']>>>['stats'];
export type AdminStats = Extract<Stats, { total_users: number }>;

const ADMIN_KEY = ['stats', 'admin'];

interface LoadedStats {
  readonly stats: AdminStats;
  /** The previous load; the cards show the change against it. */
  readonly previous: AdminStats | null;
}

const isAdminStats = (stats: Stats): stats is AdminStats => 'total_users' in stats;

export function useAdminStats() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: ADMIN_KEY,
    queryFn: async (): Promise<LoadedStats> => {
      const previous = queryClient.getQueryData<LoadedStats>(ADMIN_KEY)?.stats ?? null;
      const { stats } = await answer(api.dashboard.stats.$get());
      if (!isAdminStats(stats)) throw new Error('The server answered with the figures of a user.');
      return { stats, previous };
    },
  });
}

export const myAttendanceQuery = (api: Api) =>
  queryOptions({
    queryKey: ['attendance', 'mine'],
    queryFn: () => answer(api.user['my-attendance'].$get()),
  });

export const useMyAttendance = () => useQuery(myAttendanceQuery(useApi()));
export type MyAttendance = NonNullable<ReturnType<typeof useMyAttendance>['data']>;

/** Counts the people without face data: requests one row and reads the total. */
export function usePeopleWithoutFace() {
  const api = useApi();
  return useQuery({
    queryKey: ['people', 'without-face'],
    queryFn: async () =>
      (await answer(api.admin.users.$get({ query: { has_face_data: 'false', limit: '1' } }))).total,
  });
}

/** Counts the pending corrections. */
export function usePendingCorrections() {
  const api = useApi();
  return useQuery({
    queryKey: ['attendance', 'corrections', 'waiting'],
    queryFn: async () =>
      (await answer(api.admin.corrections.$get({ query: { state: 'pending' } }))).corrections.length,
  });
}
