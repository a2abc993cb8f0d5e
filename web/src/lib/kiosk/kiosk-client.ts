import { createClient } from '@rollcall/api/client';
import { digestOfBody, signCall } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import type { Api } from '../api/api.ts';
import { ApiError, toApiError } from '../api/api-error.ts';
import { now } from '../format/dates.ts';
import type { KioskStore } from './kiosk-store.ts';

interface Needs {
  readonly fetch: typeof fetch;
  readonly base: string;
  readonly store: KioskStore;
}

/** What a kiosk calls the server with, and the server's time. */
export interface KioskClient {
  readonly api: Api;
  /** The server's time as this kiosk knows it. Moving the clock of the device does not change it. */
  readonly serverNow: () => Date;
  /** Takes the server's time over, in milliseconds since 1970. */
  readonly learn: (server: number) => void;
}

/**
 * The typed API client of a kiosk, which signs every call. Calls are sent one after another: the server takes a call only
 * after those before it.
 */
export function createKioskClient({ fetch, base, store }: Needs): KioskClient {
  /** The server's time at a moment of this page's own clock, which nobody can set. */
  let known: { readonly server: number; readonly at: number } | null = null;
  const serverNow = (): number =>
    known ? Math.round(known.server + performance.now() - known.at) : now().getTime();
  const learn = (server: number) => {
    known = { server, at: performance.now() };
  };

  const send = async (address: string, init: RequestInit): Promise<Response> => {
    const identity = await store.read();
    if (!identity?.kioskId) throw new ApiError(401, 'kiosk_unknown', '');
    const { pathname, search } = new URL(address, location.href);
    const body = typeof init.body === 'string' ? init.body : '';
    const authorization = await signCall(identity.privateKey, {
      kioskId: identity.kioskId,
      method: init.method ?? 'GET',
      path: `${pathname}${search}`,
      digest: await digestOfBody(body),
      time: serverNow(),
      counter: await store.nextCounter(),
    });
    const headers = new Headers(init.headers);
    headers.set('Authorization', authorization);
    try {
      return await fetch(address, { ...init, headers });
    } catch {
      throw new ApiError(0, 'unreachable', '');
    }
  };

  /** A device whose clock is wrong learns the time from the refusal, and asks again. */
  const sendInTime = async (address: string, init: RequestInit): Promise<Response> => {
    const response = await send(address, init);
    if (response.status !== 401) return response;
    const { fields } = await toApiError(response.clone());
    if (fields.reason !== 'late') return response;
    learn(Number(fields.server_time));
    return send(address, init);
  };

  let last: Promise<unknown> = Promise.resolve();
  const inTurn: typeof fetch = (input, init = {}) => {
    const turn = last.then(() => withLock(() => sendInTime(String(input), init)));
    last = turn.catch(() => undefined);
    return turn;
  };
  const { api } = createClient(base, { fetch: inTurn, headers: () => ({}) });
  return { api, serverNow: () => new Date(serverNow()), learn };
}

/** Two tabs of one kiosk do not overtake each other. */
const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('rollcall-kiosk', work) : work();
