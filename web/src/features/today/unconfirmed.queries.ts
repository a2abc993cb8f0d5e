import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../lib/api/api.ts';
import { useInvalidateToday } from './today.queries.ts';

/** Entries of kiosks that the server could not confirm, a page at a time. */
export function useUnconfirmed() {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['attendance', 'unconfirmed'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) =>
      answer(api.attendance.unconfirmed.$get({ query: cursor === null ? {} : { cursor } }, until(signal))),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

export type UnconfirmedEntry = NonNullable<
  ReturnType<typeof useUnconfirmed>['data']
>['pages'][number]['entries'][number];

/** When the person came, by the institution's clock. */
export interface GivenTime {
  readonly date: string;
  readonly time: string;
}

/** Counts an entry, by its own time or the given one. */
export function useConfirmEntry() {
  const api = useApi();
  const { t } = useTranslation('kiosks');
  const refresh = useInvalidateToday();
  return useMutation({
    mutationFn: ({ id, given }: { id: string; given?: GivenTime }) =>
      answer(api.attendance.unconfirmed[':id'].confirm.$post({ param: { id }, json: given ?? {} })),
    onSettled: () => void refresh(),
    meta: { fallback: t('unconfirmed.failed') },
  });
}

/** Sets entries aside. */
export function useDismissEntries() {
  const api = useApi();
  const { t } = useTranslation('kiosks');
  const refresh = useInvalidateToday();
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      answer(api.attendance.unconfirmed.dismiss.$post({ json: { ids: [...ids] } })),
    onSettled: () => void refresh(),
    meta: { fallback: t('unconfirmed.failed') },
  });
}
