import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../lib/api/api.ts';
import { useInvalidateToday } from './today.queries.ts';

/** Entries of kiosks that the server could not confirm. */
export function useUnconfirmed() {
  const api = useApi();
  return useQuery({
    queryKey: ['attendance', 'unconfirmed'],
    queryFn: ({ signal }) => answer(api.attendance.unconfirmed.$get({}, until(signal))),
  });
}

export type UnconfirmedEntry = NonNullable<ReturnType<typeof useUnconfirmed>['data']>['entries'][number];

/** Counts an entry, or lays it aside. */
export function useSettle() {
  const api = useApi();
  const { t } = useTranslation('kiosks');
  const refresh = useInvalidateToday();
  return useMutation({
    mutationFn: ({ id, how }: { id: string; how: 'confirm' | 'dismiss' }) =>
      answer(api.attendance.unconfirmed[':id'][how].$post({ param: { id } })),
    onSettled: () => void refresh(),
    meta: { fallback: t('unconfirmed.failed') },
  });
}
