import { AppError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { type AnalyseOptions, EngineBusyError, type FaceEngine, ImageError } from './face.ports.ts';
import type { ImageAnalysis } from './face.types.ts';
import { imageFromText } from './image-file.rules.ts';

/** From what arrived on the wire to what the engine saw, with every failure in words. */
export function createAnalyseImage({ faceEngine }: Pick<Ports, 'faceEngine'>) {
  const engine = (): FaceEngine => {
    const state = faceEngine();
    if (state === 'starting') throw new AppError('face_engine_starting', { retryAfterSeconds: 5 });
    if (state === 'unavailable') throw new AppError('face_engine_unavailable');
    return state;
  };

  const inWords = (error: unknown): unknown => {
    if (error instanceof ImageError)
      return new AppError('invalid_image', { message: error.message, cause: error });
    if (error instanceof EngineBusyError)
      return new AppError('busy', { retryAfterSeconds: error.retryAfterSeconds });
    return error;
  };

  return {
    engine,

    decode(image: string): Uint8Array {
      try {
        return imageFromText(image);
      } catch (error) {
        throw inWords(error);
      }
    },

    async analyse(image: Uint8Array, options: AnalyseOptions): Promise<ImageAnalysis> {
      try {
        return await engine().analyse(image, options);
      } catch (error) {
        throw inWords(error);
      }
    },
  };
}

export type AnalyseImage = ReturnType<typeof createAnalyseImage>;
