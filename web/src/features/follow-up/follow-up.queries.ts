import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, until, useApi } from '../../lib/api/api.ts';
import type { DayFilter } from './day-filter.ts';

export const PAGE_SIZE = 50;

/** The most absentees of one answer. */
export const ABSENTEES_PAGE = 500;

/** People who were due on a day and were not seen. The default is today in the institution's time zone. */
export function useAbsentees(date: string | undefined, page: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['attendance', 'absentees', date ?? 'today', page],
    queryFn: ({ signal }) =>
      answer(
        api.admin.absentees.$get({ query: { page: String(page), ...(date ? { date } : {}) } }, until(signal)),
      ),
    placeholderData: keepPreviousData,
  });
}

export type Absentee = NonNullable<ReturnType<typeof useAbsentees>['data']>['absentees'][number];

export function useAttention(range: { from: string; to: string } | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['analytics', 'attention', range],
    queryFn: ({ signal }) => answer(api.admin.attention.$get({ query: range ?? {} }, until(signal))),
    placeholderData: keepPreviousData,
  });
}

export type Attention = NonNullable<ReturnType<typeof useAttention>['data']>;

export function useDays({ from, to, section, status, weekday, page }: DayFilter) {
  const api = useApi();
  return useQuery({
    queryKey: ['attendance', 'rows', { from, to, section, status, weekday, page }],
    queryFn: ({ signal }) =>
      answer(
        api.admin['attendance-rows'].$get(
          {
            query: {
              from,
              to,
              page: String(page),
              limit: String(PAGE_SIZE),
              ...(section ? { section } : {}),
              ...(status ? { status } : {}),
              ...(weekday ? { weekday: String(weekday) } : {}),
            },
          },
          until(signal),
        ),
      ),
    placeholderData: keepPreviousData,
  });
}

export type DayRow = NonNullable<ReturnType<typeof useDays>['data']>['rows'][number];
