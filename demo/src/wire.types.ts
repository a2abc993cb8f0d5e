/** A request on its way from a page to the host, and the answer on its way back. Everything can be cloned. */
export type ToHost =
  | {
      readonly kind: 'request';
      readonly id: string;
      readonly method: string;
      readonly url: string;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: ArrayBuffer | null;
    }
  | { readonly kind: 'abort'; readonly id: string }
  /** A camera is about to open: fetch the models now, not when the first picture is there. */
  | { readonly kind: 'prepare-faces' }
  /** Back to the first state. */
  | { readonly kind: 'reset' };

export type FromHost =
  | {
      readonly kind: 'head';
      readonly id: string;
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
    }
  | { readonly kind: 'chunk'; readonly id: string; readonly bytes: ArrayBuffer }
  | { readonly kind: 'end'; readonly id: string }
  /** The request did not get through, or its answer broke off: what a lost connection is to a network. */
  | { readonly kind: 'lost'; readonly id: string; readonly reason: string }
  | News;

/** What every page hears without having asked. */
export type News =
  | { readonly kind: 'faces'; readonly progress: FaceProgress }
  /** The demo is back in its first state: whatever a page shows is history. */
  | { readonly kind: 'was-reset' }
  | { readonly kind: 'broken'; readonly reason: string };

export type FaceProgress =
  | { readonly state: 'loading'; readonly done: number; readonly total: number }
  | { readonly state: 'ready' }
  | { readonly state: 'failed'; readonly reason: string };

/** One end of a connection. */
export interface Line<Out, In> {
  post(message: Out, transfer?: readonly ArrayBuffer[]): void;
  listen(listener: (message: In) => void): void;
}
