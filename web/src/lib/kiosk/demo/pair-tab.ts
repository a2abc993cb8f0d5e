import { createClient } from '@rollcall/api/client';
import type { Language } from '@rollcall/core/kernel/language';
import { type Api, answer } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Host } from '../../api/host.ts';
import { createKioskClient } from '../kiosk-client.ts';
import { createKioskClock } from '../kiosk-clock.ts';
import { createKioskStore, type KioskStore, newIdentity } from '../kiosk-store.ts';

type HostCalls = Pick<Host, 'fetch' | 'base'>;

interface PairNeeds {
  /** The client of somebody who may approve kiosks. */
  readonly admin: Api;
  readonly store: KioskStore;
  /** Whether the server takes what this browser signs. */
  readonly isKiosk: () => Promise<boolean>;
  /** Of the kiosk that is added where there is none. */
  readonly name: string;
  readonly language: Language;
}

/**
 * Makes this browser a kiosk with the calls that a tablet and an administrator make: a code for its key, and the
 * approval of that code. A browser that is one already stays the same kiosk.
 */
export async function pairTab({ admin, store, isKiosk, name, language }: PairNeeds): Promise<void> {
  if (await isKiosk()) return;
  const { kiosks } = await answer(admin.admin.kiosks.$get());
  const identity = (await store.read()) ?? (await newIdentity());
  const kept =
    kiosks.find(({ id }) => id === identity.kioskId) ??
    kiosks.find(({ paired }) => paired === null) ??
    kiosks[0];
  const id = kept?.id ?? (await addKiosk(admin, name, language));
  const { code } = await answer(admin.kiosk.pairings.$post({ json: { public_key: identity.publicKey } }));
  await answer(admin.admin.kiosks[':id'].pair.$post({ param: { id }, json: { code } }));
  await store.save({ ...identity, kioskId: id });
}

async function addKiosk(admin: Api, name: string, language: Language): Promise<string> {
  const json = {
    name,
    scope: { of: 'everyone' },
    direction: 'in',
    means: ['face', 'pin'],
    language,
    sound: true,
    liveness: 'burst',
    strangers_in: 1000,
  } as const;
  const { kiosk_id } = await answer(admin.admin.kiosks.$post({ json: { ...json, means: [...json.means] } }));
  return kiosk_id;
}

interface Needs {
  readonly host: HostCalls;
  /** Of the visitor, where they may approve kiosks themselves. */
  readonly api: Api | null;
  /** Of the demo's administrator, whom every visitor may be. */
  readonly password: string;
  readonly name: string;
  readonly language: Language;
}

/** Pairs the demo's tab. Who is signed in there stays signed in: another approver signs in and out beside them. */
export async function pairDemoTab({ host, api, password, name, language }: Needs): Promise<void> {
  const store = createKioskStore();
  const client = createKioskClient({ ...host, store, clock: createKioskClock(), isPatient: true });
  const isKiosk = async () => {
    if (!(await store.read())?.kioskId) return false;
    try {
      await answer(client.kiosk.$get());
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return false;
      throw error;
    }
  };
  const pair = (admin: Api) => pairTab({ admin, store, isKiosk, name, language });
  // Two tabs of one browser are one kiosk, with one key.
  await navigator.locks.request('rollcall-kiosk-pairing', async () => {
    if (api) return pair(api);
    const visitor = clientOf(host, null);
    const { access_token } = await answer(visitor.admin.login.$post({ json: { password } }));
    const admin = clientOf(host, access_token);
    try {
      await pair(admin);
    } finally {
      await answer(admin.logout.$post()).catch(() => undefined);
    }
  });
}

const clientOf = ({ fetch, base }: HostCalls, token: string | null): Api =>
  createClient(base, {
    fetch,
    headers: (): Record<string, string> => (token ? { Authorization: `Bearer ${token}` } : {}),
  }).api;
