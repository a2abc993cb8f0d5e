import type { ImageAnalysis } from '@rollcall/core/faces/face.types';

/** Between the page and the guidance worker. */
export type ToGuide =
  | { readonly type: 'open'; readonly modelsBase: string }
  | {
      readonly type: 'look';
      readonly id: number;
      readonly width: number;
      readonly height: number;
      readonly data: Uint8ClampedArray<ArrayBuffer>;
    };

export type FromGuide =
  | { readonly type: 'ready' }
  | { readonly type: 'seen'; readonly id: number; readonly analysis: ImageAnalysis }
  | { readonly type: 'failed'; readonly message: string };
