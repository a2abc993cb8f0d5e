import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, type Api, answer, until, useApi } from '../../../lib/api/api.ts';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useInvalidate } from '../../../lib/api/query-keys.ts';
import { downloadBlob } from '../../../lib/download.ts';
import { languageOf } from '../../../lib/i18n/i18n.ts';
import { toast } from '../../../lib/toast.tsx';
import { useInParts } from '../bulk.queries.ts';

export type PersonCards = Answer<Awaited<ReturnType<Api['admin']['users'][':id']['cards']['$get']>>>;

export function usePersonCards(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['people', 'cards', id],
    queryFn: ({ signal }) => answer(api.admin.users[':id'].cards.$get({ param: { id } }, until(signal))),
  });
}

export function useAssignCard(id: string) {
  const api = useApi();
  const { t } = useTranslation('cards');
  return useMutation({
    mutationFn: (number: string) =>
      answer(api.admin.users[':id'].cards.$post({ param: { id }, json: { number } })),
    onSettled: useInvalidate('people'),
    meta: { quiet: true, success: t('assigned') },
  });
}

export function useRevokeCard(id: string) {
  const api = useApi();
  const { t } = useTranslation('cards');
  return useMutation({
    mutationFn: (card_id: string) =>
      answer(api.admin.users[':id'].cards[':card_id'].$delete({ param: { id, card_id } })),
    onSettled: useInvalidate('people'),
    meta: { success: t('revoked'), fallback: t('revokeFailed') },
  });
}

export function useRemoveTheirPhone(id: string) {
  const api = useApi();
  const { t } = useTranslation('cards');
  return useMutation({
    mutationFn: (phone_id: string) =>
      answer(api.admin.users[':id'].phones[':phone_id'].$delete({ param: { id, phone_id } })),
    onSettled: useInvalidate('people'),
    meta: { success: t('phoneRemoved'), fallback: t('removePhoneFailed') },
  });
}

/** People of one file of cards; more make several. */
const CARDS_PER_FILE = 500;

/** Downloads new cards; those from before count no more. */
export function usePrintCards() {
  const api = useApi();
  const { t, i18n } = useTranslation(['cards', 'people']);
  const { progress, run } = useInParts(CARDS_PER_FILE, async (user_ids, part) => {
    const response: Response = await api.admin.cards.sheet.$post({
      json: { lang: languageOf(i18n), user_ids },
    });
    if (!response.ok) throw await toApiError(response);
    downloadBlob(await response.blob(), `${t('print.file')}${part > 1 ? `-${part}` : ''}.pdf`);
  });
  const print = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const { left, error } = await run(ids);
      if (error) throw error;
      return left.length;
    },
    onSuccess: (left) =>
      left === 0
        ? toast('success', t('print.made'))
        : toast('warning', t('people:bulk.left', { count: left })),
    onSettled: useInvalidate('people'),
    meta: { fallback: t('print.failed') },
  });
  return { print, progress };
}
