import { useEffect, useEffectEvent, useRef } from 'react';
import type { CameraState } from '../../../lib/camera/camera.reducer.ts';
import type { Camera } from '../../../lib/camera/use-camera.ts';
import { now } from '../../../lib/format/dates.ts';
import type { KioskParts } from '../kiosk.queries.ts';
import { useSendHealth } from './care.queries.ts';
import { CAMERA_START, followCamera, type KioskFigures } from './kiosk-figures.ts';
import { storageState } from './kiosk-storage.ts';
import { measureBrightness } from './measure-brightness.ts';

/** The first report follows soon, so that whoever hangs up a kiosk sees that it is well. */
const FIRST_MS = 5_000;
const EVERY_MS = 60_000;

interface Needs {
  readonly parts: KioskParts;
  readonly camera: Camera;
  readonly usesCamera: boolean;
  readonly figures: KioskFigures;
  readonly hasWakeLock: () => boolean;
  readonly onHeard: (serverVersion: string) => void;
}

/** Tells the server once a minute how this kiosk is. */
export function useHealthReports({ parts, camera, usesCamera, figures, hasWakeLock, onHeard }: Needs): void {
  const { mutateAsync } = useSendHealth(parts.client);
  const since = useCameraSeen(camera.state);

  const report = useEffectEvent(async () => {
    const storage = await storageState();
    const { counts, putBack } = figures.take();
    const seen = since();
    try {
      const { version } = await mutateAsync({
        app_version: __APP_VERSION__,
        camera: usesCamera ? seen.condition : 'none',
        camera_for_ms: Math.round(Math.max(0, performance.now() - seen.since)),
        brightness: usesCamera ? measureBrightness(camera.videoRef.current) : null,
        clock_offset_ms: now().getTime() - parts.clock.serverNow().getTime(),
        storage_used: storage.used,
        storage_granted: storage.granted,
        storage_persistent: storage.isPersistent,
        queue: parts.queue.size().entries,
        undelivered: parts.queue.size().undelivered,
        wake_lock: hasWakeLock(),
        counts: {
          asked: counts.asked,
          answered: counts.answered,
          second_tries: counts.secondTries,
          answer_times: [...counts.answerTimes],
          camera_restarts: counts.cameraRestarts,
          faces: counts.faces,
          backlit_faces: counts.backlitFaces,
        },
      });
      onHeard(version);
    } catch {
      // No network, or no kiosk any more: what asks for the settings says so.
      putBack();
    }
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const again = (ms: number) => {
      timer = setTimeout(() => {
        again(EVERY_MS);
        void report();
      }, ms);
    };
    again(FIRST_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** The camera as reports name it. */
function useCameraSeen(state: CameraState) {
  const seen = useRef(CAMERA_START);
  useEffect(() => {
    seen.current = followCamera(seen.current, state, performance.now());
  }, [state]);
  return () => seen.current;
}
