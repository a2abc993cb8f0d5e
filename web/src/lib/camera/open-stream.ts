import { CameraTimeout, InsecurePage, problemOf } from './camera-problem.ts';

export const CAMERA_START_MS = 10_000;
export const VIDEO_READY_MS = 5_000;

export interface CameraRequest {
  /** `user`: front camera. `environment`: rear camera, where the device has one. */
  readonly facing: 'user' | 'environment';
  readonly width: number;
  readonly height: number;
}

/** By what the opened camera says of itself; a webcam says nothing and looks where it was asked to. */
export const isMirroredFor = (facingMode: string | undefined, wanted: CameraRequest['facing']): boolean =>
  (facingMode || wanted) === 'user';

/** Whether the camera starts without a question of the browser. False where that cannot be asked. */
export async function isCameraAllowed(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' });
    return state === 'granted';
  } catch {
    return false;
  }
}

export const stopStream = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Rejects with CameraTimeout after `ms`, or with the reason of an aborted `signal`. */
function withTimeout<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new CameraTimeout()), ms);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const constraintsFor = (
  { facing, width, height }: CameraRequest,
  deviceId: string | null,
): MediaStreamConstraints => ({
  audio: false,
  video: {
    width: { ideal: width },
    height: { ideal: height },
    ...(deviceId === null ? { facingMode: { ideal: facing } } : { deviceId: { exact: deviceId } }),
  },
});

/**
 * Opens the chosen camera, or any other when it is missing. A stream that arrives after the time limit or an
 * abort is stopped, because its light would stay on.
 */
export async function openStream(
  request: CameraRequest,
  deviceId: string | null,
  signal: AbortSignal,
): Promise<MediaStream> {
  // Undefined on an insecure page, which DOM's types do not say.
  const media = navigator.mediaDevices as MediaDevices | undefined;
  if (!media?.getUserMedia)
    throw isSecureContext ? new Error('This browser has no camera.') : new InsecurePage();
  const opening = media.getUserMedia(constraintsFor(request, deviceId)).catch((error: unknown) => {
    if (deviceId !== null && problemOf(error) === 'missing')
      return media.getUserMedia(constraintsFor(request, null));
    throw error;
  });
  try {
    return await withTimeout(opening, CAMERA_START_MS, signal);
  } catch (error) {
    opening.then(stopStream, () => undefined);
    throw error;
  }
}

/** Plays the stream in the <video> and resolves with its first frame. */
export async function showStream(
  video: HTMLVideoElement,
  stream: MediaStream,
  signal: AbortSignal,
): Promise<void> {
  const firstFrame = new Promise<void>((resolve) => {
    if (video.srcObject === stream && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) resolve();
    video.addEventListener('loadeddata', () => resolve(), { once: true, signal });
  });
  video.srcObject = stream;
  // Autoplay may be refused in a background page; frames can be captured all the same.
  video.play().catch(() => undefined);
  await withTimeout(firstFrame, VIDEO_READY_MS, signal);
}
