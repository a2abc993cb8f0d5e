import { CameraTimeout, InsecurePage, problemOf } from './camera-problem.ts';

export const CAMERA_START_MS = 10_000;
export const VIDEO_READY_MS = 5_000;

export interface CameraWish {
  /** `user`: the screen's side. `environment`: the other, where the device has one. */
  readonly facing: 'user' | 'environment';
  readonly width: number;
  readonly height: number;
}

export const stopStream = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Rejects with CameraTimeout after `ms`, or as `signal` is aborted. */
function inTime<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new CameraTimeout()), ms);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const askFor = ({ facing, width, height }: CameraWish, deviceId: string | null): MediaStreamConstraints => ({
  audio: false,
  video: {
    width: { ideal: width },
    height: { ideal: height },
    ...(deviceId === null ? { facingMode: { ideal: facing } } : { deviceId: { exact: deviceId } }),
  },
});

/**
 * The remembered camera if it is still there, else whichever the browser offers. A stream that comes too late
 * is switched off at once: nobody is waiting for it, and its light would stay on.
 */
export async function openStream(
  wish: CameraWish,
  deviceId: string | null,
  signal: AbortSignal,
): Promise<MediaStream> {
  // Typed as always present; on an insecure page it is not.
  const media = navigator.mediaDevices as MediaDevices | undefined;
  if (!media?.getUserMedia)
    throw isSecureContext ? new Error('This browser has no camera.') : new InsecurePage();
  const asked = media.getUserMedia(askFor(wish, deviceId)).catch((error: unknown) => {
    if (deviceId !== null && problemOf(error) === 'missing') return media.getUserMedia(askFor(wish, null));
    throw error;
  });
  try {
    return await inTime(asked, CAMERA_START_MS, signal);
  } catch (error) {
    asked.then(stopStream, () => undefined);
    throw error;
  }
}

/** Shows the stream, and settles when there is a picture to see. */
export async function showStream(
  video: HTMLVideoElement,
  stream: MediaStream,
  signal: AbortSignal,
): Promise<void> {
  const pictured = new Promise<void>((resolve) => {
    if (video.srcObject === stream && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) resolve();
    video.addEventListener('loadeddata', () => resolve(), { once: true, signal });
  });
  video.srcObject = stream;
  // Autoplay may be refused while the page is not in front; the picture is still there to be taken.
  video.play().catch(() => undefined);
  await inTime(pictured, VIDEO_READY_MS, signal);
}
