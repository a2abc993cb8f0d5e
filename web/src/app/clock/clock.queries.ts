import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Api, answer, until, useApi } from '../../lib/api/api.ts';
import { useInvalidate } from '../../lib/api/query-keys.ts';

const clockQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings', 'clock'],
    queryFn: ({ signal }) => answer(api.admin.clock.$get({}, until(signal))),
    staleTime: 5 * 60_000,
  });

/** Days to come that a wrong clock closed; only administrators may ask. */
export const useFutureDays = () => useQuery(clockQuery(useApi())).data?.future_days ?? null;

export function useConfirmClock() {
  const api = useApi();
  const { t } = useTranslation();
  const refresh = useInvalidate('settings', 'public-settings');
  return useMutation({
    mutationFn: (serverTime: string) =>
      answer(api.admin.clock.confirm.$post({ json: { server_time: serverTime } })),
    onSettled: refresh,
    meta: { success: t('clock.confirmed') },
  });
}

export function useRemoveFutureDays() {
  const api = useApi();
  const { t } = useTranslation();
  const refresh = useInvalidate('settings', 'stats', 'analytics', 'attendance', 'profile');
  return useMutation({
    mutationFn: () => answer(api.admin.clock['future-days'].$delete()),
    onSettled: refresh,
    meta: { success: t('clock.future.removed') },
  });
}
