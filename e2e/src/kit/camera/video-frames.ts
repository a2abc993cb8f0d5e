import type { Browser } from 'playwright-core';
import type { ClipFrame, Pose } from './fake-camera.ts';

/**
 * Times in Franck's video, in seconds, found by measuring it: head straight, chin up, chin down, eyes shut, head turned to
 * his left. He never turns far to his right; for that the head of a left turn is mirrored where it is. Those of
 * `AHEAD` differ so much that the server takes no two of them for the same picture.
 */
const AHEAD = [
  0.5, 2.25, 3.75, 4.25, 5, 5.5, 7, 8.25, 11.25, 11.75, 13.75, 14.5, 35.25, 50.9, 51.7, 62, 66.25, 91.75,
];
const CHIN_UP = [53.2, 53.28, 53.36, 53.44];
const CHIN_DOWN = [46.28, 46.4, 46.56, 46.68];
const EYES_SHUT = [51.46];
const LEFT = [45.28, 45.36];
/** His head in those of `LEFT`, in pixels of the camera. */
const HEAD = { x: 408, y: 282, halfWidth: 168, halfHeight: 215 };

/** The videos have 25 frames a second or more. */
const FRAME_SECONDS = 0.045;

/** How long the camera shows each frame. */
const SECONDS = 0.25;

interface WantedFrame {
  readonly time: number;
  readonly mirrored: boolean;
}

const plain = (times: readonly number[]) => times.map((time) => ({ time, mirrored: false }));
const mirrored = (times: readonly number[]) => times.map((time) => ({ time, mirrored: true }));

/** Draws frames of the video as JPEGs, in the order given. The browser decodes it, so no other tool is needed. */
async function drawFrames(
  browser: Browser,
  video: Uint8Array,
  wanted: readonly WantedFrame[],
): Promise<ClipFrame[]> {
  const page = await browser.newPage();
  try {
    const urls = await page.evaluate(
      async ({ base64, frames, oneFrame, head }) => {
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
        const scale = Math.max(canvas.width / player.videoWidth, canvas.height / player.videoHeight);
        const [width, height] = [player.videoWidth * scale, player.videoHeight * scale];
        // `seeked` fires before the new frame is presented, and drawImage would draw the old one.
        const presented = {
          time: -1,
          update(_now: number, { mediaTime }: VideoFrameCallbackMetadata) {
            presented.time = mediaTime;
            player.requestVideoFrameCallback(presented.update);
          },
        };
        player.requestVideoFrameCallback(presented.update);
        const jpegs: string[] = [];
        for (const { time, mirrored: isMirrored } of frames) {
          player.currentTime = time;
          while (Math.abs(presented.time - time) > oneFrame)
            await new Promise((wake) => setTimeout(wake, 10));
          // First the whole picture, then the head once more, mirrored where it is.
          for (const isHead of isMirrored ? [false, true] : [false]) {
            context.save();
            if (isHead) {
              context.beginPath();
              context.ellipse(head.x, head.y, head.halfWidth, head.halfHeight, 0, 0, 2 * Math.PI);
              context.clip();
              context.setTransform(-1, 0, 0, 1, 2 * head.x, 0);
            }
            context.drawImage(
              player,
              (canvas.width - width) / 2,
              (canvas.height - height) / 2,
              width,
              height,
            );
            context.restore();
          }
          jpegs.push(canvas.toDataURL('image/jpeg', 0.92));
        }
        return jpegs;
      },
      {
        base64: Buffer.from(video).toString('base64'),
        frames: [...wanted],
        oneFrame: FRAME_SECONDS,
        head: HEAD,
      },
    );
    return urls.map((url) => ({
      jpeg: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'),
      seconds: SECONDS,
    }));
  } finally {
    await page.close();
  }
}

/** Frames of a video as JPEG files, 640 x 480. */
export async function drawVideo(
  browser: Browser,
  video: Uint8Array,
  times: readonly number[],
): Promise<Uint8Array[]> {
  return (await drawFrames(browser, video, plain(times))).map(({ jpeg }) => jpeg);
}

/** Clips of Franck in each pose of a liveness challenge. */
export async function franckClips(browser: Browser, video: Uint8Array): Promise<Record<Pose, ClipFrame[]>> {
  const frames = await drawFrames(browser, video, [
    ...plain(AHEAD),
    ...plain(CHIN_UP),
    ...plain(CHIN_DOWN),
    ...plain(EYES_SHUT),
    ...plain(LEFT),
    ...mirrored(LEFT),
  ]);
  const take = (count: number) => frames.splice(0, count);
  return {
    ahead: take(AHEAD.length),
    chinUp: take(CHIN_UP.length),
    chinDown: take(CHIN_DOWN.length),
    eyesShut: take(EYES_SHUT.length),
    left: take(LEFT.length),
    right: take(LEFT.length),
  };
}

export const franckLookingAhead = (browser: Browser, video: Uint8Array): Promise<ClipFrame[]> =>
  drawFrames(browser, video, plain(AHEAD));

/** A clip of another man, who looks at his camera. */
export const otherManClip = (browser: Browser, video: Uint8Array): Promise<ClipFrame[]> =>
  drawFrames(browser, video, plain([45, 45.2, 45.4, 45.6]));
