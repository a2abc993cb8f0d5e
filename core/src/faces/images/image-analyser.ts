import { AppError } from '../../kernel/errors.ts';
import {
  type AnalyseOptions,
  EngineBusyError,
  type FaceEngine,
  type FaceEngineSource,
  ImageError,
  type RecogniserProfile,
} from '../face.ports.ts';
import type { ImageAnalysis } from '../face.types.ts';
import { imageFromBytes, imageFromText } from './image-file.rules.ts';

/** So many pictures wait for each that is looked at when there is a rush. A kiosk sends four at a time. */
const MANY_WAIT = 4;

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

  const analyse = async (
    image: Uint8Array,
    options: AnalyseOptions,
    signal?: AbortSignal,
  ): Promise<ImageAnalysis> => {
    try {
      return await engine().analyse(image, options, signal);
    } catch (error) {
      throw toAppError(error);
    }
  };

  return {
    engine,

    /** The recogniser's profile; null while the engine is not there. */
    profile: (): RecogniserProfile | null => {
      const state = faceEngine();
      return typeof state === 'string' ? null : state.profile;
    },

    /** Whether many pictures wait, as in a rush. */
    isBusy: (): boolean => {
      const state = faceEngine();
      const load = typeof state === 'string' ? undefined : state.load?.();
      return load !== undefined && load.waiting > MANY_WAIT * load.lanes;
    },

    /** An image in base64, or its bytes. */
    decode(image: string | Uint8Array): Uint8Array {
      try {
        return typeof image === 'string' ? imageFromText(image) : imageFromBytes(image);
      } catch (error) {
        throw toAppError(error);
      }
    },

    analyse: (image: Uint8Array, options: AnalyseOptions): Promise<ImageAnalysis> => analyse(image, options),

    /**
     * Runs it on pictures that are judged together. When one of them is refused, those that still wait are given up: a
     * queue that is full must not work on what nobody will use.
     */
    async analyseAll(images: readonly Uint8Array[], options: AnalyseOptions): Promise<ImageAnalysis[]> {
      const giveUp = new AbortController();
      try {
        return await Promise.all(images.map((image) => analyse(image, options, giveUp.signal)));
      } catch (error) {
        giveUp.abort();
        throw error;
      }
    },
  };
}

export type ImageAnalyser = ReturnType<typeof createImageAnalyser>;
