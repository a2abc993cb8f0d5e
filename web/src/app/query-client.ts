import { MutationCache, QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { ApiError } from '../lib/api-error.ts';
import { errorText } from '../lib/error-text.ts';
import type {} from '../lib/mutation-meta.ts';
import { toast } from '../lib/toast.tsx';

const RETRIES = 2;

/** Asking again helps against a hiccup, never against a refusal. */
const isWorthRetrying = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || error.isUnreachable;

export function createQueryClient(i18n: i18n, options: { retry?: boolean } = {}): QueryClient {
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
        if (meta?.quiet) return;
        const fallback = meta?.fallback ?? i18n.t('common:toasts.genericError');
        toast('error', errorText(error, i18n, fallback), meta?.errorTitle);
      },
    }),
  });
}
