import type { AnalyseOptions, ImageProblem } from '@rollcall/core/faces/face.ports';
import type { ImageAnalysis } from '@rollcall/core/faces/face.types';

/** Between the host and the worker that runs the networks. */
export type ToFaces =
  | { readonly kind: 'open'; readonly base: string; readonly threads: number }
  | {
      readonly kind: 'analyse';
      readonly id: number;
      readonly image: Uint8Array;
      readonly options: AnalyseOptions;
    };

export type FromFaces =
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
