import { EngineBusyError, ImageError } from '@rollcall/core/faces/face.ports';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SFACE_MANIFEST } from '../models/recogniser.manifest.ts';
import { createNodeFaceEngine } from './engine-node.ts';
import { openEnginePool } from './engine-pool.ts';

const workerUrl = new URL('../testing/scripted.worker.mjs', import.meta.url);
const files = { detector: '', mesh: '', blendshapes: '', antiSpoof: '', recogniser: '' };
const setup = { files, manifest: SFACE_MANIFEST, intraOpThreads: 1 };
const options = { scene: 'one', embed: false, liveness: false } as const;
const HOUR_MS = 3_600_000;

let opened: { close(): Promise<void> } | null = null;
const open = async () => {
  const pool = await openEnginePool({ workerUrl, setup, threads: 1, timeLimitMs: HOUR_MS });
  opened = pool;
  const [runner] = pool.runners;
  if (runner === undefined) throw new Error('one runner expected');
  return { run: runner.run, close: pool.close };
};
const openEngine = async (timeLimitMs: number, onOverrun?: () => void) => {
  const models = { ...files, manifest: SFACE_MANIFEST };
  const engine = await createNodeFaceEngine({ models, threads: 1, timeLimitMs, onOverrun, workerUrl });
  opened = engine;
  return (text: string) => engine.analyse(new TextEncoder().encode(text), options);
};
const image = (text: string) => ({ image: new TextEncoder().encode(text), options });

afterEach(async () => {
  await opened?.close();
  opened = null;
});

describe('openEnginePool', () => {
  it('replaces a thread that died; only its own job fails', async () => {
    const { run } = await open();
    for (const fatal of ['exit', 'throw']) {
      await expect(run(image(fatal))).rejects.toThrow();
      expect(await run(image('ok'))).toMatchObject({ width: 2 });
    }
  });

  it('reports an invalid image as an ImageError', async () => {
    const { run } = await open();
    await expect(run(image('bad image'))).rejects.toBeInstanceOf(ImageError);
    await expect(run(image('fail'))).rejects.toThrow('no memory');
    expect(await run(image('x'))).toMatchObject({ width: 1 });
  });

  it('refuses jobs after it was closed', async () => {
    const { run, close } = await open();
    await close();
    await expect(run(image('x'))).rejects.toThrow(/closed/);
  });

  it('rejects if a thread cannot start', async () => {
    const broken = { ...setup, files: { ...files, detector: 'missing' } };
    const pool = openEnginePool({ workerUrl, setup: broken, threads: 2, timeLimitMs: HOUR_MS });
    await expect(pool).rejects.toThrow('no model');
  });

  it('transfers the image to the thread instead of copying it', async () => {
    const { run } = await open();
    const request = image('ok');
    await run(request);
    expect(request.image.byteLength).toBe(0);
  });
});

describe('an image that hangs its thread', () => {
  it('fails as busy after the time limit; the images behind it get a new thread', async () => {
    const onOverrun = vi.fn();
    const analyse = await openEngine(3_000, onOverrun);
    const [hung, ...waiting] = ['hang', 'a', 'bc'].map(analyse);
    await expect(hung).rejects.toBeInstanceOf(EngineBusyError);
    expect(onOverrun).toHaveBeenCalledOnce();
    expect((await Promise.all(waiting)).map(({ width }) => width)).toEqual([1, 2]);
    expect(await analyse('later')).toMatchObject({ width: 5 });
  });

  it('does not keep the engine from closing', async () => {
    const analyse = await openEngine(HOUR_MS);
    const hung = analyse('hang');
    const failed = expect(hung).rejects.toThrow(/[Tt]erminating/);
    await opened?.close();
    await failed;
  });
});
