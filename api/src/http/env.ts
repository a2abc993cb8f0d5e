import type { Actor } from '@rollcall/core/access';

/** What travels with a request inside the app. */
export interface Env {
  Variables: {
    requestId: string;
    /** Null when nobody, or nobody valid, is signed in. */
    actor: Actor | null;
    /** Where the request came from, as far as the host can tell. */
    address: string;
  };
}
