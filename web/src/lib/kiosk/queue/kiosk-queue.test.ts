import { KIOSK_KEY, toBase64Url } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import {
  type EntryHead,
  hashOfEntry,
  isEntrySigned,
} from '@rollcall/core/attendance/kiosk/queue/entry.rules';
import { QUEUE_LIMITS } from '@rollcall/core/attendance/kiosk/queue/queue.rules';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../../api/api.ts';
import { createKioskClock } from '../kiosk-clock.ts';
import type { KioskIdentity, KioskStore } from '../kiosk-store.ts';
import { createKioskQueue, type SealTo } from './kiosk-queue.ts';
import type { KeptEntry, QueueEnd, QueueStore } from './queue-store.ts';

let identity: KioskIdentity;
let rawKey: Uint8Array;
const sealTo: SealTo = { key_id: 'k1', public_key: 'of the server' };
/** What the server opens is shown by api/src/attendance/kiosk/queue and by the journeys. */
const seal = async () => new Uint8Array([1, 2, 3]);
beforeAll(async () => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(KIOSK_KEY, false, ['sign', 'verify']);
  rawKey = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  identity = {
    privateKey,
    publicKey: toBase64Url(rawKey),
    kioskId: '11111111-1111-4111-8111-111111111111',
  };
});

/** A tablet's memory that survives what the test does to the page. */
function memory() {
  const entries = new Map<number, KeptEntry>();
  const aside = new Map<number, KeptEntry>();
  let end: QueueEnd | null = null;
  const queue: QueueStore = {
    end: async () => end,
    add: async (entry, next) => {
      entries.set(entry.number, entry);
      end = next;
    },
    first: async () => entries.get(Math.min(...entries.keys())) ?? null,
    remove: async (number) => void entries.delete(number),
    setAside: async (number) => {
      const entry = entries.get(number);
      if (entry) aside.set(number, entry);
      entries.delete(number);
    },
    removeAsideBefore: async (takenAt) => {
      for (const [number, entry] of aside) if (entry.takenAt < takenAt) aside.delete(number);
    },
    size: async () => ({ entries: entries.size, bytes: 0, aside: aside.size }),
    readSettings: async () => null,
    saveSettings: async () => undefined,
    readClock: async () => null,
    saveClock: async () => undefined,
  };
  const store: KioskStore = {
    read: async () => identity,
    save: async () => undefined,
    forget: async () => undefined,
    nextCounter: async () => 1,
    countOnFrom: async () => undefined,
  };
  return { queue, store, entries, aside };
}

/** A server that takes entries as it is told to. */
function server(statusOf: (number: number) => number) {
  const taken: number[] = [];
  const post = async ({ json }: { json: { number: number } }) => {
    const status = statusOf(json.number);
    if (status === 0) throw new TypeError('Failed to fetch');
    if (status === 200) taken.push(json.number);
    return Response.json(status === 200 ? { outcome: 'marked' } : { error: { code: 'x', message: '' } }, {
      status,
    });
  };
  return { taken, api: { kiosk: { queue: { $post: post } } } as unknown as Api }; // nothing else is called
}

const PIN = { means: 'pin', user_id: 'STU001', pin: '8530' } as const;
const headOf = ({ signature: _, sealed: __, ...head }: KeptEntry): EntryHead => head;

describe('the queue of a kiosk', () => {
  it('writes entries that are numbered, signed and name the one before', async () => {
    const { queue, store, entries } = memory();
    const open = () =>
      createKioskQueue({ store, queue, clock: createKioskClock(), seal, api: server(() => 0).api });
    expect(await open().add(PIN, sealTo)).toBe(true);
    // The page is loaded again in between.
    expect(await open().add(PIN, sealTo)).toBe(true);
    const [first, second] = [...entries.values()];
    if (!first || !second) throw new Error('Both are kept.');
    expect([first.number, second.number]).toEqual([1, 2]);
    expect(second.previous).toBe(await hashOfEntry(headOf(first)));
    expect(await isEntrySigned(rawKey, second.signature, headOf(second))).toBe(true);
    expect(await isEntrySigned(rawKey, second.signature, { ...headOf(second), takenAt: 0 })).toBe(false);
  });

  it('sends in order, stops where the server is gone, and goes on there', async () => {
    const { queue, store, entries } = memory();
    let isThere = false;
    const { api, taken } = server((number) => (isThere || number < 3 ? 200 : 0));
    const sender = createKioskQueue({ store, queue, clock: createKioskClock(), seal, api });
    for (let i = 0; i < 5; i++) await sender.add(PIN, sealTo);
    await Promise.all([sender.flush(), sender.flush()]);
    expect(taken).toEqual([1, 2]);
    expect(sender.size().entries).toBe(3);
    isThere = true;
    await sender.flush();
    expect(taken).toEqual([1, 2, 3, 4, 5]);
    expect(entries.size).toBe(0);
    await sender.add(PIN, sealTo);
    expect([...entries.keys()]).toEqual([6]);
  });

  it('lays aside what the server will never take, and waits where another try may help', async () => {
    const { queue, store, aside } = memory();
    let third = 503;
    const { api, taken } = server((number) => (number === 2 ? 400 : number === 3 ? third : 200));
    const sender = createKioskQueue({ store, queue, clock: createKioskClock(), seal, api });
    for (let i = 0; i < 4; i++) await sender.add(PIN, sealTo);
    await sender.flush();
    expect(taken).toEqual([1]);
    expect([...aside.keys()]).toEqual([2]);
    expect(sender.size().undelivered).toBe(1);
    third = 200;
    await sender.flush();
    expect(taken).toEqual([1, 3, 4]);
  });

  it('deletes what the server will never take after three days', async () => {
    const { queue, store, aside } = memory();
    const { api } = server(() => 400);
    const clock = createKioskClock();
    clock.learn(Date.parse('2026-03-02T08:00:00Z'));
    const sender = createKioskQueue({ store, queue, clock, seal, api });
    await sender.add(PIN, sealTo);
    await sender.flush();
    await sender.flush();
    expect(aside.size).toBe(1);
    clock.learn(Date.parse('2026-03-05T08:01:00Z'));
    await sender.flush();
    await sender.count();
    expect([aside.size, sender.size().undelivered]).toEqual([0, 0]);
  });

  it('says when it is full, and loses nothing of what it has', async () => {
    const { queue, store } = memory();
    const full: QueueStore = {
      ...queue,
      size: async () => ({ entries: QUEUE_LIMITS.entries, bytes: 0, aside: 0 }),
    };
    const api = server(() => 0).api;
    expect(
      await createKioskQueue({ store, queue: full, clock: createKioskClock(), seal, api }).add(PIN, sealTo),
    ).toBe(false);
    const large: QueueStore = {
      ...queue,
      size: async () => ({ entries: 1, bytes: QUEUE_LIMITS.bytes, aside: 0 }),
    };
    expect(
      await createKioskQueue({ store, queue: large, clock: createKioskClock(), seal, api }).add(PIN, sealTo),
    ).toBe(false);
  });
});
