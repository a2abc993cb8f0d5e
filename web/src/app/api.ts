import { createClient } from '@rollcall/api/client';
import type { Api } from '../lib/api/api.ts';
import { ApiError } from '../lib/api/api-error.ts';
import type { Host } from '../lib/api/host.ts';
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
  readonly onExpired: () => void;
}

/**
 * The typed API client, with the session's bearer token on every call. A 401 on a call that carried the current
 * token ends the session.
 */
export function createApi({ fetch, base, session, onExpired }: ApiNeeds): Api {
  const guarded: typeof fetch = async (input, init) => {
    const { token } = session.get();
    let response: Response;
    try {
      response = await fetch(input, init);
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
      throw new ApiError(0, 'unreachable', '');
    }
    // A wrong password is a 401 too, but then nobody was signed in.
    if (response.status === 401 && (token ? session.get().token === token : !isSignIn(input))) {
      session.expire();
      onExpired();
    }
    return response;
  };
  const headers = (): Record<string, string> => {
    const { token } = session.get();
    // The device's clock is evidence when the server's own is doubted.
    return token ? { Authorization: `Bearer ${token}`, 'X-Client-Time': String(now().getTime()) } : {};
  };
  return createClient(base, { fetch: guarded, headers }).api;
}

function isSignIn(input: RequestInfo | URL): boolean {
  const address = input instanceof Request ? input.url : String(input);
  return /\/login$/.test(new URL(address, 'http://local').pathname);
}
