import { useEffect, useEffectEvent, useRef } from 'react';
import type { CameraState } from '../../../lib/camera/camera.reducer.ts';
import type { Camera } from '../../../lib/camera/use-camera.ts';
import { type CameraStatus, createCameraCare } from './camera-care.ts';

function statusOf(state: CameraState): CameraStatus {
  if (state.status === 'ready') return 'ready';
  if (state.status !== 'failed') return 'busy';
  // Nothing can be done about an insecure page but to open another address.
  if (state.problem === 'insecure') return 'hopeless';
  return state.problem === 'denied' ? 'denied' : 'failed';
}

/** Opens the camera of a kiosk again when it stalls or is gone; `onReopen` is called each time. */
export function useCameraCare(camera: Camera, onReopen: () => void): void {
  const { state, videoRef } = camera;
  const frames = useRef(0);
  const reopen = useEffectEvent(() => {
    onReopen();
    camera.start();
  });
  const picture = useEffectEvent(() => {
    const video = videoRef.current;
    // Either of the two moves with a picture; browsers differ in which.
    return video && frames.current + video.currentTime;
  });
  const care = useRef<ReturnType<typeof createCameraCare> | null>(null);

  useEffect(() => {
    const created = createCameraCare({
      picture: () => picture(),
      reopen: () => reopen(),
      now: () => performance.now(),
    });
    care.current = created;
    created.start();
    // Undefined on an insecure page, which DOM's types do not say.
    const media = navigator.mediaDevices as MediaDevices | undefined;
    const leaving = new AbortController();
    media?.addEventListener?.('devicechange', created.devicesChanged, { signal: leaving.signal });
    return () => {
      leaving.abort();
      created.stop();
      care.current = null;
    };
  }, []);

  // A new attempt is a change as well, whatever becomes of it.
  useEffect(() => care.current?.changed(statusOf(state)), [state]);

  const isReady = state.status === 'ready';
  useEffect(() => {
    const video = videoRef.current;
    if (!isReady || !video || !('requestVideoFrameCallback' in video)) return;
    let handle = 0;
    const next = () => {
      frames.current += 1;
      handle = video.requestVideoFrameCallback(next);
    };
    handle = video.requestVideoFrameCallback(next);
    return () => video.cancelVideoFrameCallback(handle);
  }, [isReady, videoRef]);
}
