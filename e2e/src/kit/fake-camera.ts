import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Chromium plays a file of JPEG frames as the camera, thirty of them a second, over and over. */
const FRAMES_PER_SECOND = 30;

export interface Shot {
  readonly jpeg: Uint8Array;
  readonly seconds: number;
}

export interface FakeCamera {
  readonly flags: readonly string[];
  /** What the next start of the camera shows; the browser opens the file anew each time. */
  show(clip: readonly Shot[]): Promise<void>;
  remove(): Promise<void>;
}

/** A camera whose picture can be changed while the browser runs: the file it plays is a link. */
export async function createFakeCamera(first: readonly Shot[]): Promise<FakeCamera> {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-camera-'));
  const link = join(folder, 'camera.mjpeg');
  let clips = 0;
  const show = async (clip: readonly Shot[]) => {
    clips += 1;
    const file = join(folder, `clip-${clips}.mjpeg`);
    const frames = clip.flatMap(({ jpeg, seconds }) =>
      Array.from({ length: Math.max(1, Math.round(seconds * FRAMES_PER_SECOND)) }, () => jpeg),
    );
    await writeFile(file, Buffer.concat(frames));
    // A rename is one step: the browser never finds the link missing.
    await symlink(file, `${link}.new`);
    await rename(`${link}.new`, link);
  };
  await show(first);
  return {
    flags: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${link}`,
    ],
    show,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
