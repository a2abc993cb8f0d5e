import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Api, answer, until, useApi } from '../../../lib/api/api.ts';
import { useInvalidate } from '../../../lib/api/query-keys.ts';

const KIOSKS = ['settings', 'kiosks'];
/** Kiosks are seen and used while the page is open. */
const REFRESH_MS = 60_000;

export function useKiosks() {
  const api = useApi();
  return useQuery({
    queryKey: KIOSKS,
    queryFn: async ({ signal }) => (await answer(api.admin.kiosks.$get({}, until(signal)))).kiosks,
    refetchInterval: REFRESH_MS,
  });
}

export type KioskListing = NonNullable<ReturnType<typeof useKiosks>['data']>[number];
export type KioskInput = Parameters<Api['admin']['kiosks']['$post']>[0]['json'];

/** Adds a kiosk, or changes the one with this id. Answers its id. */
export function useSaveKiosk() {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ id, input }: { id: string | null; input: KioskInput }): Promise<string> => {
      if (id === null) return (await answer(api.admin.kiosks.$post({ json: input }))).kiosk_id;
      await answer(api.admin.kiosks[':id'].$put({ param: { id }, json: input }));
      return id;
    },
    onSuccess: useInvalidate('settings'),
    meta: { quiet: true },
  });
}

export function usePairKiosk() {
  const api = useApi();
  const { t } = useTranslation('kiosks');
  return useMutation({
    mutationFn: ({ id, code }: { id: string; code: string }) =>
      answer(api.admin.kiosks[':id'].pair.$post({ param: { id }, json: { code } })),
    onSuccess: useInvalidate('settings'),
    meta: { quiet: true, success: t('pair.done') },
  });
}

export function useRevokeKiosk() {
  const api = useApi();
  const { t } = useTranslation('kiosks');
  return useMutation({
    mutationFn: (id: string) => answer(api.admin.kiosks[':id'].revoke.$post({ param: { id } })),
    // Another administrator may have been faster.
    onSettled: useInvalidate('settings'),
    meta: { success: t('revoke.done'), fallback: t('revoke.failed') },
  });
}

export function useRemoveKiosk() {
  const api = useApi();
  const { t } = useTranslation('kiosks');
  return useMutation({
    mutationFn: (id: string) => answer(api.admin.kiosks[':id'].$delete({ param: { id } })),
    onSettled: useInvalidate('settings'),
    meta: { success: t('remove.done'), fallback: t('remove.failed') },
  });
}

/** The latest answers of a kiosk. */
export function useKioskAnswers(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...KIOSKS, id, 'answers'],
    queryFn: async ({ signal }) =>
      (await answer(api.admin.kiosks[':id'].answers.$get({ param: { id } }, until(signal)))).answers,
    staleTime: 0,
  });
}

export type KioskAnswer = NonNullable<ReturnType<typeof useKioskAnswers>['data']>[number];
