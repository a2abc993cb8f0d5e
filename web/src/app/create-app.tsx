import { createHashHistory } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { publicSettingsQuery } from '../lib/public-settings.queries.ts';
import { createSession } from '../lib/session.ts';
import { createApi } from './api.ts';
import type { Host } from './host.ts';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';

/** Everything that lives as long as the page, made in one place and handed down. */
export function createAppParts(host: Host, i18n: i18n, storage: Storage, options: { retry?: boolean } = {}) {
  const session = createSession(storage);
  const queryClient = createQueryClient(i18n, options);
  const api = createApi({
    fetch: host.fetch,
    base: host.base,
    session,
    onExpired: () => {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'public-settings' });
      void router.navigate({ to: '/login' });
    },
  });
  if (host.firstSettings)
    // As old as can be, so that it is asked for again at once.
    queryClient.setQueryData(publicSettingsQuery(api).queryKey, host.firstSettings, { updatedAt: 1 });
  // A static folder knows one page; an address behind the hash reaches all of them on any file server.
  const history = host.demo ? { history: createHashHistory() } : {};
  const router = createAppRouter({ session, api, queryClient, i18n }, history);
  return { host, i18n, session, queryClient, api, router };
}

export type AppParts = ReturnType<typeof createAppParts>;
