import type { Actor } from '@rollcall/core/access';

/** What travels with a request inside the app. */
export interface Env {
  Variables: {
    requestId: string;
    /** Looks up who asks: null when nobody, or nobody valid, is signed in. */
    identify: () => Promise<Actor | null>;
    /** Set by the guard of a route; a route that is open to anyone never asks the database who it is. */
    actor: Actor | undefined;
    /** Where the request came from, as far as the host can tell. */
    address: string;
  };
}
