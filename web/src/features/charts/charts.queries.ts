import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, until, useApi } from '../../lib/api/api.ts';

const ofSection = (section: string | undefined) => ({ query: section === undefined ? {} : { section } });

export function useStatusDays(section?: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['analytics', 'chart-days', section],
    queryFn: ({ signal }) => answer(api.charts.days.$get(ofSection(section), until(signal))),
    placeholderData: keepPreviousData,
  });
}

export function useYear(section?: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['analytics', 'chart-year', section],
    queryFn: ({ signal }) => answer(api.charts.year.$get(ofSection(section), until(signal))),
    placeholderData: keepPreviousData,
  });
}

export function useSectionWeeks() {
  const api = useApi();
  return useQuery({
    queryKey: ['analytics', 'chart-weeks'],
    queryFn: ({ signal }) => answer(api.charts.weeks.$get({}, until(signal))),
  });
}

export function useSectionRanks() {
  const api = useApi();
  return useQuery({
    queryKey: ['analytics', 'chart-sections'],
    queryFn: ({ signal }) => answer(api.charts.sections.$get({}, until(signal))),
  });
}

export function useArrivals() {
  const api = useApi();
  return useQuery({
    queryKey: ['stats', 'chart-arrivals'],
    queryFn: ({ signal }) => answer(api.charts.arrivals.$get({}, until(signal))),
  });
}

export function useFalls() {
  const api = useApi();
  return useQuery({
    queryKey: ['analytics', 'chart-falls'],
    queryFn: ({ signal }) => answer(api.charts.falls.$get({}, until(signal))),
  });
}

export type StatusDay = NonNullable<ReturnType<typeof useStatusDays>['data']>['days'][number];
export type DateRate = NonNullable<ReturnType<typeof useYear>['data']>['days'][number];
export type SectionWeek = NonNullable<ReturnType<typeof useSectionWeeks>['data']>['weeks'][number];
export type SectionRanks = NonNullable<ReturnType<typeof useSectionRanks>['data']>;
export type Arrivals = NonNullable<ReturnType<typeof useArrivals>['data']>;
export type Fall = NonNullable<ReturnType<typeof useFalls>['data']>['people'][number];
