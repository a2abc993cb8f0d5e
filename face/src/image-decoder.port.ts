import type { Pixels } from './pixels.ts';

export interface DecodedImage {
  readonly pixels: Pixels;
  /** Size of the upright image as sent; `pixels` may be smaller. */
  readonly width: number;
  readonly height: number;
}

/** Throws ImageError, and nothing else, for whatever a stranger may send. */
export interface ImageDecoder {
  decode(file: Uint8Array, maxSide: number): Promise<DecodedImage>;
}
