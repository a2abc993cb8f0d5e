import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, useApi } from '../../lib/api.ts';
import { toApiError } from '../../lib/api-error.ts';
import { downloadBlob } from '../../lib/download.ts';

const KEY = ['settings', 'backup-schedule'];

export function useSchedule() {
  const api = useApi();
  return useQuery({ queryKey: KEY, queryFn: () => answer(api.admin.backup.schedule.$get()) });
}

export type Schedule = NonNullable<ReturnType<typeof useSchedule>['data']>;

export function useSaveSchedule() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('safety');
  return useMutation({
    mutationFn: (json: Schedule) => answer(api.admin.backup.schedule.$put({ json })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
    meta: { success: t('schedule.saved'), fallback: t('schedule.failed') },
  });
}

export function useExportKeys() {
  const api = useApi();
  const { t } = useTranslation('safety');
  return useMutation({
    mutationFn: async (passphrase: string) => {
      const response: Response = await api.admin.keys.export.$post({ json: { passphrase } });
      if (!response.ok) throw await toApiError(response);
      downloadBlob(await response.blob(), 'rollcall.keys');
    },
    meta: { success: t('keys.done'), fallback: t('keys.failed') },
  });
}
