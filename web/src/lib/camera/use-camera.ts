import { type RefObject, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useHost } from '../api/host.ts';
import { CAMERA_OFF, type CameraState, cameraReducer, isOn, streamOf } from './camera.reducer.ts';
import { problemOf } from './camera-problem.ts';
import { captureFrame } from './capture-frame.ts';
import { type CameraRequest, isMirroredFor, openStream, showStream, stopStream } from './open-stream.ts';

/**
 * Storage key of the chosen camera, one per direction: whoever takes class photos with the rear camera still looks into
 * the front one. Where storage is blocked (private mode) the choice is not kept.
 */
const deviceKey = (facing: CameraRequest['facing']) => `camera-device-${facing}`;

function readChosenCamera(facing: CameraRequest['facing']): string | null {
  try {
    return localStorage.getItem(deviceKey(facing));
  } catch {
    return null;
  }
}

function saveChosenCamera(facing: CameraRequest['facing'], deviceId: string): void {
  try {
    localStorage.setItem(deviceKey(facing), deviceId);
  } catch {
    // The choice holds until the page is closed.
  }
}

export interface CameraDevice {
  readonly id: string;
  readonly label: string;
}

export interface Camera {
  readonly state: CameraState;
  readonly isReady: boolean;
  /** The direction that was asked for. */
  readonly facing: CameraRequest['facing'];
  /** The preview is mirrored: the camera looks at whoever holds it. */
  readonly isMirrored: boolean;
  /** Ref of the <video> in CameraPreview, which must be mounted before `start`. */
  readonly videoRef: RefObject<HTMLVideoElement | null>;
  /** All cameras of this device; empty until one has started. */
  readonly devices: readonly CameraDevice[];
  readonly deviceId: string | null;
  readonly start: () => void;
  readonly stop: () => void;
  /** Starts another camera and stores the choice on this device. */
  readonly switchTo: (deviceId: string) => void;
  /** The current frame as a JPEG data URL; null while there is none. */
  readonly capture: () => string | null;
}

/** The camera that the specification prescribes: 640 x 480, facing the user. */
const DEFAULT_REQUEST: CameraRequest = { facing: 'user', width: 640, height: 480 };

/** Opens a camera for one screen and releases it when the screen is unmounted, hidden or stopped. */
export function useCamera(request: Partial<CameraRequest> = {}): Camera {
  const { facing, width, height } = { ...DEFAULT_REQUEST, ...request };
  const [state, dispatch] = useReducer(cameraReducer, CAMERA_OFF);
  const [chosen, setChosen] = useState(() => readChosenCamera(facing));
  const videoRef = useRef<HTMLVideoElement | null>(null);
  const stream = streamOf(state);
  const attempt = isOn(state) ? state.attempt : 0;
  const { status } = state;
  const { prepareFaces } = useHost();

  useEffect(() => {
    if (status !== 'opening') return;
    prepareFaces();
    const leaving = new AbortController();
    openStream({ facing, width, height }, chosen, leaving.signal).then(
      (opened) => {
        if (leaving.signal.aborted) stopStream(opened);
        else dispatch({ type: 'opened', attempt, stream: opened });
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) dispatch({ type: 'failed', attempt, problem: problemOf(error) });
      },
    );
    return () => leaving.abort();
  }, [status, attempt, chosen, facing, width, height, prepareFaces]);

  useEffect(() => {
    if (!stream) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const fail = (error: unknown) => {
      if (!signal.aborted) dispatch({ type: 'failed', attempt, problem: problemOf(error) });
    };
    // The camera was unplugged or taken by the system.
    const ended = () => dispatch({ type: 'failed', attempt, problem: 'missing' });
    for (const track of stream.getTracks()) track.addEventListener('ended', ended, { signal });
    const video = videoRef.current;
    if (video) showStream(video, stream, signal).then(() => dispatch({ type: 'first-frame', attempt }), fail);
    else fail(null);
    return () => {
      leaving.abort();
      stopStream(stream);
      if (video?.srcObject === stream) video.srcObject = null;
    };
  }, [stream, attempt]);

  useEffect(() => {
    const onVisibility = () => dispatch({ type: document.hidden ? 'hidden' : 'shown' });
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, []);

  const devices = useDevices(status === 'ready');
  const start = useCallback(() => dispatch({ type: 'start' }), []);
  const stop = useCallback(() => dispatch({ type: 'stop' }), []);
  const switchTo = useCallback(
    (deviceId: string) => {
      saveChosenCamera(facing, deviceId);
      setChosen(deviceId);
      dispatch({ type: 'start' });
    },
    [facing],
  );
  const capture = useCallback(() => captureFrame(videoRef.current), []);
  const settings = stream?.getVideoTracks()[0]?.getSettings();
  const deviceId = settings?.deviceId ?? null;
  const isMirrored = isMirroredFor(settings?.facingMode, facing);
  const isReady = status === 'ready';

  return useMemo(
    () => ({
      state,
      isReady,
      facing,
      isMirrored,
      videoRef,
      devices,
      deviceId,
      start,
      stop,
      switchTo,
      capture,
    }),
    [state, isReady, facing, isMirrored, devices, deviceId, start, stop, switchTo, capture],
  );
}

/** Lists cameras once one runs: browsers give their names only to a page with camera permission. */
function useDevices(isReady: boolean): readonly CameraDevice[] {
  const [devices, setDevices] = useState<readonly CameraDevice[]>([]);
  useEffect(() => {
    if (!isReady) return;
    const leaving = new AbortController();
    const list = async () => {
      const all = await navigator.mediaDevices.enumerateDevices();
      if (leaving.signal.aborted) return;
      setDevices(
        all
          .filter(({ kind }) => kind === 'videoinput')
          .map(({ deviceId, label }) => ({ id: deviceId, label })),
      );
    };
    // Without the list only the picker is missing.
    const refresh = () => void list().catch(() => undefined);
    refresh();
    navigator.mediaDevices.addEventListener('devicechange', refresh, { signal: leaving.signal });
    return () => leaving.abort();
  }, [isReady]);
  return devices;
}
