import type { AuditAction } from '@rollcall/core/audit/audit.types';
import { useInfiniteQuery } from '@tanstack/react-query';
import { answer, until, useApi } from '../../lib/api/api.ts';

const PAGE_SIZE = 50;

export interface AuditFilter {
  readonly action?: AuditAction | undefined;
  readonly about?: string | undefined;
  /** Also what the server did by itself. */
  readonly system?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The audit log, newest first. Pages are addressed by entry id, so new entries do not shift them. */
export function useAuditLog({ action, about, system, from, to }: AuditFilter) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['audit', { action, about, system, from, to }],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.admin.audit.$get(
          {
            query: {
              limit: String(PAGE_SIZE),
              ...(action ? { action } : {}),
              ...(about ? { about } : {}),
              ...(system || action ? {} : { system: 'false' as const }),
              ...(from ? { from } : {}),
              ...(to ? { to } : {}),
              ...(pageParam === null ? {} : { before: String(pageParam) }),
            },
          },
          until(signal),
        ),
      ),
    getNextPageParam: ({ next_before }) => next_before,
    staleTime: 0,
    // All parts of a long search would be searched again.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  });
}

export type AuditEntry = NonNullable<
  ReturnType<typeof useAuditLog>['data']
>['pages'][number]['entries'][number];
