import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { followDemoDay } from '../format/dates.ts';
import { type Api, answer, useApi } from './api.ts';
import { ApiError } from './api-error.ts';
import { keepSettings, keptSettings } from './kept-settings.ts';

/** Settings for any visitor: the institution's name, demo mode and its accounts, whether setup is still to do. */
export const publicSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['public-settings'],
    queryFn: async () => {
      const settings = await answer(api.settings.public.$get()).catch((error: unknown) => {
        const kept = error instanceof ApiError && error.isWithoutServer ? keptSettings() : null;
        if (!kept) throw error;
        return kept;
      });
      keepSettings(settings);
      followDemoDay(settings.demo_day);
      return settings;
    },
    staleTime: 5 * 60_000,
    // The first page waits for them: the page that says that the server cannot be reached tries again by itself.
    retry: false,
    // Nobody tells a signed-out page that the server's clock became doubted.
    refetchInterval: 5 * 60_000,
  });

/** Suspends only if the root route has not loaded the settings yet. */
export const usePublicSettings = () => useSuspenseQuery(publicSettingsQuery(useApi())).data;

/** School, university or workplace: what is asked, and in which words. */
export const useInstitutionKind = () => usePublicSettings().institution.kind;
