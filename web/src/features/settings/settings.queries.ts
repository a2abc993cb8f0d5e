import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../lib/api/api.ts';

const CONFIG = ['settings', 'class-config'];
const TIME = ['settings', 'time'];
const FACES = ['settings', 'faces'];

export function useClassConfig() {
  const api = useApi();
  return useQuery({
    queryKey: CONFIG,
    queryFn: ({ signal }) => answer(api.admin['class-config'].$get({}, until(signal))),
  });
}

export function useTimeSettings() {
  const api = useApi();
  return useQuery({
    queryKey: TIME,
    queryFn: ({ signal }) => answer(api.admin['time-settings'].$get({}, until(signal))),
  });
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

export function useFaceSettings() {
  const api = useApi();
  return useQuery({
    queryKey: FACES,
    queryFn: ({ signal }) => answer(api.admin['face-settings'].$get({}, until(signal))),
  });
}

export type FaceSettings = NonNullable<ReturnType<typeof useFaceSettings>['data']>;

export function useSaveFaceSettings() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('privacy');
  return useMutation({
    mutationFn: (json: FaceSettings) => answer(api.admin['face-settings'].$post({ json })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: FACES }),
    meta: { success: t('faces.saved'), fallback: t('faces.failed') },
  });
}

/** The face model and master key in use, who must enrol again, whose face cannot be opened. */
export function useFaceStatus() {
  const api = useApi();
  return useQuery({
    queryKey: ['people', 'face-status'],
    queryFn: ({ signal }) => answer(api.admin['face-status'].$get({}, until(signal))),
    retry: false,
  });
}
