/** No new picture for so long: the camera stalls. */
export const STALL_MS = 5_000;
const LOOK_MS = 1_000;
/** A camera that ran for so long is well again. */
const WELL_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Somebody has to allow the camera: asking every few seconds would open the browser's question again and again. */
const DENIED_PAUSE_MS = 60_000;

/** How long to wait before the camera is opened again, after so many failures in a row. */
export const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10));

export type CameraStatus = 'ready' | 'failed' | 'denied' | 'hopeless' | 'busy';

interface Needs {
  /** A number that changes with every new picture; null without one. */
  readonly picture: () => number | null;
  /** Opens the camera again. */
  readonly reopen: () => void;
  readonly now: () => number;
}

/**
 * Opens a camera again that stalls or is gone, after pauses that grow, without anybody touching the screen. It is told of
 * every change of the camera.
 */
export function createCameraCare({ picture, reopen, now }: Needs) {
  let status: CameraStatus = 'busy';
  let failures = 0;
  let since = 0;
  let seen = { picture: null as number | null, at: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;

  const again = (pauseMs: number) => {
    isWaiting = true;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isWaiting = false;
      failures += 1;
      reopen();
    }, pauseMs);
  };

  const look = () => {
    if (status !== 'ready' || isWaiting) return;
    const at = now();
    const current = picture();
    if (current !== seen.picture) seen = { picture: current, at };
    else if (at - seen.at >= STALL_MS) return again(failures === 0 ? 0 : pauseAfter(failures));
    if (at - since >= WELL_MS) failures = 0;
  };
  let watch: ReturnType<typeof setInterval> | undefined;

  return {
    start(): void {
      watch = setInterval(look, LOOK_MS);
    },

    stop(): void {
      clearInterval(watch);
      clearTimeout(timer);
      isWaiting = false;
    },

    changed(next: CameraStatus): void {
      status = next;
      since = now();
      seen = { picture: picture(), at: since };
      clearTimeout(timer);
      isWaiting = false;
      if (next === 'failed') again(pauseAfter(failures));
      if (next === 'denied') again(DENIED_PAUSE_MS);
    },

    /** A camera was plugged in or taken away: worth a try at once. */
    devicesChanged(): void {
      if (status === 'failed' || status === 'denied') again(FIRST_PAUSE_MS / 2);
    },
  };
}
