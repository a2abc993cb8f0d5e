import { useEffect, useEffectEvent, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { useCamera } from '../../lib/camera/use-camera.ts';
import { useGuidance } from '../../lib/camera/use-guidance.ts';
import { errorText } from '../../lib/error-text.ts';
import { useCaptureFace } from './capture-face.queries.ts';
import { CHECKING, captureReducer, TICK_MS } from './capture-face.reducer.ts';

interface CaptureOptions {
  readonly userId: string;
  readonly onCaptured: (message: string) => void;
}

export function useCaptureFlow({ userId, onCaptured }: CaptureOptions) {
  const { t, i18n } = useTranslation('camera');
  const [state, dispatch] = useReducer(captureReducer, CHECKING);
  const camera = useCamera();
  const upload = useCaptureFace();
  const guidance = useGuidance(camera, {
    purpose: 'enrolment',
    isOn: state.step === 'ready' || state.step === 'capturing',
  });

  const { state: cameraState, start } = camera;
  useEffect(() => start(), [start]);
  useEffect(() => {
    if (cameraState.status === 'ready') dispatch({ type: 'camera-ready' });
    if (cameraState.status === 'paused') dispatch({ type: 'camera-paused' });
    if (cameraState.status === 'failed') dispatch({ type: 'camera-failed', problem: cameraState.problem });
  }, [cameraState]);

  const fail = (text: string, duplicateOf: { id: string; name: string } | null = null) =>
    dispatch({ type: 'failed', failure: { text, duplicateOf } });
  const send = (images: readonly string[], lookAlikeOf: string | null) =>
    upload.mutate(
      { userId, images, lookAlikeOf },
      {
        onSuccess: ({ success, message, duplicate_of }) => {
          if (success) onCaptured(message);
          else fail(message || t('capture.failed'), duplicate_of);
        },
        onError: (error) => fail(errorText(error, i18n, t('capture.failed'))),
      },
    );

  const taken = state.step === 'capturing' ? state.images.length : null;
  const take = useEffectEvent(() => {
    const jpeg = camera.capture();
    if (!jpeg) return fail(t('capture.failed'));
    dispatch({ type: 'image', jpeg });
    if (state.step === 'capturing' && state.images.length === 2) send([...state.images, jpeg], null);
  });
  useEffect(() => {
    if (taken === null) return;
    const timer = setTimeout(take, TICK_MS);
    return () => clearTimeout(timer);
  }, [taken]);

  return {
    state,
    camera,
    guidance,
    check: () => {
      dispatch({ type: 'check' });
      start();
    },
    capture: () => dispatch({ type: 'capture' }),
    retry: () => dispatch({ type: 'retry' }),
    sendAsLookAlike: (id: string) => {
      if (state.step !== 'error') return;
      dispatch({ type: 'send-again' });
      send(state.images, id);
    },
  };
}
