import type { Browser } from 'playwright-core';
import type { Shot } from './fake-camera.ts';

/**
 * Moments of the man's video, found by looking at it: straight ahead, a blink, a turn of the head to his left.
 * He never turns far to his right; there the same turn is shown mirrored, as a selfie camera would.
 */
const AHEAD = [50.9, 51.0, 51.1, 51.2, 51.3];
const SHUT = [51.5];
const LEFT = [44.8, 44.9, 45.3, 45.4, 45.5];

/** The video has 25 pictures a second or more. */
const FRAME_SECONDS = 0.045;

/** How long a moment stays where a film of them is played. */
const SECONDS = 0.25;

/** The browser that runs the journey also decodes the video: nothing else has to be installed. */
async function framesAt(
  browser: Browser,
  video: Uint8Array,
  times: readonly number[],
  isMirrored: boolean,
): Promise<Uint8Array[]> {
  const page = await browser.newPage();
  try {
    const frames = await page.evaluate(
      async ({ base64, moments, mirrored, oneFrame }) => {
        const player = document.createElement('video');
        player.muted = true;
        player.src = `data:video/mp4;base64,${base64}`;
        await new Promise((resolve, reject) => {
          player.onloadeddata = resolve;
          player.onerror = () => reject(new Error('This browser cannot play the video.'));
        });
        const canvas = document.createElement('canvas');
        canvas.width = 640;
        canvas.height = 480;
        const context = canvas.getContext('2d');
        if (!context) throw new Error('no canvas');
        if (mirrored) {
          context.translate(canvas.width, 0);
          context.scale(-1, 1);
        }
        const scale = Math.max(canvas.width / player.videoWidth, canvas.height / player.videoHeight);
        const [width, height] = [player.videoWidth * scale, player.videoHeight * scale];
        // The player says that it has found a moment before it shows it, and would be drawn as it was.
        const shown = {
          at: -1,
          follow(_now: number, { mediaTime }: VideoFrameCallbackMetadata) {
            shown.at = mediaTime;
            player.requestVideoFrameCallback(shown.follow);
          },
        };
        player.requestVideoFrameCallback(shown.follow);
        const jpegs: string[] = [];
        for (const moment of moments) {
          player.currentTime = moment;
          while (Math.abs(shown.at - moment) > oneFrame) await new Promise((wake) => setTimeout(wake, 10));
          context.drawImage(player, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
          jpegs.push(canvas.toDataURL('image/jpeg', 0.92));
        }
        return jpegs;
      },
      {
        base64: Buffer.from(video).toString('base64'),
        moments: [...times],
        mirrored: isMirrored,
        oneFrame: FRAME_SECONDS,
      },
    );
    return frames.map((url) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  } finally {
    await page.close();
  }
}

const each = (jpegs: readonly Uint8Array[], seconds: number): Shot[] =>
  jpegs.map((jpeg) => ({ jpeg, seconds }));

export type Pose = 'ahead' | 'shut' | 'left' | 'right';

/** The man at the camera: `calm` only looks; his poses are for whoever asks for one. */
export async function filmTheMan(
  browser: Browser,
  video: Uint8Array,
): Promise<{ calm: Shot[]; poses: Record<Pose, Shot[]> }> {
  const ahead = each(await framesAt(browser, video, AHEAD, false), SECONDS);
  const shut = each(await framesAt(browser, video, SHUT, false), SECONDS);
  const left = each(await framesAt(browser, video, LEFT, false), SECONDS);
  const right = each(await framesAt(browser, video, LEFT, true), SECONDS);
  return { calm: ahead, poses: { ahead, shut, left, right } };
}

/** Another man, who looks at his camera. */
export const filmAnother = async (browser: Browser, video: Uint8Array): Promise<Shot[]> =>
  each(await framesAt(browser, video, [45, 45.2, 45.4, 45.6], false), SECONDS);
