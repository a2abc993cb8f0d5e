import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, useApi } from '../../lib/api.ts';
import { toApiError } from '../../lib/api-error.ts';

const LOOK_MS = 1000;

export function useUploadPhotos() {
  const api = useApi();
  return useMutation({
    mutationFn: (file: File) => answer(api.admin.import.photos.upload.$post({}, { init: { body: file } })),
    meta: { quiet: true },
  });
}

export type PhotoPlan = NonNullable<ReturnType<typeof useUploadPhotos>['data']>;

export function useEnrolPhotos() {
  const api = useApi();
  const { t } = useTranslation('imports');
  return useMutation({
    mutationFn: async (json: { upload: string; replace: boolean }) =>
      (await answer(api.admin.import.photos.$post({ json }))).report_file,
    meta: { success: t('photos.started'), fallback: t('photos.failed') },
  });
}

/** The work goes on by itself; its operation says how far it is. */
export function usePhotoOperation(file: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['operations', 'photos', file],
    queryFn: async () => {
      const { operations } = await answer(api.admin.operations.$get());
      return operations.find(({ filename }) => filename === file) ?? null;
    },
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : LOOK_MS),
  });
}

export interface PhotoOutcome {
  readonly id: string;
  readonly photos: number;
  readonly outcome: string;
  readonly message: string;
  /** Reports of the first version have the sentence only. */
  readonly reason?: string | null;
  readonly photo?: number | null;
  readonly other?: string | null;
}

export interface PhotoReport {
  readonly people: readonly PhotoOutcome[];
  readonly unknown: readonly string[];
}

export function usePhotoReport(file: string, isReady: boolean) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: ['operations', 'photo-report', file],
    enabled: isReady,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const response: Response = await api.admin.download[':file'].$get({ param: { file } });
      if (!response.ok) throw await toApiError(response);
      void queryClient.invalidateQueries({ queryKey: ['people'] });
      const text = await response.text();
      return { text, report: JSON.parse(text) as PhotoReport }; // written by our own server: rollcall-photo-import, version 1
    },
  });
}
