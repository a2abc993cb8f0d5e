import { MutationCache, QueryClient } from '@tanstack/react-query';
import type { RouterHistory } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { ApiError, errorText } from '../lib/api/api-error.ts';
import type { Host } from '../lib/api/host.ts';
import { publicSettingsQuery } from '../lib/api/public-settings.queries.ts';
import { forgetAnswers } from '../lib/api/query-keys.ts';
import { followDemoDay } from '../lib/format/dates.ts';
import { createConfirmation } from '../lib/session/confirmation.ts';
import { meQuery } from '../lib/session/me.queries.ts';
import { createSession, type SessionState } from '../lib/session/session.ts';
import { isForVisitors, signInSearch } from '../lib/session/sign-in-address.ts';
import { toast } from '../lib/toast.tsx';
import { createUnsavedWork } from '../lib/unsaved.ts';
import { createUpdates, type Updates } from '../lib/updates.ts';
import { createApi } from './api.ts';
import { createConnection } from './live/connection.ts';
import { createAppRouter } from './router.tsx';
import { createTypedHashHistory } from './shell/hash-history.ts';

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
        // Never paused: a paused call hangs without a message and is sent later, when its moment has passed.
        networkMode: 'always',
        retry: (count, error) => options.retry !== false && count < RETRIES && isWorthRetrying(error),
      },
      mutations: { networkMode: 'always' },
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

interface AppOptions {
  /** False: failed queries are not repeated. */
  readonly retry?: boolean;
  /** Told of a new version before the app starts. */
  readonly updates?: Updates;
  /** In place of the browser's. */
  readonly history?: RouterHistory;
}

/** Creates everything that lives as long as the page: session, query client, API client, router. */
export function createAppParts(given: Host, i18n: i18n, storage: Storage, options: AppOptions = {}) {
  const updates = options.updates ?? createUpdates(() => location.reload());
  const connection = createConnection(given.fetch, given.base);
  const host: Host = { ...given, fetch: connection.watch };
  const session = createSession(storage);
  const confirmation = createConfirmation();
  const unsaved = createUnsavedWork();
  const queryClient = createQueryClient(i18n, options);
  let before: SessionState = session.get();
  session.subscribe(() => {
    const next = session.get();
    // What the server told one account is not for the next.
    if (before.token && (!next.token || before.user?.id !== next.user?.id)) forgetAnswers(queryClient);
    before = next;
  });
  // What the pages show is as old as the outage.
  connection.onReturn(() => void queryClient.invalidateQueries());
  const api = createApi({
    fetch: host.fetch,
    base: host.base,
    session,
    onExpired: (hadToken) => {
      const { pathname, href } = router.history.location;
      // Whoever signed out is on the landing page, although the page they left may still ask for something.
      if (!hadToken && isForVisitors(pathname)) return;
      const search = signInSearch(href, hadToken ? 'expired' : undefined);
      void router.navigate({ to: '/login', search, ignoreBlocker: true });
    },
    onForbidden: () => void queryClient.invalidateQueries({ queryKey: meQuery(api).queryKey }),
    confirmIdentity: confirmation.ask,
  });
  if (host.firstSettings) {
    followDemoDay(host.firstSettings.demo_day);
    // An `updatedAt` long ago marks the query stale, so that it refetches at once.
    queryClient.setQueryData(publicSettingsQuery(api).queryKey, host.firstSettings, { updatedAt: 1 });
  }
  const history = options.history ?? (host.routing === 'hash' ? createTypedHashHistory() : null);
  const router = createAppRouter(
    { session, api, queryClient, i18n },
    { origin: host.base, ...(history ? { history } : {}) },
  );
  return { host, connection, i18n, session, confirmation, unsaved, updates, queryClient, api, router };
}

export type AppParts = ReturnType<typeof createAppParts>;
