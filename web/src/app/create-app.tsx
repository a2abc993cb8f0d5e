import type { i18n } from 'i18next';
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
  const router = createAppRouter({ session, api, queryClient });
  return { host, i18n, session, queryClient, api, router };
}

export type AppParts = ReturnType<typeof createAppParts>;
