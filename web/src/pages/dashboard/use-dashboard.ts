import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type AnalyticsFilter, NO_FILTER } from '../../features/analytics/analytics.rules.ts';
import type { NoticeFilter } from '../../features/notices/notice-list.tsx';
import type { DashboardSearch } from '../page-search.ts';

const route = getRouteApi('/dashboard');

/** Reads and changes the dashboard's search parameters; defaults are omitted from the address. */
export function useDashboardSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<DashboardSearch>, options: { replace?: boolean } = {}) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      resetScroll: false,
      replace: options.replace ?? true,
    });
  const filter: AnalyticsFilter = {
    range: search.range ?? NO_FILTER.range,
    min: search.min ?? NO_FILTER.min,
    sort: search.sort ?? NO_FILTER.sort,
    order: search.order ?? NO_FILTER.order,
  };
  return {
    search,
    set,
    filter,
    setFilter: (next: AnalyticsFilter) =>
      set({
        range: next.range === NO_FILTER.range ? undefined : next.range,
        min: next.min === NO_FILTER.min ? undefined : next.min,
        sort: next.sort === NO_FILTER.sort ? undefined : next.sort,
        order: next.order === NO_FILTER.order ? undefined : next.order,
      }),
    notices: search.notices ?? ('all' as const),
    setNotices: (notices: NoticeFilter) => set({ notices: notices === 'all' ? undefined : notices }),
  };
}

/** Refetches every query of the page; `loads` counts how often that is done. */
export function useRefresh(): { refresh: () => void; loads: number } {
  const queryClient = useQueryClient();
  const [loads, setLoads] = useState(0);
  const refresh = async () => {
    await queryClient.invalidateQueries({ refetchType: 'active' });
    setLoads((before) => before + 1);
  };
  return { refresh: () => void refresh(), loads };
}
