import type { ImageAnalysis } from '@rollcall/core/faces/face.types';
import type { FromGuide, ToGuide } from './guidance.worker.ts';

/** Client of the guidance worker. */
export interface Guide {
  /** Analyses one frame. Call it again only after the answer. */
  look(frame: ImageData): Promise<ImageAnalysis>;
  close(): void;
}

/** The models folder beside the page, whether the server, Vite or a static file server serves it. */
const modelsBase = (): string => new URL(`${import.meta.env.BASE_URL}models/`, document.baseURI).href;

/** Starts the worker and waits until its models are loaded. Rejects in a browser that cannot run them. */
export async function openGuide(signal: AbortSignal, isKept = false): Promise<Guide> {
  const worker = new Worker(new URL('./guidance.worker.ts', import.meta.url), { type: 'module' });
  const close = () => worker.terminate();
  signal.addEventListener('abort', close, { once: true });

  // An abandoned request is answered too; its id distinguishes it from the next.
  const ask = (message: ToGuide, isAnswer: (answer: FromGuide) => boolean, transfer: Transferable[] = []) =>
    new Promise<FromGuide>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<FromGuide>) => {
        if (data.type === 'failed') reject(new Error(data.message));
        else if (isAnswer(data)) resolve(data);
      };
      worker.onerror = (event) => reject(new Error(event.message || 'The guidance could not be loaded.'));
      worker.postMessage(message, transfer);
    });

  try {
    await ask({ type: 'open', modelsBase: modelsBase(), isKept }, ({ type }) => type === 'ready');
  } catch (error) {
    close();
    throw error;
  }
  let looks = 0;
  return {
    look: async ({ width, height, data }) => {
      const id = ++looks;
      const isOurs = (answer: FromGuide) => answer.type === 'seen' && answer.id === id;
      const answer = await ask({ type: 'look', id, width, height, data }, isOurs, [data.buffer]);
      if (answer.type !== 'seen') throw new Error('The guidance answered something else.');
      return answer.analysis;
    },
    close,
  };
}
