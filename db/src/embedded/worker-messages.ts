/** What the worker needs to open the database; it must survive structured cloning. */
export interface WorkerOptions {
  /** The folder of the database, or undefined for one that lives in memory only. */
  readonly dataDir: string | undefined;
  /** A data folder packed by `createSeed` (tar, or tar.gz). Without it the worker runs initdb itself. */
  readonly seed: Uint8Array | undefined;
}

export type ToWorker =
  /** Complete wire-protocol messages that end where the server is expected to answer. */
  | { readonly kind: 'batch'; readonly session: number; readonly bytes: Uint8Array }
  /** The client is gone: leave a session as a new connection would find it. */
  | { readonly kind: 'reset'; readonly session: number }
  | { readonly kind: 'close-as-seed' }
  | { readonly kind: 'close' };

export type FromWorker =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'failed';
      readonly name: string;
      readonly message: string;
      readonly stderr: readonly string[];
    }
  /** `done` closes the batch or reset that was sent first and is not yet closed. */
  | {
      readonly kind: 'data';
      readonly session: number;
      readonly bytes: Uint8Array | undefined;
      readonly done: boolean;
    }
  | { readonly kind: 'seed'; readonly bytes: Uint8Array }
  | { readonly kind: 'crashed'; readonly message: string; readonly stderr: readonly string[] };
