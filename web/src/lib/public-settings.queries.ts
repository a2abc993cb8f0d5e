import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { type Api, answer, useApi } from './api.ts';

/** What any visitor may know: the name, demo mode and its accounts, whether the first run is still to come. */
export const publicSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['public-settings'],
    queryFn: () => answer(api.settings.public.$get()),
    staleTime: 5 * 60_000,
  });

/** Loaded before the first page is drawn, so that nothing jumps when it arrives. */
export const usePublicSettings = () => useSuspenseQuery(publicSettingsQuery(useApi())).data;
