import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Answer, type Api, answer, until, useApi } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useHost } from '../../lib/api/host.ts';
import { createKioskClient, type KioskClient } from '../../lib/kiosk/kiosk-client.ts';
import { createKioskStore, type KioskStore, newIdentity } from '../../lib/kiosk/kiosk-store.ts';

export type KioskAnswer = Answer<Awaited<ReturnType<Api['kiosk']['identify']['$post']>>>;

export type OwnKiosk = Answer<Awaited<ReturnType<Api['kiosk']['$get']>>>;

/** The store and the signed client of this device. */
export function useKioskParts(): { readonly store: KioskStore; readonly client: KioskClient } {
  const host = useHost();
  const [store] = useState(createKioskStore);
  const client = useMemo(
    () => createKioskClient({ fetch: host.fetch, base: host.base, store }),
    [host.fetch, host.base, store],
  );
  return { store, client };
}

const OWN = ['kiosk', 'own'];
/** How often settings are read again, and a revoked device learns that it is one. */
const REFRESH_MS = 20_000;

/** The settings of this kiosk; null while the device is not paired. */
export function useOwnKiosk({ store, client }: ReturnType<typeof useKioskParts>) {
  return useQuery({
    queryKey: OWN,
    queryFn: async ({ signal }): Promise<OwnKiosk | null> => {
      if (!(await store.read())?.kioskId) return null;
      try {
        const settings = await answer(client.api.kiosk.$get({}, until(signal)));
        client.learn(settings.server_time);
        return settings;
      } catch (error) {
        if (!(error instanceof ApiError) || !isEnded(error)) throw error;
        // Revoked, or another device took its place: what is left is to be paired anew.
        await store.forget();
        return null;
      }
    },
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
    retry: false,
  });
}

/** Whether the server no longer knows this device. */
export const isEnded = ({ code, fields }: ApiError): boolean =>
  code === 'kiosk_unknown' || (code === 'kiosk_refused' && fields.reason === 'signature');

/** How often a device asks whether it was paired. */
const POLL_MS = 1_500;

/** A code for this device, renewed before it ends; `onPaired` is called when an administrator has used it. */
export function usePairing(store: KioskStore) {
  const api = useApi();
  const code = useQuery({
    queryKey: ['kiosk', 'code'],
    queryFn: async ({ signal }) => {
      const identity = (await store.read()) ?? (await newIdentity());
      await store.save({ ...identity, kioskId: null });
      const asked = await answer(
        api.kiosk.pairings.$post({ json: { public_key: identity.publicKey } }, until(signal)),
      );
      return { code: asked.code, leftMs: asked.left_ms };
    },
    refetchInterval: ({ state }) => (state.data ? state.data.leftMs - 5_000 : 10_000),
    refetchIntervalInBackground: true,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const shown = code.data?.code;
  const state = useQuery({
    queryKey: ['kiosk', 'pairing', shown],
    enabled: shown !== undefined,
    queryFn: async ({ signal, client }) => {
      const found = await answer(
        api.kiosk.pairings[':code'].$get({ param: { code: shown ?? '' } }, until(signal)),
      );
      if (found.kiosk_id) {
        const identity = await store.read();
        if (identity) await store.save({ ...identity, kioskId: found.kiosk_id });
        await client.invalidateQueries({ queryKey: OWN });
      }
      return found;
    },
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: true,
    retry: false,
  });
  return { code, state };
}

/** What a kiosk asks the server. None of it is repeated by itself: the person is still there and looks again. */
export function useKioskCalls(client: Api) {
  const identify = useMutation({
    mutationFn: (images: readonly string[]) =>
      answer(client.kiosk.identify.$post({ json: { images: [...images] } })),
    meta: { quiet: true },
  });
  const digits = useMutation({
    mutationFn: (json: { try_id: string; digits: string }) => answer(client.kiosk.digits.$post({ json })),
    meta: { quiet: true },
  });
  const pin = useMutation({
    mutationFn: (json: { user_id: string; pin: string }) => answer(client.kiosk.pin.$post({ json })),
    meta: { quiet: true },
  });
  const notMe = useMutation({
    mutationFn: (answer_id: string) => answer(client.kiosk['not-me'].$post({ json: { answer_id } })),
    meta: { quiet: true },
  });
  return { identify, digits, pin, notMe };
}
