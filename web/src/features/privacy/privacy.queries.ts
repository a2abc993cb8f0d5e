import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../lib/api/api.ts';
import { toApiError } from '../../lib/api/api-error.ts';
import { useInvalidate } from '../../lib/api/query-keys.ts';
import { downloadBlob } from '../../lib/download.ts';

const SETTINGS = ['settings', 'privacy'];

export function usePrivacySettings() {
  const api = useApi();
  return useQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => answer(api.admin['privacy-settings'].$get({}, until(signal))),
  });
}

export type PrivacyValues = NonNullable<ReturnType<typeof usePrivacySettings>['data']>;

export function useSavePrivacySettings() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('privacy');
  return useMutation({
    mutationFn: (json: PrivacyValues) => answer(api.admin['privacy-settings'].$put({ json })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SETTINGS }),
    meta: { success: t('settings.saved'), fallback: t('settings.failed') },
  });
}

export function usePreviewRetention() {
  const api = useApi();
  const { t } = useTranslation('privacy');
  return useMutation({
    mutationFn: (json: PrivacyValues) => answer(api.admin.retention.preview.$post({ json })),
    meta: { fallback: t('settings.previewFailed') },
  });
}

const RUNS = ['settings', 'retention-runs'];

export function useRetentionRuns() {
  const api = useApi();
  return useQuery({
    queryKey: RUNS,
    queryFn: async ({ signal }) => (await answer(api.admin.retention.runs.$get({}, until(signal)))).runs,
  });
}

export type RetentionRun = NonNullable<ReturnType<typeof useRetentionRuns>['data']>[number];

export function useUndoRetention() {
  const api = useApi();
  const { t } = useTranslation('privacy');
  const onSettled = useInvalidate('settings', 'stats', 'analytics', 'attendance', 'profile', 'operations');
  return useMutation({
    mutationFn: (operation: number) =>
      answer(api.admin.retention[':operation'].undo.$post({ param: { operation: String(operation) } })),
    onSettled,
    meta: { success: t('runs.done'), fallback: t('runs.failed') },
  });
}

export function useMyConsent() {
  const api = useApi();
  return useQuery({
    queryKey: ['profile', 'my-consent'],
    queryFn: ({ signal }) => answer(api.user.consent.$get({}, until(signal))),
  });
}

export function useConsentsOf(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['profile', 'consents', id],
    queryFn: ({ signal }) => answer(api.admin.users[':id'].consent.$get({ param: { id } }, until(signal))),
  });
}

export type Consents = NonNullable<ReturnType<typeof useConsentsOf>['data']>;
export type Consent = Consents['consents'][number];

/** Gives and withdraws the signed-in person's consent. */
export function useMyConsentChanges() {
  const api = useApi();
  const onSuccess = useInvalidate('profile', 'people');
  const { t } = useTranslation('privacy');
  const give = useMutation({
    mutationFn: (version: string) => answer(api.user.consent.$post({ json: { version } })),
    onSettled: onSuccess,
    meta: { success: t('mine.agreed'), fallback: t('mine.agreeFailed') },
  });
  const withdraw = useMutation({
    mutationFn: () => answer(api.user.consent.$delete()),
    onSuccess,
    meta: { success: t('mine.withdrawnDone'), fallback: t('consent.withdrawFailed') },
  });
  return { give, withdraw };
}

/** Records, as an administrator, a consent given on paper or its withdrawal. */
export function useConsentChanges(id: string) {
  const api = useApi();
  const onSuccess = useInvalidate('profile', 'people');
  const { t } = useTranslation('privacy');
  const give = useMutation({
    mutationFn: (given_by: string) =>
      answer(api.admin.users[':id'].consent.$post({ param: { id }, json: { given_by } })),
    onSuccess,
    meta: { success: t('consent.noted_done'), fallback: t('consent.noteFailed') },
  });
  const withdraw = useMutation({
    mutationFn: () => answer(api.admin.users[':id'].consent.$delete({ param: { id } })),
    onSuccess,
    meta: { success: t('consent.withdrawnDone'), fallback: t('consent.withdrawFailed') },
  });
  return { give, withdraw };
}

/** Downloads all data about a person as one file; without an id, about the signed-in person. */
export function useDownloadData(id?: string) {
  const api = useApi();
  const { t } = useTranslation('privacy');
  return useMutation({
    mutationFn: async () => {
      const response: Response = id
        ? await api.admin.users[':id'].data.$get({ param: { id } })
        : await api.user['my-data'].$get();
      if (!response.ok) throw await toApiError(response);
      downloadBlob(await response.blob(), id ? `data-${id}.json` : 'my-data.json');
    },
    meta: { fallback: t('consent.downloadFailed') },
  });
}
