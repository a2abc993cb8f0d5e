import { describe, expect, it } from 'vitest';
import { EngineBusyError, type FaceEngine } from '../face.ports.ts';
import { createImageAnalyser } from './image-analyser.ts';

const OPTIONS = { scene: 'one', embed: true, liveness: true } as const;
const pictures = [1, 2, 3].map((byte) => Uint8Array.of(byte));

/** An engine with room for so many pictures, which it never gets to. */
function fullAfter(room: number) {
  const waiting: AbortSignal[] = [];
  const engine: Pick<FaceEngine, 'analyse'> = {
    analyse: (_image, _options, signal) => {
      if (!signal || waiting.length === room) return Promise.reject(new EngineBusyError(3));
      waiting.push(signal);
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new EngineBusyError(3)), { once: true }),
      );
    },
  };
  // Only its `analyse` is asked.
  return { waiting, analyser: createImageAnalyser({ faceEngine: () => engine as FaceEngine }) };
}

describe('pictures that are judged together', () => {
  it('are all given up when one of them finds the queue full, and the caller is told when to come back', async () => {
    const { waiting, analyser } = fullAfter(2);
    await expect(analyser.analyseAll(pictures, OPTIONS)).rejects.toMatchObject({
      code: 'busy',
      retryAfterSeconds: 3,
    });
    expect(waiting.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('are answered in their order', async () => {
    const engine: Pick<FaceEngine, 'analyse'> = {
      analyse: async ([width = 0]) => ({ width, height: 1, faces: [] }),
    };
    const analyser = createImageAnalyser({ faceEngine: () => engine as FaceEngine }); // only `analyse` is asked
    const found = await analyser.analyseAll(pictures, OPTIONS);
    expect(found.map(({ width }) => width)).toEqual([1, 2, 3]);
  });
});

describe('the server is busy', () => {
  const withLoad = (load: FaceEngine['load']) =>
    // Only its `load` is asked.
    createImageAnalyser({ faceEngine: () => ({ load }) as FaceEngine }).isBusy();

  it('when more than four pictures wait for each that is looked at', () => {
    const load = (waiting: number) => () => ({ lanes: 2, running: 2, waiting });
    expect([0, 8, 9, 32].map((waiting) => withLoad(load(waiting)))).toEqual([false, false, true, true]);
  });

  it('never with an engine that has no queue, or without one', () => {
    expect(withLoad(undefined)).toBe(false);
    for (const state of ['starting', 'unavailable'] as const)
      expect(createImageAnalyser({ faceEngine: () => state }).isBusy()).toBe(false);
  });
});
