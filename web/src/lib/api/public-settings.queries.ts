import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { type Api, answer, useApi } from './api.ts';

/** Settings for any visitor: the institution's name, demo mode and its accounts, whether setup is still to do. */
export const publicSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['public-settings'],
    queryFn: () => answer(api.settings.public.$get()),
    staleTime: 5 * 60_000,
    // Nobody tells a signed-out page that the server's clock became doubted.
    refetchInterval: 5 * 60_000,
  });

/** Suspends only if the root route has not loaded the settings yet. */
export const usePublicSettings = () => useSuspenseQuery(publicSettingsQuery(useApi())).data;
