import { digestOfBody, toBase64Url } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import {
  chainStart,
  type EntryHead,
  hashOfEntry,
  sealedFor,
  signEntry,
} from '@rollcall/core/attendance/kiosk/queue/entry.rules';
import type { SealedEvidence } from '@rollcall/core/attendance/kiosk/queue/evidence.rules';
import { MAX_AGE_MS, QUEUE_LIMITS } from '@rollcall/core/attendance/kiosk/queue/queue.rules';
import { type Api, answer } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import type { KioskClock } from '../kiosk-clock.ts';
import type { KioskStore } from '../kiosk-store.ts';
import type { KeptEntry, QueueStore } from './queue-store.ts';
import type { sealEvidence } from './seal.ts';

interface Needs {
  readonly store: KioskStore;
  readonly queue: QueueStore;
  readonly clock: KioskClock;
  readonly api: Api;
  readonly seal: typeof sealEvidence;
}

/** The key that the server gave this kiosk to seal to. */
export interface SealTo {
  readonly key_id: string;
  readonly public_key: string;
}

export interface QueueSize {
  readonly entries: number;
  /** How many fit in all. */
  readonly most: number;
  /** Those that the server refused for good. */
  readonly undelivered: number;
}

/** Answers that another try does not change: what the entry holds is not what the server takes. */
const isFinal = ({ status }: ApiError): boolean => status === 400 || status === 413 || status === 422;

/** Two tabs of one kiosk write one chain. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('rollcall-kiosk-queue', work) : work();

/**
 * What a kiosk does without a network: it writes down what people show, sealed, signed and numbered, and sends it in
 * order when the server is back. It decides nothing.
 */
export function createKioskQueue({ store, queue, clock, api, seal }: Needs) {
  const listeners = new Set<() => void>();
  let size: QueueSize = { entries: 0, most: QUEUE_LIMITS.entries, undelivered: 0 };
  const count = async () => {
    const { entries, aside } = await queue.size();
    if (entries === size.entries && aside === size.undelivered) return;
    size = { ...size, entries, undelivered: aside };
    for (const listener of listeners) listener();
  };

  const toWire = (entry: KeptEntry, sealed: string) => ({
    kiosk_id: entry.kioskId,
    number: entry.number,
    taken_at: entry.takenAt,
    basis: entry.basis,
    page: entry.page,
    page_ms: entry.pageMs,
    key_id: entry.keyId,
    digest: entry.digest,
    previous: entry.previous,
    signature: entry.signature,
    sealed,
  });

  const send = async (entry: KeptEntry): Promise<void> => {
    const { page, pageMs } = clock.stamp();
    const sender = { page, page_ms: pageMs, drift_ms: clock.driftMs() };
    const json = { ...toWire(entry, toBase64Url(entry.sealed)), sender };
    await answer(api.kiosk.queue.$post({ json }));
  };

  let sending: Promise<void> | null = null;
  const sendAll = async (): Promise<void> => {
    // What is sealed in them must not stay on the device for ever.
    await queue.removeAsideBefore(clock.serverNow().getTime() - MAX_AGE_MS);
    for (let entry = await queue.first(); entry; entry = await queue.first()) {
      try {
        await send(entry);
        await queue.remove(entry.number);
      } catch (error) {
        // Anything else may pass: the entry waits, and those behind it.
        if (!(error instanceof ApiError) || !isFinal(error)) return;
        await queue.setAside(entry.number);
      }
      await count();
    }
  };

  return {
    /** Writes down what somebody showed. False when nothing more fits. */
    add: (evidence: SealedEvidence, sealTo: SealTo): Promise<boolean> =>
      alone(async () => {
        const identity = await store.read();
        if (!identity?.kioskId) return false;
        const { entries, bytes } = await queue.size();
        if (entries >= QUEUE_LIMITS.entries || bytes >= QUEUE_LIMITS.bytes) return false;
        const end = await queue.end();
        const time = clock.stamp();
        const head = { kioskId: identity.kioskId, number: (end?.number ?? 0) + 1, ...time };
        const sealed = await seal(sealTo.public_key, evidence, sealedFor(head));
        const entry: EntryHead = {
          ...head,
          keyId: sealTo.key_id,
          digest: await digestOfBody(toBase64Url(sealed)),
          previous: end?.hash ?? (await chainStart(identity.publicKey)),
        };
        const signature = await signEntry(identity.privateKey, entry);
        await queue.add(
          { ...entry, signature, sealed },
          { number: entry.number, hash: await hashOfEntry(entry) },
        );
        await count();
        return true;
      }),

    /** Sends what waits, in order, until all is taken or the server is gone again. */
    flush(): Promise<void> {
      sending ??= sendAll().finally(() => {
        sending = null;
      });
      return sending;
    },

    count,
    size: (): QueueSize => size,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type KioskQueue = ReturnType<typeof createKioskQueue>;
