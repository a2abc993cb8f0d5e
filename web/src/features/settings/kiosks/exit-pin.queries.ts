import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../../lib/api/api.ts';
import { useInvalidate } from '../../../lib/api/query-keys.ts';

/** When the exit PIN of the kiosks was set; null without one. */
export function useExitPinState() {
  const api = useApi();
  return useQuery({
    queryKey: ['settings', 'exit-pin'],
    queryFn: ({ signal }) => answer(api.admin['kiosk-exit-pin'].$get({}, until(signal))),
  });
}

export function useSaveExitPin() {
  const api = useApi();
  const { t } = useTranslation('kiosks');
  return useMutation({
    mutationFn: (pin: string) => answer(api.admin['kiosk-exit-pin'].$put({ json: { pin } })),
    onSuccess: useInvalidate('settings'),
    meta: { quiet: true, success: t('exitPin.saved') },
  });
}

export function useRemoveExitPin() {
  const api = useApi();
  const { t } = useTranslation('kiosks');
  return useMutation({
    mutationFn: () => answer(api.admin['kiosk-exit-pin'].$delete()),
    onSettled: useInvalidate('settings'),
    meta: { success: t('exitPin.removed'), fallback: t('exitPin.failed') },
  });
}
