import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../lib/api/api.ts';
import { toApiError } from '../../lib/api/api-error.ts';
import { downloadBlob, nameOfFile } from '../../lib/download.ts';

const OPERATIONS_KEY = ['operations'];
const START_KEY = ['start-operation'];

const POLL_MS = 1000;
const isRunning = ({ state }: { state: string }): boolean => state === 'running';

export function useOperations() {
  const api = useApi();
  const isStarting = useIsMutating({ mutationKey: START_KEY }) > 0;
  return useQuery({
    queryKey: OPERATIONS_KEY,
    queryFn: async ({ signal }) => (await answer(api.admin.operations.$get({}, until(signal)))).operations,
    // Poll for progress only while an operation is running.
    refetchInterval: ({ state }) => (isStarting || state.data?.some(isRunning) ? POLL_MS : false),
  });
}

export type Operation = NonNullable<ReturnType<typeof useOperations>['data']>[number];

/** Mutations that start a backup, a JSON export and a CSV export. */
export function useStartOperation() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('admin');
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: OPERATIONS_KEY });
  const backup = useMutation({
    mutationKey: START_KEY,
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
    mutationKey: START_KEY,
    mutationFn: () => answer(api.admin.export.json.$post()),
    onSuccess,
    meta: { success: t('backup.exportDone'), fallback: t('backup.jsonFailed') },
  });
  const csv = useMutation({
    mutationKey: START_KEY,
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
      downloadBlob(await response.blob(), nameOfFile(response) ?? file);
    },
    meta: { fallback: t('backup.downloadFailed') },
  });
}

const JOBS_POLL_MS = 60_000;

/** Background work of the servers: failures of the automatic backup, and whether the files can be reached. */
export function useJobs() {
  const api = useApi();
  return useQuery({
    queryKey: ['jobs'],
    queryFn: ({ signal }) => answer(api.admin.jobs.$get({}, until(signal))),
    refetchInterval: JOBS_POLL_MS,
  });
}

const SCHEDULE_KEY = ['settings', 'backup-schedule'];

export function useSchedule() {
  const api = useApi();
  return useQuery({
    queryKey: SCHEDULE_KEY,
    queryFn: ({ signal }) => answer(api.admin.backup.schedule.$get({}, until(signal))),
  });
}

export type Schedule = NonNullable<ReturnType<typeof useSchedule>['data']>;

export function useSaveSchedule() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('safety');
  return useMutation({
    mutationFn: (json: Schedule) => answer(api.admin.backup.schedule.$put({ json })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SCHEDULE_KEY }),
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
