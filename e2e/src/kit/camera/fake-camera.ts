import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Chromium plays a file of JPEG frames as the camera, thirty a second, in a loop. */
const FRAMES_PER_SECOND = 30;

/** A picture and how long the camera shows it. A clip is a list of them. */
export interface ClipFrame {
  readonly jpeg: Uint8Array;
  readonly seconds: number;
}

export type Pose = 'ahead' | 'chinUp' | 'chinDown' | 'eyesShut' | 'left' | 'right';

export interface FakeCamera {
  readonly flags: readonly string[];
  /** Sets what the camera shows from its next start on: the browser opens the file each time. */
  show(clip: readonly ClipFrame[]): Promise<void>;
  remove(): Promise<void>;
}

/** Creates a camera whose clip can be replaced while the browser runs: the file that it plays is a symbolic link. */
export async function createFakeCamera(first: readonly ClipFrame[]): Promise<FakeCamera> {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-camera-'));
  const link = join(folder, 'camera.mjpeg');
  let clips = 0;
  const show = async (clip: readonly ClipFrame[]) => {
    clips += 1;
    const file = join(folder, `clip-${clips}.mjpeg`);
    const frames = clip.flatMap(({ jpeg, seconds }) =>
      Array.from({ length: Math.max(1, Math.round(seconds * FRAMES_PER_SECOND)) }, () => jpeg),
    );
    await writeFile(file, Buffer.concat(frames));
    // A rename is atomic: the browser never finds the link missing.
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

/** The pose for each instruction of the page (`data-movement` of its figure); coming nearer is the first pose, larger. */
const POSES: Readonly<Record<string, Pose>> = {
  blink: 'eyesShut',
  nod: 'chinDown',
  turn_left: 'left',
  turn_right: 'right',
};
/** How much nearer the person comes. */
const NEARER = 1.4;
/** How long each picture of a pose is shown, unless a test says otherwise. */
const SHOWN_MS = 700;

/**
 * Replaces the page's camera with one whose person follows the page's instructions for as long as they are shown:
 * on a slow machine a recorded clip would be over too early. `first` is the pose without an instruction, until a test
 * shows another clip (`showClip`).
 */
export async function installScriptedCamera(
  page: Page,
  clips: Readonly<Record<string, readonly ClipFrame[]>>,
  first = 'ahead',
  shownMs = SHOWN_MS,
): Promise<void> {
  const sources = Object.entries(clips).map(
    ([pose, clip]) =>
      [
        pose,
        clip.map(({ jpeg }) => `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`),
      ] as const,
  );
  await page.addInitScript(
    ({ poses, urlsByPose, firstPose, nearer, pictureMs }) => {
      const images = new Map(
        urlsByPose.map(([pose, urls]) => [pose, urls.map((src) => Object.assign(new Image(), { src }))]),
      );
      navigator.mediaDevices.getUserMedia = async () => {
        await Promise.all([...images.values()].flat().map((image) => image.decode()));
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
        const stream = canvas.captureStream(20);
        const timer = setInterval(() => {
          const instruction = document.querySelector('[data-movement]')?.getAttribute('data-movement') ?? '';
          const { dataset } = document.documentElement;
          if (instruction) dataset.instructions = `${dataset.instructions ?? ''} ${instruction}`.trim();
          const shown = dataset.shownClip ?? firstPose;
          // Only whom the poses are of follows the instructions.
          const pose = shown === firstPose ? poses[instruction] : undefined;
          const choices = images.get(pose ?? shown) ?? [];
          // A test may hold one picture still (`holdPicture`).
          const held = dataset.heldPicture;
          const at = held === undefined ? Math.floor(performance.now() / pictureMs) : Number(held);
          const image = choices[at % choices.length];
          const context = canvas.getContext('2d');
          if (!image || !context) throw new Error('There is nothing to show.');
          const scale = instruction === 'nearer' && shown === firstPose ? nearer : 1;
          const [width, height] = [canvas.width * scale, canvas.height * scale];
          context.drawImage(image, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
          // A random patch: the server refuses a file that it has accepted before.
          context.fillStyle = `hsl(${Math.random() * 360} 50% ${Math.random() * 100}%)`;
          context.fillRect(0, 0, 16, 16);
          if (stream.getTracks().every(({ readyState }) => readyState === 'ended')) clearInterval(timer);
        }, 50);
        return stream;
      };
    },
    { poses: POSES, urlsByPose: sources, firstPose: first, nearer: NEARER, pictureMs: shownMs },
  );
}

/** Somebody else stands in front of the scripted camera from now on. */
export const showClip = (page: Page, clip: string): Promise<void> =>
  page.evaluate((name) => {
    document.documentElement.dataset.shownClip = name;
  }, clip);

/**
 * The instructions that the scripted camera was given since the page was loaded. Whoever follows one at once makes it go
 * away, sooner than a test that waits for it looks again.
 */
export const instructionsSoFar = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [
    ...new Set((document.documentElement.dataset.instructions ?? '').split(' ').filter(Boolean)),
  ]);

/** Makes the scripted camera of the open page show one picture of its clip, and goes on when the video shows it. */
export async function holdPicture(page: Page, at: number): Promise<void> {
  await page.locator('video').evaluate(
    (video: HTMLVideoElement, picture) =>
      new Promise<void>((resolve) => {
        document.documentElement.dataset.heldPicture = String(picture);
        // Frames that were drawn before may still be on their way to the video.
        let left = 5;
        const next = () => {
          left -= 1;
          if (left === 0) resolve();
          else video.requestVideoFrameCallback(next);
        };
        video.requestVideoFrameCallback(next);
      }),
    at,
  );
}
