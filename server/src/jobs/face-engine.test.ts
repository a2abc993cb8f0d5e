import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import type { ModelFiles } from '@rollcall/face/models/ensure-models';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { startFaceEngine } from './face-engine.ts';

const MODELS = { detector: 'd' } as ModelFiles; // only handed on

describe('startFaceEngine', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => new Date(0),
  );
  const start = (needs: {
    fetchModels: () => Promise<ModelFiles>;
    startEngine: (options: { signal?: AbortSignal | undefined }) => Promise<FaceEngine>;
  }) => startFaceEngine({ modelsDir: '', preplaced: undefined, workerUrl: undefined, log, ...needs });

  it('tries again until the models can be fetched, and says so once', async () => {
    let failures = 3;
    const engine = { close: async () => {} } as FaceEngine; // not used further
    const background = start({
      fetchModels: async () => {
        if (failures-- > 0) throw new Error('no network');
        return MODELS;
      },
      startEngine: async () => engine,
    });
    expect(background.current()).toBe('starting');
    await background.settled;
    expect([background.current(), background.state()]).toEqual(['unavailable', 'unavailable']);
    await vi.advanceTimersByTimeAsync(5000 + 10_000 + 20_000);
    expect([background.current(), background.state()]).toEqual([engine, 'ok']);
    expect(lines.filter((line) => line.includes('not available'))).toHaveLength(1);
    await background.close();
  });

  it('waits at its close for an engine that is loading, and tells it to stop', async () => {
    let stopped = false;
    const background = start({
      fetchModels: async () => MODELS,
      startEngine: ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            // The threads need a moment more.
            setTimeout(() => {
              stopped = true;
              reject(new Error('closed'));
            }, 1000);
          });
        }),
    });
    await vi.advanceTimersByTimeAsync(0);
    const closed = background.close();
    await vi.advanceTimersByTimeAsync(1000);
    await closed;
    expect(stopped).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends its pauses at its close', async () => {
    const background = start({
      fetchModels: async () => {
        throw new Error('no network');
      },
      startEngine: async () => {
        throw new Error('not reached');
      },
    });
    await background.settled;
    await background.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
