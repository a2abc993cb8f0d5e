import { importPhoneKey } from '@rollcall/core/attendance/kiosk/cards/phone-codes.rules';
import { fromBase64Url } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../../lib/api/api.ts';
import { now } from '../../../lib/format/dates.ts';
import type { PhoneStore } from '../../../lib/kiosk/phone-store.ts';
import { useSessionState } from '../../../lib/session/session.ts';

const PHONES = ['me', 'phones'];
const OWN_PHONE = ['own-phone'];

export function usePhones() {
  const api = useApi();
  return useQuery({
    queryKey: PHONES,
    queryFn: ({ signal }) => answer(api.user.phones.$get({}, until(signal))),
  });
}

export function useRemovePhone() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('cards');
  return useMutation({
    mutationFn: (phone_id: string) => answer(api.user.phones[':phone_id'].$delete({ param: { phone_id } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: PHONES }),
    meta: { success: t('phoneRemoved'), fallback: t('removePhoneFailed') },
  });
}

/** What this browser makes codes with; null where it was never added. Nothing of it is on the network. */
export function useOwnPhone(store: PhoneStore) {
  return useQuery({
    queryKey: OWN_PHONE,
    queryFn: ({ signal }) => store.read().then((phone) => (signal.aborted ? null : phone)),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Compares the clock with the server's, and learns whether the phone was removed meanwhile; only where there is a network. */
export function useCompareClock(store: PhoneStore) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { isSignedIn } = useSessionState();
  return useQuery({
    queryKey: [...PHONES, 'clock'],
    enabled: isSignedIn,
    queryFn: async ({ signal }): Promise<'kept' | 'ended' | 'none'> => {
      const own = await store.read();
      if (!own) return 'none';
      const { phones, server_time } = await answer(api.user.phones.$get({}, until(signal)));
      const isKept = phones.some(({ id }) => id === own.phoneId);
      const comparedAt = now();
      if (isKept) await store.save({ ...own, aheadMs: server_time - comparedAt.getTime(), comparedAt });
      else await store.forget();
      await queryClient.invalidateQueries({ queryKey: OWN_PHONE });
      return isKept ? 'kept' : 'ended';
    },
    retry: false,
  });
}

/** Makes this browser a phone of the signed-in person. */
export function useAddPhone(store: PhoneStore) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const before = await store.read();
      const added = await answer(api.user.phones.$post({ json: { replaces: before?.phoneId ?? null } }));
      const comparedAt = now();
      await store.save({
        phoneId: added.phone_id,
        key: await importPhoneKey(fromBase64Url(added.key)),
        name: added.name,
        aheadMs: added.server_time - comparedAt.getTime(),
        comparedAt,
      });
      // Safari and others throw away what a page stored unless it asks.
      await navigator.storage?.persist?.().catch(() => false);
    },
    onSettled: () =>
      Promise.all(
        [PHONES, OWN_PHONE].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey, refetchType: 'all' }),
        ),
      ),
    // What it answered holds the key.
    gcTime: 0,
    meta: { quiet: true },
  });
}
