import type { EvidenceDemand } from '@rollcall/core/attendance/evidence/evidence.types';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, answer, until, useApi } from '../../../lib/api/api.ts';

const EVIDENCE = ['settings', 'evidence'];

/** What a check-in must show besides a face, and the institution's networks. */
export function useEvidenceSettings() {
  const api = useApi();
  return useQuery({
    queryKey: EVIDENCE,
    queryFn: ({ signal }) => answer(api.admin.evidence.$get({}, until(signal))),
  });
}

export type EvidenceSettings = Answer<
  Awaited<ReturnType<ReturnType<typeof useApi>['admin']['evidence']['$get']>>
>;

/** Classes that can be given a demand of their own. */
export function useClassNames() {
  const api = useApi();
  return useQuery({
    queryKey: [...EVIDENCE, 'classes'],
    queryFn: async ({ signal }) => (await answer(api.admin.classes.$get({}, until(signal)))).classes,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: EVIDENCE });
}

export function useSaveDemands() {
  const api = useApi();
  const { t } = useTranslation('privacy');
  return useMutation({
    mutationFn: (json: EvidenceSettings['demands']) => answer(api.admin.evidence.$put({ json })),
    onSuccess: useRefresh(),
    meta: { success: t('evidence.saved'), fallback: t('evidence.failed') },
  });
}

export function useSaveClassDemand() {
  const api = useApi();
  const { t } = useTranslation('privacy');
  return useMutation({
    mutationFn: ({ id, demand }: { id: number; demand: EvidenceDemand | null }) =>
      answer(api.admin.evidence.classes[':id'].$put({ param: { id: String(id) }, json: { demand } })),
    onSuccess: useRefresh(),
    meta: { success: t('evidence.saved'), fallback: t('evidence.failed') },
  });
}

export function useAddNetwork() {
  const api = useApi();
  const { t } = useTranslation('privacy');
  return useMutation({
    mutationFn: (json: { network: string; name: string }) =>
      answer(api.admin.evidence.networks.$post({ json })),
    onSuccess: useRefresh(),
    meta: { success: t('evidence.added'), fallback: t('evidence.failed') },
  });
}

export function useRemoveNetwork() {
  const api = useApi();
  const { t } = useTranslation('privacy');
  return useMutation({
    mutationFn: (network: string) => answer(api.admin.evidence.networks.$delete({ query: { network } })),
    onSuccess: useRefresh(),
    meta: { success: t('evidence.removed'), fallback: t('evidence.failed') },
  });
}
