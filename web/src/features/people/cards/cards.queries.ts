import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, type Api, answer, until, useApi } from '../../../lib/api/api.ts';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useInvalidate } from '../../../lib/api/query-keys.ts';
import { downloadBlob } from '../../../lib/download.ts';
import { languageOf } from '../../../lib/i18n/i18n.ts';

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
  const { t, i18n } = useTranslation('cards');
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (let at = 0; at < ids.length; at += CARDS_PER_FILE) {
        const user_ids = ids.slice(at, at + CARDS_PER_FILE);
        const response: Response = await api.admin.cards.sheet.$post({
          json: { lang: languageOf(i18n), user_ids },
        });
        if (!response.ok) throw await toApiError(response);
        const part = ids.length > CARDS_PER_FILE ? `-${at / CARDS_PER_FILE + 1}` : '';
        downloadBlob(await response.blob(), `${t('print.file')}${part}.pdf`);
      }
    },
    onSettled: useInvalidate('people'),
    meta: { success: t('print.made'), fallback: t('print.failed') },
  });
}
