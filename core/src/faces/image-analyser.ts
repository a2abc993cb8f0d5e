import { AppError } from '../kernel/errors.ts';
import {
  type AnalyseOptions,
  EngineBusyError,
  type FaceEngine,
  type FaceEngineSource,
  ImageError,
  type RecogniserProfile,
} from './face.ports.ts';
import type { ImageAnalysis } from './face.types.ts';
import { imageFromBytes, imageFromText } from './image-file.rules.ts';

/** Decodes an uploaded image and runs the face engine on it. Its errors become `AppError`s. */
export function createImageAnalyser({ faceEngine }: { readonly faceEngine: FaceEngineSource }) {
  const engine = (): FaceEngine => {
    const state = faceEngine();
    if (state === 'starting') throw new AppError('face_engine_starting', { retryAfterSeconds: 5 });
    if (state === 'unavailable') throw new AppError('face_engine_unavailable');
    return state;
  };

  const toAppError = (error: unknown): unknown => {
    if (error instanceof ImageError)
      return new AppError('invalid_image', { message: error.message, cause: error });
    if (error instanceof EngineBusyError)
      return new AppError('busy', { retryAfterSeconds: error.retryAfterSeconds });
    return error;
  };

  return {
    engine,

    /** The recogniser's profile; null while the engine is not there. */
    profile: (): RecogniserProfile | null => {
      const state = faceEngine();
      return typeof state === 'string' ? null : state.profile;
    },

    /** An image in base64, or its bytes. */
    decode(image: string | Uint8Array): Uint8Array {
      try {
        return typeof image === 'string' ? imageFromText(image) : imageFromBytes(image);
      } catch (error) {
        throw toAppError(error);
      }
    },

    async analyse(image: Uint8Array, options: AnalyseOptions): Promise<ImageAnalysis> {
      try {
        return await engine().analyse(image, options);
      } catch (error) {
        throw toAppError(error);
      }
    },
  };
}

export type ImageAnalyser = ReturnType<typeof createImageAnalyser>;
