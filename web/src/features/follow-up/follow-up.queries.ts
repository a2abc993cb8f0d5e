import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, useApi } from '../../lib/api.ts';
import type { DayFilter } from './day-filter.ts';

export const PAGE_SIZE = 50;

/** Who is due on a day and was not seen; without a day, today in the institution. */
export function useAbsentees(date: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['attendance', 'absentees', date ?? 'today'],
    queryFn: () => answer(api.admin.absentees.$get({ query: date ? { date } : {} })),
    placeholderData: keepPreviousData,
  });
}

export type Absentee = NonNullable<ReturnType<typeof useAbsentees>['data']>['absentees'][number];

export function useAttention(range: { from: string; to: string } | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['analytics', 'attention', range],
    queryFn: () => answer(api.admin.attention.$get({ query: range ?? {} })),
    placeholderData: keepPreviousData,
  });
}

export type Attention = NonNullable<ReturnType<typeof useAttention>['data']>;

export function useDays({ from, to, section, status, weekday, page }: DayFilter) {
  const api = useApi();
  return useQuery({
    queryKey: ['attendance', 'rows', { from, to, section, status, weekday, page }],
    queryFn: () =>
      answer(
        api.admin['attendance-rows'].$get({
          query: {
            from,
            to,
            page: String(page),
            limit: String(PAGE_SIZE),
            ...(section ? { section } : {}),
            ...(status ? { status } : {}),
            ...(weekday ? { weekday: String(weekday) } : {}),
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export type DayRow = NonNullable<ReturnType<typeof useDays>['data']>['rows'][number];

export function useSections() {
  const api = useApi();
  return useQuery({
    queryKey: ['people', 'sections'],
    queryFn: async () => (await answer(api.admin.users.$get({ query: { limit: '1' } }))).sections,
  });
}
