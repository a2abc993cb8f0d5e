import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, useApi } from '../../lib/api.ts';
import { toApiError } from '../../lib/api-error.ts';
import { downloadBlob } from '../../lib/download.ts';

const KEY = ['operations'];
const MAKING = ['make-file'];

const RUNNING_LOOK_MS = 1000;
const isRunning = ({ state }: { state: string }): boolean => state === 'running';

export function useOperations() {
  const api = useApi();
  const isMaking = useIsMutating({ mutationKey: MAKING }) > 0;
  return useQuery({
    queryKey: KEY,
    queryFn: async () => (await answer(api.admin.operations.$get())).operations,
    // Progress is worth a look every second, but only while there is some.
    refetchInterval: ({ state }) => (isMaking || state.data?.some(isRunning) ? RUNNING_LOOK_MS : false),
  });
}

export type Operation = NonNullable<ReturnType<typeof useOperations>['data']>[number];

/** The three kinds of files, each with its own words when it fails. */
export function useMakeFile() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('admin');
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: KEY });
  const backup = useMutation({
    mutationKey: MAKING,
    mutationFn: (passphrase: string | null) =>
      answer(api.admin.backup.database.$post({ json: passphrase === null ? {} : { passphrase } })),
    onSuccess,
    meta: {
      success: t('backup.backupDone'),
      fallback: t('backup.backupFailed'),
      errorTitle: t('backup.backupFailedTitle'),
    },
  });
  const json = useMutation({
    mutationKey: MAKING,
    mutationFn: () => answer(api.admin.export.json.$post()),
    onSuccess,
    meta: { success: t('backup.exportDone'), fallback: t('backup.jsonFailed') },
  });
  const csv = useMutation({
    mutationKey: MAKING,
    mutationFn: (date: string) => answer(api.admin.export.csv.$post({ json: { date } })),
    onSuccess,
    meta: { success: t('backup.exportDone'), fallback: t('backup.csvFailed') },
  });
  return { backup, json, csv };
}

export function useDownload() {
  const api = useApi();
  const { t } = useTranslation('admin');
  return useMutation({
    mutationFn: async (file: string) => {
      const response: Response = await api.admin.download[':file'].$get({ param: { file } });
      if (!response.ok) throw await toApiError(response);
      downloadBlob(await response.blob(), file);
    },
    meta: { fallback: t('backup.downloadFailed') },
  });
}
