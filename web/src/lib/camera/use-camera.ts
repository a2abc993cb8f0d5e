import { type RefObject, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useDemo } from '../demo.ts';
import { CAMERA_OFF, type CameraState, cameraReducer, isOn, streamOf } from './camera.reducer.ts';
import { problemOf } from './camera-problem.ts';
import { captureFrame } from './capture-frame.ts';
import { type CameraWish, openStream, showStream, stopStream } from './open-stream.ts';
import { rememberCamera, rememberedCamera } from './remembered-camera.ts';

export interface CameraDevice {
  readonly id: string;
  readonly label: string;
}

export interface Camera {
  readonly state: CameraState;
  readonly isReady: boolean;
  /** `user` pictures are shown mirrored, as people know themselves. */
  readonly facing: CameraWish['facing'];
  /** For the <video>; CameraPreview takes it. It must be on the page before `start`. */
  readonly videoRef: RefObject<HTMLVideoElement | null>;
  /** Every camera of this device, known once one has started. */
  readonly devices: readonly CameraDevice[];
  readonly deviceId: string | null;
  readonly start: () => void;
  readonly stop: () => void;
  /** Remembered for next time on this device. */
  readonly switchTo: (deviceId: string) => void;
  /** What is seen now, as a JPEG data URL; null while there is no picture. */
  readonly capture: () => string | null;
}

/** Ideal size and side by the specification. */
const DEFAULT_WISH: CameraWish = { facing: 'user', width: 640, height: 480 };

/** One camera for one screen. Its light is off whenever the screen is gone, hidden or done with it. */
export function useCamera(wish: Partial<CameraWish> = {}): Camera {
  const { facing, width, height } = { ...DEFAULT_WISH, ...wish };
  const [state, dispatch] = useReducer(cameraReducer, CAMERA_OFF);
  const [chosen, setChosen] = useState(rememberedCamera);
  const videoRef = useRef<HTMLVideoElement | null>(null);
  const stream = streamOf(state);
  const attempt = isOn(state) ? state.attempt : 0;
  const { status } = state;
  const demo = useDemo();

  useEffect(() => {
    if (status !== 'opening') return;
    demo?.prepareFaces();
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
  }, [status, attempt, chosen, facing, width, height, demo]);

  useEffect(() => {
    if (!stream) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const fail = (error: unknown) => {
      if (!signal.aborted) dispatch({ type: 'failed', attempt, problem: problemOf(error) });
    };
    // Unplugged, or taken away by the system.
    const ended = () => dispatch({ type: 'failed', attempt, problem: 'missing' });
    for (const track of stream.getTracks()) track.addEventListener('ended', ended, { signal });
    const video = videoRef.current;
    if (video) showStream(video, stream, signal).then(() => dispatch({ type: 'pictured', attempt }), fail);
    else fail(null);
    return () => {
      leaving.abort();
      stopStream(stream);
      if (video?.srcObject === stream) video.srcObject = null;
    };
  }, [stream, attempt]);

  useEffect(() => {
    const look = () => dispatch({ type: document.hidden ? 'hidden' : 'shown' });
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  const devices = useDevices(status === 'ready');
  const start = useCallback(() => dispatch({ type: 'start' }), []);
  const stop = useCallback(() => dispatch({ type: 'stop' }), []);
  const switchTo = useCallback((deviceId: string) => {
    rememberCamera(deviceId);
    setChosen(deviceId);
    dispatch({ type: 'start' });
  }, []);
  const capture = useCallback(() => captureFrame(videoRef.current), []);
  const deviceId = stream?.getVideoTracks()[0]?.getSettings().deviceId ?? null;
  const isReady = status === 'ready';

  return useMemo(
    () => ({ state, isReady, facing, videoRef, devices, deviceId, start, stop, switchTo, capture }),
    [state, isReady, facing, devices, deviceId, start, stop, switchTo, capture],
  );
}

/** Names of cameras are told only to a page that may use one, so they are asked for once it runs. */
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
    // Without the list there is no picker; the camera works all the same.
    const refresh = () => void list().catch(() => undefined);
    refresh();
    navigator.mediaDevices.addEventListener('devicechange', refresh, { signal: leaving.signal });
    return () => leaving.abort();
  }, [isReady]);
  return devices;
}
