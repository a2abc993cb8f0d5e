import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, useApi } from '../../lib/api/api.ts';

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Totals and the number of check-ins of each day, for all time or for a range. */
export function useActivity(range: DayRange | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['analytics', 'activity', range],
    queryFn: async () => (await answer(api.admin.analytics.$get({ query: range ?? {} }))).analytics,
    placeholderData: keepPreviousData,
  });
}

export function useHistory(range: DayRange) {
  const api = useApi();
  return useQuery({
    queryKey: ['attendance', 'history', range],
    queryFn: () => answer(api.admin['attendance-history'].$get({ query: { ...range } })),
    placeholderData: keepPreviousData,
  });
}

export type HistoryEntry = NonNullable<ReturnType<typeof useHistory>['data']>['history'][string][number];
