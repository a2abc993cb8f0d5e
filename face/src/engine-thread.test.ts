import { ImageError } from '@rollcall/core/faces/face.ports';
import { afterEach, describe, expect, it } from 'vitest';
import { type EngineThread, openEngineThread } from './engine-thread.ts';
import { SFACE_MANIFEST } from './recogniser.manifest.ts';

/** A thread that plays the engine: it dies, fails or refuses when the image's first byte says so. */
const SCRIPT = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ image }) => {
  if (image[0] === 1) process.exit(3);
  if (image[0] === 2) throw new Error('unforeseen');
  if (image[0] === 3) return parentPort.postMessage({ kind: 'bad_image', problem: 'damaged', message: 'cut short' });
  if (image[0] === 4) return parentPort.postMessage({ kind: 'failed', message: 'no memory' });
  parentPort.postMessage({ kind: 'done', analysis: { width: image.length, height: 1, faces: [] } });
});
parentPort.postMessage({ kind: 'ready' });`;
const url = new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`);
const files = { detector: '', mesh: '', blendshapes: '', antiSpoof: '', recogniser: '' };
const options = { scene: 'one', embed: false, liveness: false } as const;

let thread: EngineThread | null = null;
const open = async () => {
  thread = await openEngineThread(url, { files, manifest: SFACE_MANIFEST, intraOpThreads: 1 });
  return thread;
};
const image = (...bytes: number[]) => ({ image: Uint8Array.from(bytes), options });

afterEach(async () => {
  await thread?.close();
  thread = null;
});

describe('a thread of the engine', () => {
  it('that dies fails its job only; the next job gets a new thread', async () => {
    const { run } = await open();
    for (const fatal of [1, 2]) {
      await expect(run(image(fatal))).rejects.toThrow();
      expect(await run(image(0, 0))).toMatchObject({ width: 2 });
    }
  });

  it('says what is wrong with an image as an ImageError', async () => {
    const { run } = await open();
    await expect(run(image(3))).rejects.toBeInstanceOf(ImageError);
    await expect(run(image(4))).rejects.toThrow('no memory');
    expect(await run(image(0))).toMatchObject({ width: 1 });
  });

  it('does nothing more once it is closed', async () => {
    const { run, close } = await open();
    await close();
    await expect(run(image(0))).rejects.toThrow(/closed/);
  });

  it('that cannot start says so instead of hanging', async () => {
    const broken = new URL('data:text/javascript,throw new Error("no model")');
    await expect(
      openEngineThread(broken, { files, manifest: SFACE_MANIFEST, intraOpThreads: 1 }),
    ).rejects.toThrow('no model');
  });
});
