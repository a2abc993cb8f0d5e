import type { ImageAnalysis } from '@rollcall/core/faces/face.types';
import type { FromGuide, ToGuide } from './guidance.messages.ts';

export interface Guide {
  /** One picture at a time: the next is asked for when the last is answered. */
  look(picture: ImageData): Promise<ImageAnalysis>;
  close(): void;
}

/** Models lie beside the page, wherever the page is served from: the server, Vite, or a static folder. */
const modelsBase = (): string => new URL(`${import.meta.env.BASE_URL}models/`, document.baseURI).href;

/** Starts the worker and waits for its models. Rejects when this browser cannot; the flow then goes on without. */
export async function openGuide(signal: AbortSignal): Promise<Guide> {
  const worker = new Worker(new URL('./guidance.worker.ts', import.meta.url), { type: 'module' });
  const close = () => worker.terminate();
  signal.addEventListener('abort', close, { once: true });

  // A look that nobody waits for any more is answered all the same; its number tells it from the next.
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
    await ask({ type: 'open', modelsBase: modelsBase() }, ({ type }) => type === 'ready');
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
