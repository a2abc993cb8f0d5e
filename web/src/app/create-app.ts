import { MutationCache, QueryClient } from '@tanstack/react-query';
import { createHashHistory } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { ApiError, errorText } from '../lib/api/api-error.ts';
import type { Host } from '../lib/api/host.ts';
import { publicSettingsQuery } from '../lib/api/public-settings.queries.ts';
import { forgetAnswers } from '../lib/api/query-keys.ts';
import { createConfirmation } from '../lib/session/confirmation.ts';
import { meQuery } from '../lib/session/me.queries.ts';
import { createSession } from '../lib/session/session.ts';
import { toast } from '../lib/toast.tsx';
import { createApi } from './api.ts';
import { createAppRouter } from './router.tsx';

/** Toasts that the MutationCache shows when a mutation succeeds or fails. Texts are already translated. */
interface MutationTexts {
  readonly success?: string;
  readonly errorTitle?: string;
  /** Shown when the server sent no message. */
  readonly fallback?: string;
  /** No error toast: the form shows the failure itself. */
  readonly quiet?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationTexts & Record<string, unknown>;
  }
}

const RETRIES = 2;

/** A 4xx answer stays the same on a retry. */
const isWorthRetrying = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || error.isUnreachable;

function createQueryClient(i18n: i18n, options: { retry?: boolean } = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => options.retry !== false && count < RETRIES && isWorthRetrying(error),
      },
    },
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _context, { meta }) => {
        if (meta?.success) toast('success', meta.success);
      },
      onError: (error, _variables, _context, { meta }) => {
        if (error instanceof ApiError && error.code === 'approval_needed')
          return toast('info', i18n.t('common:approval.text'), i18n.t('common:approval.title'));
        if (meta?.quiet) return;
        const fallback = meta?.fallback ?? i18n.t('common:toasts.genericError');
        toast('error', errorText(error, i18n, fallback), meta?.errorTitle);
      },
    }),
  });
}

/** Creates everything that lives as long as the page: session, query client, API client, router. */
export function createAppParts(host: Host, i18n: i18n, storage: Storage, options: { retry?: boolean } = {}) {
  const session = createSession(storage);
  const confirmation = createConfirmation();
  const queryClient = createQueryClient(i18n, options);
  const api = createApi({
    fetch: host.fetch,
    base: host.base,
    session,
    onExpired: (hadToken) => {
      forgetAnswers(queryClient);
      // Whoever signed out is on the landing page, although the page they left may still ask for something.
      if (hadToken || router.latestLocation.pathname !== '/') void router.navigate({ to: '/login' });
    },
    onForbidden: () => void queryClient.invalidateQueries({ queryKey: meQuery(api).queryKey }),
    confirmIdentity: confirmation.ask,
  });
  if (host.firstSettings)
    // An `updatedAt` long ago marks the query stale, so that it refetches at once.
    queryClient.setQueryData(publicSettingsQuery(api).queryKey, host.firstSettings, { updatedAt: 1 });
  const history = host.routing === 'hash' ? { history: createHashHistory() } : {};
  const router = createAppRouter({ session, api, queryClient, i18n }, history);
  return { host, i18n, session, confirmation, queryClient, api, router };
}

export type AppParts = ReturnType<typeof createAppParts>;
