import type { AuditAction } from '@rollcall/core/audit/audit.types';
import { useInfiniteQuery } from '@tanstack/react-query';
import { answer, useApi } from '../../lib/api.ts';

const PAGE = 50;

export interface AuditFilter {
  readonly action?: AuditAction | undefined;
  readonly about?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Newest first, page by page; a page never shifts while new entries arrive. */
export function useAuditLog({ action, about, from, to }: AuditFilter) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['audit', { action, about, from, to }],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) =>
      answer(
        api.admin.audit.$get({
          query: {
            limit: String(PAGE),
            ...(action ? { action } : {}),
            ...(about ? { about } : {}),
            ...(from ? { from } : {}),
            ...(to ? { to } : {}),
            ...(pageParam === null ? {} : { before: String(pageParam) }),
          },
        }),
      ),
    getNextPageParam: ({ next_before }) => next_before,
    staleTime: 0,
  });
}

export type AuditEntry = NonNullable<
  ReturnType<typeof useAuditLog>['data']
>['pages'][number]['entries'][number];
