import { createContext, useContext } from 'react';
import type { Answer, Api } from './api.ts';

export type FaceLoading =
  | { readonly state: 'loading'; readonly done: number; readonly total: number }
  | { readonly state: 'ready' }
  | { readonly state: 'failed'; readonly reason: string };

/** Controls of the demo, where the whole product runs in a worker of this tab. */
export interface DemoControls {
  onFaces(listener: (loading: FaceLoading) => void): () => void;
  /** Restores the initial data in every tab. */
  reset(): void;
  isDelayed(): boolean;
  setDelayed(on: boolean): void;
}

/**
 * Where the API runs (a server, the demo's worker, a test's app) and everything that differs between them.
 * `openHost` in app/api.ts chooses once; all other code reads these values.
 */
export interface Host {
  readonly fetch: typeof fetch;
  readonly base: string;
  /** False where an event stream can never work, so that none is opened. */
  readonly streamsEvents: boolean;
  /** `hash` on a static file server, which knows a single page. */
  readonly routing: 'path' | 'hash';
  /** True where the product and its data are in this browser only; some texts say so. */
  readonly isInBrowser: boolean;
  /** Public settings to show until the host has started; null to wait for them. */
  readonly firstSettings: Answer<Awaited<ReturnType<Api['settings']['public']['$get']>>> | null;
  /** Starts loading the face models, which are large, before a camera opens. A server has them already. */
  prepareFaces(): void;
  /** Why the host cannot run in this browser; null as long as it can. */
  problem(): string | null;
  /** Null on a server. */
  readonly demo: DemoControls | null;
}

export const HostContext = createContext<Host | null>(null);

export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('HostContext is missing.');
  return host;
}
