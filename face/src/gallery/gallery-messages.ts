import type { FaceTemplate } from '@rollcall/core/faces/face.types';
import type { GalleryEntry } from '@rollcall/core/faces/gallery.ports';

type Probe = Pick<FaceTemplate, 'modelId' | 'embedding'>;

/** What the gallery's thread is asked; `draft` is the number of a gallery that is filled aside. */
export type GalleryRequest =
  | { readonly kind: 'put'; readonly draft: number | null; readonly entries: readonly GalleryEntry[] }
  | { readonly kind: 'swap_in' | 'discard'; readonly draft: number }
  | {
      readonly kind: 'search';
      readonly probe: Probe;
      readonly among: readonly string[] | null;
      readonly limit: number | null;
    }
  | { readonly kind: 'neighbours'; readonly probe: Probe }
  | { readonly kind: 'members'; readonly modelId: string }
  | { readonly kind: 'survey'; readonly modelId: string; readonly people: readonly string[] }
  | { readonly kind: 'score'; readonly personId: string; readonly probe: Probe }
  | { readonly kind: 'outdated'; readonly modelId: string }
  | { readonly kind: 'count' };

export interface GalleryCall {
  readonly id: number;
  readonly request: GalleryRequest;
}

/** Errors are values here, because an error's class does not survive the way between threads. */
export type GalleryAnswer = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly failure: string }
);
