import type { AnalyseOptions, ImageProblem } from '@rollcall/core/faces/face.ports';
import type { ImageAnalysis } from '@rollcall/core/faces/face.types';
import type { RecogniserManifest } from './recogniser.manifest.ts';
import type { RuntimeFiles } from './runtime-node.ts';

/** What the engine and its worker threads say to each other. */
export interface WorkerSetup {
  readonly files: RuntimeFiles;
  readonly manifest: RecogniserManifest;
  /** Threads inside one network run. */
  readonly intraOpThreads: number;
}

export interface AnalyseRequest {
  readonly image: Uint8Array<ArrayBuffer>;
  readonly options: AnalyseOptions;
}

export type WorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly analysis: ImageAnalysis }
  | { readonly kind: 'bad_image'; readonly problem: ImageProblem; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };
