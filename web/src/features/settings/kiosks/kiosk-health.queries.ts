import { useQuery } from '@tanstack/react-query';
import { answer, until, useApi } from '../../../lib/api/api.ts';

/** Kiosks report once a minute. */
const REFRESH_MS = 60_000;

/** How the paired kiosks are. `isWatched`: read again while the page is open; else after the server told of a change. */
export function useKioskHealth(isWatched: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['settings', 'kiosks', 'health'],
    queryFn: ({ signal }) => answer(api.admin.kiosks.health.$get({}, until(signal))),
    refetchInterval: isWatched ? REFRESH_MS : false,
    staleTime: isWatched ? 0 : 5 * REFRESH_MS,
  });
}

export type HealthList = NonNullable<ReturnType<typeof useKioskHealth>['data']>;
export type KioskHealth = HealthList['kiosks'][number];
