import { useEffect, useEffectEvent, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { useCamera } from '../../lib/camera/use-camera.ts';
import { useGuidance } from '../../lib/camera/use-guidance.ts';
import { errorText } from '../../lib/error-text.ts';
import type { FaceCaptureProps } from './face-capture.types.ts';
import { isFilming, NO_PHOTOS, PAUSE_MS, PHOTOS, photosReducer } from './photos.reducer.ts';
import { useCheckPhoto, useUploadFace } from './registration.queries.ts';
import { outcomeOf } from './upload-outcome.ts';

const SECOND_MS = 1_000;

/** Camera, countdown and server, led by the one reducer. */
export function usePhotos({ subject, onRegistered }: Pick<FaceCaptureProps, 'subject' | 'onRegistered'>) {
  const { t, i18n } = useTranslation(['registration', 'mark']);
  const [state, dispatch] = useReducer(photosReducer, NO_PHOTOS);
  const camera = useCamera();
  const check = useCheckPhoto();
  const upload = useUploadFace();
  const { step } = state;
  const left = state.step === 'counting' ? state.left : null;
  const filming = isFilming(state);
  const guidance = useGuidance(camera, { purpose: 'enrolment', isOn: filming });

  const { state: cameraState, start: startCamera, stop: stopCamera } = camera;
  useEffect(() => {
    if (cameraState.status === 'ready') dispatch({ type: 'camera-ready' });
    if (cameraState.status === 'failed' || cameraState.status === 'paused') dispatch({ type: 'camera-lost' });
  }, [cameraState]);

  useEffect(() => {
    // A paused camera would come back by itself; nobody is waiting for it here.
    if (!filming && cameraState.status !== 'failed') stopCamera();
  }, [filming, cameraState.status, stopCamera]);

  const take = useEffectEvent(() => {
    const jpeg = camera.capture();
    if (!jpeg) return dispatch({ type: 'camera-lost' });
    dispatch({ type: 'taken', jpeg });
    check.mutateAsync(jpeg).then(
      ({ success, message, reason }) => {
        const key = `mark:quality.${reason}`;
        const text = i18n.language !== 'en' && i18n.exists(key) ? i18n.t(key as 'mark:failed') : message; // just seen to exist
        dispatch({ type: 'judged', jpeg, verdict: success ? { kind: 'good' } : { kind: 'poor', text } });
      },
      () => dispatch({ type: 'judged', jpeg, verdict: { kind: 'unknown' } }),
    );
  });
  useEffect(() => {
    if (left === null) return;
    if (left === 0) return take();
    const timer = setTimeout(() => dispatch({ type: 'second' }), SECOND_MS);
    return () => clearTimeout(timer);
  }, [left]);
  useEffect(() => {
    if (step !== 'resting') return;
    const timer = setTimeout(() => dispatch({ type: 'rested' }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [step]);

  const send = (lookAlikeOf: string | null) => {
    const photos = state.photos.flatMap((photo) => (photo ? [photo.jpeg] : []));
    if (photos.length !== PHOTOS) return;
    dispatch({ type: 'upload' });
    const onDone = (done: number) => dispatch({ type: 'uploaded', done });
    upload.mutate(
      { subject, photos, lookAlikeOf, onDone },
      {
        onSuccess: (answers) => {
          const outcome = outcomeOf(answers, t('faceFailed'));
          if (outcome.kind === 'refused') dispatch({ type: 'failed', failure: outcome.failure });
          else onRegistered(t('faceRegistered', { accepted: outcome.accepted, of: PHOTOS }));
        },
        onError: (error) =>
          dispatch({
            type: 'failed',
            failure: { text: errorText(error, i18n, t('faceFailed')), duplicateOf: null },
          }),
      },
    );
  };

  return {
    state,
    camera,
    guidance,
    start: () => {
      dispatch({ type: 'start' });
      startCamera();
    },
    retake: (slot: number) => {
      dispatch({ type: 'retake', slot });
      startCamera();
    },
    send,
    clear: () => dispatch({ type: 'clear' }),
  };
}
