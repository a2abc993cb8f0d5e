import type { RangeChoice } from '@rollcall/core/analytics/analytics.rules';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Api, answer, until, useApi } from '../../lib/api/api.ts';

export const adminAnalyticsQuery = (api: Api, range: RangeChoice) =>
  queryOptions({
    queryKey: ['analytics', 'admin', range],
    queryFn: async ({ signal }) =>
      (await answer(api.admin.analytics.$get({ query: { range } }, until(signal)))).analytics,
    placeholderData: keepPreviousData,
  });

export const userAnalyticsQuery = (api: Api, range: RangeChoice) =>
  queryOptions({
    queryKey: ['analytics', 'user', range],
    queryFn: async ({ signal }) =>
      (await answer(api.user.analytics.$get({ query: { range } }, until(signal)))).analytics,
    placeholderData: keepPreviousData,
  });

export const useAdminAnalytics = (range: RangeChoice) => useQuery(adminAnalyticsQuery(useApi(), range));
export const useUserAnalytics = (range: RangeChoice) => useQuery(userAnalyticsQuery(useApi(), range));

/** Rates per class and subject: of the institution, or one's own. */
export function useClassRates(scope: 'everyone' | 'one', range: RangeChoice) {
  const api = useApi();
  return useQuery({
    queryKey: ['analytics', 'classes', scope, range],
    queryFn: ({ signal }) =>
      answer(
        scope === 'everyone'
          ? api.admin['class-rates'].$get({ query: { range } }, until(signal))
          : api.user['class-rates'].$get({ query: { range } }, until(signal)),
      ),
    placeholderData: keepPreviousData,
  });
}

export type AdminAnalytics = NonNullable<ReturnType<typeof useAdminAnalytics>['data']>;
export type UserAnalytics = NonNullable<ReturnType<typeof useUserAnalytics>['data']>;
export type Month = AdminAnalytics['monthly_trend'][number];
export type Weekday = AdminAnalytics['weekly_pattern'][number];
