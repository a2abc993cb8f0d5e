import type { Pixels } from './pixels.ts';

/** One loaded network with one input; outputs come in the order the file declares them. */
export interface FaceNetwork {
  run(input: Float32Array, shape: readonly number[]): Promise<readonly Float32Array[]>;
}

/** The networks of the pipeline, loaded by ONNX Runtime for Node or for the browser. */
export interface FaceRuntime {
  readonly detector: FaceNetwork;
  readonly mesh: FaceNetwork;
  readonly blendshapes: FaceNetwork;
  readonly antiSpoof: FaceNetwork;
  readonly recogniser: FaceNetwork;
  close(): Promise<void>;
}

interface DecodedImage {
  readonly pixels: Pixels;
  /** Size of the upright image as uploaded; `pixels` may be smaller. */
  readonly width: number;
  readonly height: number;
}

/** Decodes an uploaded file, no longer than `maxSide` on either side. Throws ImageError and nothing else. */
export interface ImageDecoder {
  decode(file: Uint8Array, maxSide: number): Promise<DecodedImage>;
}
