import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type Answer, type Api, answer, until, useApi } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useHost } from '../../lib/api/host.ts';
import { OWN_KIOSK } from '../../lib/api/query-keys.ts';
import { type BehindExit, createBehindExit } from '../../lib/kiosk/behind-exit.ts';
import { createKioskClient, refusalOf } from '../../lib/kiosk/kiosk-client.ts';
import { createKioskClock, type KioskClock } from '../../lib/kiosk/kiosk-clock.ts';
import { createKioskStore, type KioskStore, newIdentity } from '../../lib/kiosk/kiosk-store.ts';
import { createKioskQueue, type KioskQueue, type QueueSize } from '../../lib/kiosk/queue/kiosk-queue.ts';
import { createQueueStore, type QueueStore } from '../../lib/kiosk/queue/queue-store.ts';
import { sealEvidence } from '../../lib/kiosk/queue/seal.ts';

export type KioskAnswer = Answer<Awaited<ReturnType<Api['kiosk']['identify']['$post']>>>;

type Settings = Answer<Awaited<ReturnType<Api['kiosk']['$get']>>>;

/** The settings of this kiosk, of before where the server cannot be reached. */
export type OwnKiosk = Settings & { readonly isOffline: boolean };

/** What this device is a kiosk with. */
export interface KioskParts {
  readonly store: KioskStore;
  /** The signed client. */
  readonly client: Api;
  readonly clock: KioskClock;
  readonly kept: QueueStore;
  readonly queue: KioskQueue;
  readonly behindExit: BehindExit;
}

/** How often the time is kept for a page that is loaded without a network. */
const KEEP_CLOCK_MS = 5_000;

async function keepClock({ clock, kept }: Pick<KioskParts, 'clock' | 'kept'>): Promise<void> {
  const anchor = clock.anchor();
  if (anchor) await kept.saveClock(anchor);
}

export function useKioskParts(): KioskParts {
  const { fetch, base, isInBrowser } = useHost();
  const parts = useMemo(() => {
    const [store, kept, clock] = [createKioskStore(), createQueueStore(), createKioskClock()];
    const client = createKioskClient({ fetch, base, store, clock, isPatient: isInBrowser });
    return {
      store,
      kept,
      clock,
      client,
      behindExit: createBehindExit(),
      queue: createKioskQueue({ store, queue: kept, clock, api: client, seal: sealEvidence }),
    };
  }, [fetch, base, isInBrowser]);
  useEffect(() => {
    const timer = setInterval(() => void keepClock(parts).catch(() => undefined), KEEP_CLOCK_MS);
    return () => clearInterval(timer);
  }, [parts]);
  return parts;
}

/** How often settings are read again, and a revoked device learns that it is one. */
const REFRESH_MS = 20_000;
/** How often a kiosk without a network asks whether the server is back. */
const BACK_MS = 4_000;

/** The settings of this kiosk; null while the device is not paired. Sends what was written down without a network. */
export function useOwnKiosk({ store, client, clock, kept, queue, behindExit }: KioskParts) {
  return useQuery({
    queryKey: OWN_KIOSK,
    queryFn: async ({ signal }): Promise<OwnKiosk | null> => {
      if (!(await store.read())?.kioskId) return null;
      // Before the server tells the time: how far the kept time was off is what says whether entries can be believed.
      const anchor = await kept.readClock();
      if (anchor) clock.resume(anchor);
      try {
        const settings = await answer(client.kiosk.$get({}, until(signal)));
        clock.learn(settings.server_time);
        await kept.saveSettings(settings);
        await keepClock({ clock, kept });
        if (!settings.keeps_present) await behindExit.forgetList();
        void queue.flush();
        return { ...settings, isOffline: false };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (isEnded(error)) {
          // Revoked, or another device took its place: what is left is to be paired anew.
          await Promise.all([store.forget(), behindExit.forget()]);
          return null;
        }
        const before = error.isWithoutServer ? await kept.readSettings() : null;
        if (!before) throw error;
        return { ...(before as Settings), isOffline: true }; // as it was saved above
      }
    },
    refetchInterval: ({ state }) => (state.data?.isOffline ? BACK_MS : REFRESH_MS),
    refetchIntervalInBackground: true,
    retry: false,
  });
}

/** What waits to be sent. */
export function useQueueSize({ queue }: Pick<KioskParts, 'queue'>): QueueSize {
  useEffect(() => void queue.count(), [queue]);
  return useSyncExternalStore(queue.subscribe, queue.size, queue.size);
}

/** Whether the server no longer knows this device. */
export const isEnded = (error: ApiError): boolean =>
  error.code === 'kiosk_unknown' || refusalOf(error) === 'signature';

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
        await client.invalidateQueries({ queryKey: OWN_KIOSK });
      }
      return found;
    },
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: true,
    retry: false,
  });
  return { code, state };
}

/** Pictures and PINs are forgotten as soon as the next ones are sent: a queue must not fill the memory of a tablet. */
const FORGOTTEN = { gcTime: 0, meta: { quiet: true } };

/** What a kiosk asks the server. None of it is repeated by itself: the person is still there and looks again. */
export function useKioskCalls(client: Api) {
  const digits = useMutation({
    mutationFn: (json: { try_id: string; digits: string }) => answer(client.kiosk.digits.$post({ json })),
    ...FORGOTTEN,
  });
  const movement = useMutation({
    mutationFn: (json: { movement_id: string; images: string[] }) =>
      answer(client.kiosk.movement.$post({ json })),
    ...FORGOTTEN,
  });
  const notMe = useMutation({
    mutationFn: (answer_id: string) => answer(client.kiosk['not-me'].$post({ json: { answer_id } })),
    ...FORGOTTEN,
  });
  return { digits, movement, notMe };
}
