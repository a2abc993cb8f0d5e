import { createClient } from '@rollcall/api/client';
import type { Api } from '../lib/api/api.ts';
import { ApiError, toApiError } from '../lib/api/api-error.ts';
import type { Host } from '../lib/api/host.ts';
import { withPictureParts } from '../lib/api/picture-parts.ts';
import { now } from '../lib/format/dates.ts';
import type { Session } from '../lib/session/session.ts';
import { openDemoHost } from './demo/demo-host.ts';

/** Chooses the host: a server, or the whole product in a worker of this tab (`vite build --mode demo`). */
export async function openHost(): Promise<Host> {
  if (import.meta.env.MODE === 'demo') {
    const { firstSettings, openDemo, withArtificialDelay } = await import('@rollcall/demo/page/open-demo');
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return openDemoHost({
      open: openDemo,
      delay: withArtificialDelay,
      firstSettings: firstSettings(timeZone),
    });
  }
  return serverHost(fetch.bind(globalThis), location.origin);
}

export const serverHost = (through: typeof fetch, base: string): Host => ({
  fetch: through,
  base,
  streamsEvents: true,
  routing: 'path',
  isInBrowser: false,
  firstSettings: null,
  prepareFaces: () => undefined,
  problem: () => null,
  demo: null,
});

interface ApiNeeds {
  readonly fetch: typeof fetch;
  readonly base: string;
  readonly session: Session;
  /** Called when the server refuses a token, or a call that had none because nobody is signed in any more. */
  readonly onExpired: (hadToken: boolean) => void;
  /** Called when the server refuses what the page offered: what the account may do has changed. */
  readonly onForbidden: () => void;
  /** Asks the person to show who they are; false if they cancel. */
  readonly confirmIdentity: () => Promise<boolean>;
}

/**
 * The typed API client, with the session's bearer token on every call. A 401 on a call that carried the current
 * token ends the session. A call that needs a confirmed identity asks for it and is sent once more.
 */
export function createApi({ fetch, base, session, ...needs }: ApiNeeds): Api {
  const send: typeof fetch = async (input, init) => {
    try {
      return await fetch(input, init && withPictureParts(init));
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
      throw new ApiError(0, 'unreachable', '');
    }
  };
  const guarded: typeof fetch = async (input, init) => {
    const { token } = session.get();
    let response = await send(input, init);
    if (response.status === 403 && (await codeOf(response)) === 'confirmation_needed')
      if (await needs.confirmIdentity()) response = await send(input, init);
    // A wrong password is a 401 too, but then nobody was signed in.
    const isEnded = !session.isEnding() && (token ? session.get().token === token : !isSignIn(input));
    if (response.status === 401 && isEnded) {
      session.expire();
      needs.onExpired(token !== null);
    }
    if (response.status === 403 && FORBIDDEN.includes(await codeOf(response))) needs.onForbidden();
    return response;
  };
  const headers = (): Record<string, string> => {
    const { token } = session.get();
    const device = session.device();
    return {
      // The device's clock is evidence when the server's own is doubted.
      ...(token ? { Authorization: `Bearer ${token}`, 'X-Client-Time': String(now().getTime()) } : {}),
      // A known device is not delayed by others' wrong passwords.
      ...(device ? { 'X-Device': device } : {}),
    };
  };
  return createClient(base, { fetch: guarded, headers }).api;
}

/** Refusals after which the cached permissions are read again. */
const FORBIDDEN = ['forbidden', 'password_change_needed', 'second_factor_setup_needed'];

/** The error code of an answer whose body stays unread. */
const codeOf = async (response: Response): Promise<string> => (await toApiError(response.clone())).code;

function isSignIn(input: RequestInfo | URL): boolean {
  const address = input instanceof Request ? input.url : String(input);
  return /\/(login|sign-in\/.+|password\/.+)$/.test(new URL(address, 'http://local').pathname);
}
