import { createClient } from '@rollcall/api/client';
import { digestOfBody, signCall } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import type { Api } from '../api/api.ts';
import { ApiError, toApiError } from '../api/api-error.ts';
import { withPictureParts } from '../api/picture-parts.ts';
import type { KioskClock } from './kiosk-clock.ts';
import type { KioskStore } from './kiosk-store.ts';

interface Needs {
  readonly fetch: typeof fetch;
  readonly base: string;
  readonly store: KioskStore;
  readonly clock: KioskClock;
  /** Never gives up: where the product runs in this browser, there is no network, and face models may have to load first. */
  readonly isPatient: boolean;
}

/** A call that takes longer is given up: nobody stands in front of a door for so long. */
const GIVE_UP_MS = { read: 5_000, ask: 12_000 };

/**
 * The typed API client of a kiosk, which signs every call. Calls are sent one after another: the server takes a call only
 * after those before it.
 */
export function createKioskClient({ fetch, base, store, clock, isPatient }: Needs): Api {
  const send = async (address: string, asked: RequestInit): Promise<Response> => {
    const init = withPictureParts(asked);
    const body = typeof init.body === 'string' || init.body instanceof Uint8Array ? init.body : '';
    const identity = await store.read();
    if (!identity?.kioskId) throw new ApiError(401, 'kiosk_unknown', '');
    const { pathname, search } = new URL(address, location.href);
    const authorization = await signCall(identity.privateKey, {
      kioskId: identity.kioskId,
      method: init.method ?? 'GET',
      path: `${pathname}${search}`,
      digest: await digestOfBody(body),
      time: clock.serverNow().getTime(),
      counter: await store.nextCounter(),
    });
    const headers = new Headers(init.headers);
    headers.set('Authorization', authorization);
    const giveUp = isPatient
      ? []
      : [AbortSignal.timeout(init.method === 'GET' ? GIVE_UP_MS.read : GIVE_UP_MS.ask)];
    const signal = AbortSignal.any([...(init.signal ? [init.signal] : []), ...giveUp]);
    try {
      return await fetch(address, { ...init, headers, signal });
    } catch {
      throw new ApiError(0, 'unreachable', '');
    }
  };

  /**
   * A device whose clock is wrong learns the time from the refusal, one whose storage was set back the number of its last
   * request; then it asks again.
   */
  const sendInTime = async (address: string, init: RequestInit): Promise<Response> => {
    const response = await send(address, init);
    if (response.status !== 401) return response;
    const refused = await toApiError(response.clone());
    const why = refusalOf(refused);
    if (why === 'late') clock.learn(Number(refused.details.server_time));
    else if (why === 'replayed' && refused.fields.counter)
      await store.countOnFrom(Number(refused.fields.counter));
    else return response;
    return send(address, init);
  };

  let last: Promise<unknown> = Promise.resolve();
  const inTurn: typeof fetch = (input, init = {}) => {
    const turn = last.then(() => withLock(() => sendInTime(String(input), init)));
    last = turn.catch(() => undefined);
    return turn;
  };
  return createClient(base, { fetch: inTurn, headers: () => ({}) }).api;
}

/** Two tabs of one kiosk do not overtake each other. */
const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('rollcall-kiosk', work) : work();

/** Why the server did not take a signed request; null for every other failure. */
export function refusalOf({ code, details }: ApiError): string | null {
  const reason = details.reason as { code: string } | undefined; // as the contract of errors has it
  return code === 'kiosk_refused' ? (reason?.code ?? null) : null;
}
