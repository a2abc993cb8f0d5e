import { createContext } from 'react';

/** Where the API lives: the network, the demo's worker, or a test's app. */
export interface Host {
  readonly fetch: typeof fetch;
  readonly base: string;
  /** False where a stream can never work, so that nobody tries. */
  readonly streamsEvents: boolean;
}

export const HostContext = createContext<Host | null>(null);
