import { createContext } from 'react';
import type { Answer, Api } from '../lib/api.ts';
import type { DemoControls } from '../lib/demo.ts';

/** Where the API lives: the network, the demo's worker, or a test's app. */
export interface Host {
  readonly fetch: typeof fetch;
  readonly base: string;
  /** False where a stream can never work, so that nobody tries. */
  readonly streamsEvents: boolean;
  /** Only where the host is this browser. */
  readonly demo?: DemoControls;
  /** What is true until the host has started: the first page need not wait for it. */
  readonly firstSettings?: Answer<Awaited<ReturnType<Api['settings']['public']['$get']>>>;
}

export const HostContext = createContext<Host | null>(null);
