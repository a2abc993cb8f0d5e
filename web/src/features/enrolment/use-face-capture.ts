import { useEffect, useEffectEvent, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/api/api-error.ts';
import { isCameraAllowed } from '../../lib/camera/open-stream.ts';
import { useCamera } from '../../lib/camera/use-camera.ts';
import { useGuidance } from '../../lib/camera/use-guidance.ts';
import { useCheckPhoto, useUploadFace } from './enrolment.queries.ts';
import type { FaceSubject } from './enrolment.reducer.ts';
import {
  type CaptureMode,
  captureReducer,
  firstCapture,
  isFilming,
  outcomeOf,
  PACE,
  PAUSE_MS,
  PHOTOS,
  type Slots,
  type UploadFailure,
} from './face-capture.reducer.ts';

interface FaceCaptureOptions {
  readonly subject: FaceSubject;
  readonly mode: CaptureMode;
  /** The signed-in person registers their own face. */
  readonly isOwn: boolean;
  /** Called with the sentence to show once the server accepted the face. */
  readonly onRegistered: (message: string) => void;
}

/** How long the first countdown waits for a guide that is still loading. */
const GUIDE_MS = 15_000;

const jpegsOf = (photos: Slots): string[] => photos.flatMap((photo) => (photo ? [photo.jpeg] : []));

/** Connects camera, timers and uploads to the capture reducer. */
export function useFaceCapture({ subject, mode, isOwn, onRegistered }: FaceCaptureOptions) {
  const { t, i18n } = useTranslation(['registration', 'camera', 'mark']);
  const [state, dispatch] = useReducer(captureReducer(mode), mode, firstCapture);
  const camera = useCamera();
  const check = useCheckPhoto();
  const upload = useUploadFace(mode, isOwn);
  const isBurst = mode === 'burst';
  const { step } = state;
  const left = state.step === 'counting' ? state.left : null;
  const filming = isFilming(state);
  const guidance = useGuidance(camera, { purpose: 'enrolment', isOn: filming });
  const failedText = isBurst ? t('camera:capture.failed') : t('faceFailed');

  const { state: cameraState, start: startCamera, stop: stopCamera } = camera;
  useEffect(() => {
    if (isBurst) startCamera();
  }, [isBurst, startCamera]);
  useEffect(() => {
    if (isBurst) return;
    let isLeft = false;
    void isCameraAllowed().then((isAllowed) => {
      if (!isAllowed || isLeft) return;
      dispatch({ type: 'start' });
      startCamera();
    });
    return () => {
      isLeft = true;
    };
  }, [isBurst, startCamera]);

  // The countdown waits for a face as long as the guide can tell, and not for ever for the guide.
  const { status: guideStatus, sight } = guidance;
  const canTell = guideStatus === 'running' || guideStatus === 'loading';
  const hasFace = sight?.face != null;
  const isFraming = step === 'framing';
  useEffect(() => {
    if (isFraming && (hasFace || !canTell)) dispatch({ type: 'face-seen' });
    if (sight && !hasFace) dispatch({ type: 'face-lost' });
  }, [isFraming, hasFace, canTell, sight]);
  useEffect(() => {
    if (!isFraming || guideStatus !== 'loading') return;
    const timer = setTimeout(() => dispatch({ type: 'face-seen' }), GUIDE_MS);
    return () => clearTimeout(timer);
  }, [isFraming, guideStatus]);
  useEffect(() => {
    if (cameraState.status === 'ready') dispatch({ type: 'camera-ready' });
    if (cameraState.status === 'paused') dispatch({ type: 'camera-paused' });
    if (cameraState.status === 'failed') dispatch({ type: 'camera-failed' });
  }, [cameraState]);
  useEffect(() => {
    // Stops a paused camera too: it would start again when the page is shown. A burst leaves the camera on.
    if (!isBurst && !filming && cameraState.status !== 'failed') stopCamera();
  }, [isBurst, filming, cameraState.status, stopCamera]);

  const fail = (failure: UploadFailure) => dispatch({ type: 'failed', failure });
  const send = (photos: readonly string[], lookAlikeOf: string | null) => {
    if (photos.length !== PHOTOS) return;
    dispatch({ type: 'upload' });
    const onDone = (done: number) => dispatch({ type: 'uploaded', done });
    upload.mutate(
      { subject, photos, lookAlikeOf, onDone },
      {
        onSuccess: (answers) => {
          const outcome = outcomeOf(answers, failedText);
          if (outcome.kind === 'refused') fail(outcome.failure);
          // A burst is one call for all photos: accepted as a whole.
          else
            onRegistered(t('faceRegistered', { accepted: isBurst ? PHOTOS : outcome.accepted, of: PHOTOS }));
        },
        onError: (error) => fail({ text: errorText(error, i18n, failedText), duplicateOf: null }),
      },
    );
  };

  const checkPhoto = (jpeg: string) =>
    check.mutateAsync(jpeg).then(
      ({ success, message, reason }) => {
        const key = `mark:quality.${reason}`;
        const text = i18n.language !== 'en' && i18n.exists(key) ? i18n.t(key as 'mark:failed') : message; // the key exists
        dispatch({ type: 'checked', jpeg, verdict: success ? { kind: 'good' } : { kind: 'poor', text } });
      },
      () => dispatch({ type: 'checked', jpeg, verdict: { kind: 'unknown' } }),
    );

  const take = useEffectEvent(() => {
    const jpeg = camera.capture();
    if (!jpeg)
      return isBurst ? fail({ text: failedText, duplicateOf: null }) : dispatch({ type: 'camera-failed' });
    dispatch({ type: 'taken', jpeg });
    if (isBurst) send([...jpegsOf(state.photos), jpeg], null);
    else void checkPhoto(jpeg);
  });
  useEffect(() => {
    if (left === null) return;
    if (left === 0) return take();
    const timer = setTimeout(() => dispatch({ type: 'tick' }), PACE[mode].tickMs);
    return () => clearTimeout(timer);
  }, [left, mode]);
  useEffect(() => {
    if (step !== 'pausing') return;
    const timer = setTimeout(() => dispatch({ type: 'pause-over' }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [step]);

  return {
    state,
    camera,
    guidance,
    start: () => {
      dispatch({ type: 'start' });
      startCamera();
    },
    capture: () => dispatch({ type: 'capture' }),
    retake: (slot: number) => {
      dispatch({ type: 'retake', slot });
      startCamera();
    },
    send: (lookAlikeOf: string | null) => send(jpegsOf(state.photos), lookAlikeOf),
    clear: () => {
      dispatch({ type: 'clear' });
      // The camera went away while the photos were sent: it has to be started again.
      if (cameraState.status === 'failed') dispatch({ type: 'camera-failed' });
    },
  };
}

export type FaceCaptureFlow = ReturnType<typeof useFaceCapture>;
