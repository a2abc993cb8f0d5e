import { createClient } from '@rollcall/api/client';
import type { Api } from '../lib/api.ts';
import { ApiError } from '../lib/api-error.ts';
import type { Session } from '../lib/session.ts';
import { openDemoHost } from './demo-host.ts';
import type { Host } from './host.ts';

/** The one place that chooses: a server, or the whole product in a worker of this tab (`vite build --mode demo`). */
export async function openHost(): Promise<Host> {
  if (import.meta.env.MODE === 'demo') {
    const [{ openDemo }, { withArtificialDelay }, { firstSettings }] = await Promise.all([
      import('@rollcall/demo/open-demo'),
      import('@rollcall/demo/artificial-delay'),
      import('@rollcall/demo/first-settings'),
    ]);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return openDemoHost({
      open: openDemo,
      delay: withArtificialDelay,
      firstSettings: firstSettings(timeZone),
    });
  }
  return { fetch: fetch.bind(globalThis), base: location.origin, streamsEvents: true };
}

interface ApiNeeds {
  /** The host: the network, the demo's worker, or a test's app. */
  readonly fetch: typeof fetch;
  readonly base: string;
  readonly session: Session;
  readonly onExpired: () => void;
}

/** The one seam to the server. A 401 on a call that carried a token means the session is over. */
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
    return token ? { Authorization: `Bearer ${token}` } : {};
  };
  return createClient(base, { fetch: guarded, headers }).api;
}

function isSignIn(input: RequestInfo | URL): boolean {
  const address = input instanceof Request ? input.url : String(input);
  return /\/login$/.test(new URL(address, 'http://local').pathname);
}
