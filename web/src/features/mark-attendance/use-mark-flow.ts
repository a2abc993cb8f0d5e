import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toJpeg } from '../../lib/camera/capture-frame.ts';
import { useCamera } from '../../lib/camera/use-camera.ts';
import { type OnSight, useGuidance } from '../../lib/camera/use-guidance.ts';
import { isAutomatic, rememberAutomatic } from './automatic-capture.ts';
import { MARK_WAITING, markReducer, RETRY_MS } from './mark.reducer.ts';
import { eventOf, failureOf } from './mark-answer.ts';
import { type Proof, useFaceScanCheck, useMarkByFace } from './mark-attendance.queries.ts';

/** Camera, guide and server, led by the one reducer. */
export function useMarkFlow() {
  const { t, i18n } = useTranslation(['mark', 'camera', 'common']);
  const [state, dispatch] = useReducer(markReducer, MARK_WAITING);
  const [automatic, setAutomatic] = useState(isAutomatic);
  const camera = useCamera();
  const check = useFaceScanCheck();
  const mark = useMarkByFace();
  const challengeSight = useRef<OnSight | null>(null);

  const send = (proof: Proof) => {
    dispatch({ type: 'captured' });
    mark.mutate(proof, {
      onSuccess: (answer) => dispatch(eventOf(answer, i18n, t)),
      onError: (error) => dispatch({ type: 'failed', failure: failureOf(error, i18n, t) }),
    });
  };
  const failToCapture = () =>
    dispatch({ type: 'failed', failure: { text: t('noPicture'), retryMs: RETRY_MS } });
  const capture = () => {
    const image = camera.capture();
    if (image === null) failToCapture();
    else send({ image });
  };

  const guidance = useGuidance(camera, {
    purpose: 'attendance',
    isOn: state.step === 'ready' || state.step === 'challenge',
    onSight: (sight, canvas) => {
      challengeSight.current?.(sight, canvas);
      // The very picture that was found good: a moment later they may have turned away.
      if (automatic && state.step === 'ready' && state.isArmed && sight.held === 1)
        send({ image: toJpeg(canvas) });
    },
  });

  const { state: cameraState, stop } = camera;
  useEffect(() => {
    if (cameraState.status === 'ready') dispatch({ type: 'camera-ready' });
    if (cameraState.status === 'paused') dispatch({ type: 'camera-paused' });
    if (cameraState.status === 'failed') dispatch({ type: 'camera-failed', problem: cameraState.problem });
  }, [cameraState]);

  const { step } = state;
  useEffect(() => {
    if (step === 'success' || step === 'refused') stop();
  }, [step, stop]);

  const retryMs = state.step === 'failure' ? state.failure.retryMs : null;
  useEffect(() => {
    if (retryMs === null) return;
    const timer = setTimeout(() => dispatch({ type: 'waited' }), retryMs);
    return () => clearTimeout(timer);
  }, [retryMs]);

  return {
    state,
    camera,
    guidance,
    automatic,
    setAutomatic: (isOn: boolean) => {
      rememberAutomatic(isOn);
      setAutomatic(isOn);
    },
    start: () => {
      dispatch({ type: 'start' });
      camera.start();
      check.mutate(undefined, {
        onError: (error) => dispatch({ type: 'refused', text: failureOf(error, i18n, t).text }),
      });
    },
    capture,
    retry: () => dispatch({ type: 'retry' }),
    finishChallenge: (scanId: string, frames: readonly string[]) =>
      send({ image: frames[0] ?? '', scan_id: scanId, frames: [...frames] }),
    failToCapture,
    listen: useCallback((listener: OnSight | null) => {
      challengeSight.current = listener;
    }, []),
  };
}
