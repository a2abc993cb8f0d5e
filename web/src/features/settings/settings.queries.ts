import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, useApi } from '../../lib/api.ts';

const CONFIG = ['settings', 'class-config'];
const TIME = ['settings', 'time'];

export function useClassConfig() {
  const api = useApi();
  return useQuery({ queryKey: CONFIG, queryFn: () => answer(api.admin['class-config'].$get()) });
}

export function useTimeSettings() {
  const api = useApi();
  return useQuery({ queryKey: TIME, queryFn: () => answer(api.admin['time-settings'].$get()) });
}

export type ClassConfigValues = NonNullable<ReturnType<typeof useClassConfig>['data']>;
export type TimeSettingsValues = NonNullable<ReturnType<typeof useTimeSettings>['data']>;

export function useSaveClassConfig() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('management');
  return useMutation({
    mutationFn: (json: ClassConfigValues) => answer(api.admin['class-config'].$post({ json })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: CONFIG }),
    meta: { success: t('config.saved'), fallback: t('config.failed') },
  });
}

export function useSaveTimeSettings() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('management');
  return useMutation({
    mutationFn: (json: TimeSettingsValues) => answer(api.admin['time-settings'].$post({ json })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: TIME }),
    meta: { success: t('time.saved'), fallback: t('time.failed') },
  });
}
