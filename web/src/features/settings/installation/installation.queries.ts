import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../../lib/api/api.ts';
import { toApiError } from '../../../lib/api/api-error.ts';
import { downloadBlob, nameOfFile } from '../../../lib/download.ts';
import { languageOf } from '../../../lib/i18n/i18n.ts';

const INSTALLATION = ['settings', 'installation'];

/** How good this installation is. The server compares everybody with everybody, so it is asked once per visit. */
export function useInstallation() {
  const api = useApi();
  return useQuery({
    queryKey: INSTALLATION,
    queryFn: ({ signal }) => answer(api.admin.installation.$get({}, until(signal))),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export type Installation = NonNullable<ReturnType<typeof useInstallation>['data']>;
export type MeasuredRate = Installation['choices'][number]['wrong_names'];

export function useDeclareLookAlikes() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('installation');
  return useMutation({
    mutationFn: (json: { one: string; other: string }) => answer(api.admin['look-alikes'].$post({ json })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: INSTALLATION }),
    meta: { success: t('pairs.saved'), fallback: t('pairs.failed') },
  });
}

export type Trial = Pick<Installation['trials'][number], 'attack' | 'tries' | 'passed'>;

export function useNoteTrial() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('installation');
  return useMutation({
    mutationFn: (json: Trial) => answer(api.admin['attack-trials'].$post({ json })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: INSTALLATION }),
    meta: { success: t('trials.saved'), fallback: t('trials.failed') },
  });
}

/** Downloads the document for a data protection officer or works council. */
export function useInstallationSheet() {
  const api = useApi();
  const { t, i18n } = useTranslation('installation');
  return useMutation({
    mutationFn: async () => {
      const response: Response = await api.admin.installation.sheet.$get({
        query: { lang: languageOf(i18n) },
      });
      if (!response.ok) throw await toApiError(response);
      downloadBlob(await response.blob(), nameOfFile(response) ?? `${t('sheet.file')}.pdf`);
    },
    meta: { fallback: t('sheet.failed') },
  });
}
