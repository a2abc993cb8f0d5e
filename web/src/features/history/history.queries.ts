import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, until, useApi } from '../../lib/api/api.ts';

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Totals and the number of check-ins of each day, for all time or for a range. */
export function useActivity(range: DayRange | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['analytics', 'activity', range],
    queryFn: async ({ signal }) =>
      (await answer(api.admin.analytics.$get({ query: range ?? {} }, until(signal)))).analytics,
    placeholderData: keepPreviousData,
  });
}

export function useHistory(range: DayRange) {
  const api = useApi();
  return useQuery({
    queryKey: ['attendance', 'history', range],
    queryFn: ({ signal }) =>
      answer(api.admin['attendance-history'].$get({ query: { ...range } }, until(signal))),
    placeholderData: keepPreviousData,
  });
}

export type HistoryEntry = NonNullable<ReturnType<typeof useHistory>['data']>['history'][string][number];
