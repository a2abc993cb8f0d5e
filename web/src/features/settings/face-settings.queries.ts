import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, useApi } from '../../lib/api.ts';

const SETTINGS = ['settings', 'faces'];

export function useFaceSettings() {
  const api = useApi();
  return useQuery({ queryKey: SETTINGS, queryFn: () => answer(api.admin['face-settings'].$get()) });
}

export type FaceSettings = NonNullable<ReturnType<typeof useFaceSettings>['data']>;

export function useSaveFaceSettings() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('privacy');
  return useMutation({
    mutationFn: (json: FaceSettings) => answer(api.admin['face-settings'].$post({ json })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SETTINGS }),
    meta: { success: t('faces.saved'), fallback: t('faces.failed') },
  });
}

/** The model in use, and who must enrol again. Fails where the engine is not there, or still starting. */
export function useFaceStatus() {
  const api = useApi();
  return useQuery({
    queryKey: ['people', 'face-status'],
    queryFn: () => answer(api.admin['face-status'].$get()),
    retry: false,
  });
}
