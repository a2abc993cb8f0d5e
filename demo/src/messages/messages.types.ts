import type { AnalyseOptions, ImageProblem } from '@rollcall/core/faces/face.ports';
import type { ImageAnalysis } from '@rollcall/core/faces/face.types';

/** Messages from a page to the host. All messages in this file can be cloned with structuredClone. */
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
  /** Loads the face models before the first photo is taken. */
  | { readonly kind: 'prepare-faces' }
  /** Restores the initial data. */
  | { readonly kind: 'reset' };

/** Messages from the host to a page: a response in parts, or a broadcast. */
export type FromHost =
  | {
      readonly kind: 'head';
      readonly id: string;
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
    }
  | { readonly kind: 'chunk'; readonly id: string; readonly bytes: ArrayBuffer }
  | { readonly kind: 'end'; readonly id: string }
  /** The request or its response failed, as on a lost network connection. */
  | { readonly kind: 'lost'; readonly id: string; readonly reason: string }
  | Broadcast;

/** Sent to every page without a request. */
export type Broadcast =
  | { readonly kind: 'faces'; readonly progress: FaceProgress }
  /** The initial data was restored: pages must reload what they show. */
  | { readonly kind: 'was-reset' }
  | { readonly kind: 'broken'; readonly reason: string };

export type FaceProgress =
  | { readonly state: 'loading'; readonly done: number; readonly total: number }
  | { readonly state: 'ready' }
  | { readonly state: 'failed'; readonly reason: string };

/** One end of a message connection: a worker, a page or a broadcast channel. */
export interface MessageLink<Out, In> {
  post(message: Out, transfer?: readonly ArrayBuffer[]): void;
  listen(listener: (message: In) => void): void;
}

/** Messages from the host to the worker that runs the face models. */
export type ToFaceWorker =
  | { readonly kind: 'open'; readonly base: string; readonly threads: number }
  | {
      readonly kind: 'analyse';
      readonly id: number;
      readonly image: Uint8Array;
      readonly options: AnalyseOptions;
    };

export type FromFaceWorker =
  | { readonly kind: 'loading'; readonly done: number; readonly total: number }
  | { readonly kind: 'ready' }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'done'; readonly id: number; readonly analysis: ImageAnalysis }
  | {
      readonly kind: 'bad-image';
      readonly id: number;
      readonly problem: ImageProblem;
      readonly reason: string;
    }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };
