import { createContext, useContext } from 'react';

export type FaceLoading =
  | { readonly state: 'loading'; readonly done: number; readonly total: number }
  | { readonly state: 'ready' }
  | { readonly state: 'failed'; readonly reason: string };

/** What a page can do where the whole product runs in this browser; there is no such thing on a server. */
export interface DemoControls {
  /** A camera is about to open: its networks are large, so they begin to load now. */
  prepareFaces(): void;
  onFaces(listener: (loading: FaceLoading) => void): () => void;
  /** Back to the first state, in every tab. */
  reset(): void;
  isDelayed(): boolean;
  setDelayed(on: boolean): void;
  /** Why the product cannot run in this browser, once that is known. */
  problem(): string | null;
}

export const DemoContext = createContext<DemoControls | null>(null);

export const useDemo = (): DemoControls | null => useContext(DemoContext);
