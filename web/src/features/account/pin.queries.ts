import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../lib/api/api.ts';

const PIN = ['me', 'pin'];

/** When the PIN for kiosks was chosen; null without one. */
export function usePin() {
  const api = useApi();
  return useQuery({
    queryKey: PIN,
    queryFn: ({ signal }) => answer(api.user.pin.$get({}, until(signal))),
  });
}

export function useSavePin() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('account');
  return useMutation({
    mutationFn: (pin: string) => answer(api.user.pin.$put({ json: { pin } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: PIN }),
    meta: { quiet: true, success: t('pin.saved') },
  });
}

export function useRemovePin() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('account');
  return useMutation({
    mutationFn: () => answer(api.user.pin.$delete()),
    onSettled: () => queryClient.invalidateQueries({ queryKey: PIN }),
    meta: { success: t('pin.removed'), fallback: t('pin.removeFailed') },
  });
}
