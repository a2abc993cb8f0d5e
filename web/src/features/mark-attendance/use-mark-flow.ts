import type { i18n, TFunction } from 'i18next';
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '../../lib/api/api-error.ts';
import { toJpeg } from '../../lib/camera/capture-frame.ts';
import { isCameraAllowed } from '../../lib/camera/open-stream.ts';
import { useCamera } from '../../lib/camera/use-camera.ts';
import { type OnSight, useGuidance } from '../../lib/camera/use-guidance.ts';
import {
  type Failure,
  isArmed,
  MARK_WAITING,
  type MarkEvent,
  markReducer,
  RETRY_AFTER_TIMEOUT_MS,
  RETRY_MS,
} from './mark.reducer.ts';
import {
  type MarkAnswer,
  type Proof,
  RecognitionTimeout,
  useFaceScanCheck,
  useMarkByFace,
} from './mark-attendance.queries.ts';

/** Connects camera, guidance and server to the mark reducer. */
export function useMarkFlow() {
  const { t, i18n } = useTranslation(['mark', 'camera', 'common']);
  const [state, dispatch] = useReducer(markReducer, MARK_WAITING);
  const [automatic, setAutomatic] = useState(isAutomatic);
  const camera = useCamera();
  const check = useFaceScanCheck();
  const mark = useMarkByFace();
  const challengeListener = useRef<OnSight | null>(null);
  /** The server asks everybody for a movement. */
  const isChallenged = useRef(false);

  const send = (proof: Proof) => {
    dispatch({ type: 'captured' });
    mark.mutate(proof, {
      onSuccess: (answer) => dispatch(eventOf(answer, i18n, t)),
      onError: (error) => dispatch({ type: 'failed', failure: failureOf(error, i18n, t) }),
    });
  };
  const failToCapture = () =>
    dispatch({ type: 'failed', failure: { text: t('noPicture'), retryMs: RETRY_MS } });
  /** A single picture would be analysed for nothing where a movement is asked for in any case. */
  const askForChallenge = () => {
    dispatch({ type: 'captured' });
    check.mutate(undefined, {
      onSuccess: ({ scan_id, challenge }) =>
        dispatch({ type: 'challenged', scan: { id: scan_id, steps: challenge } }),
      onError: (error) => dispatch({ type: 'failed', failure: failureOf(error, i18n, t) }),
    });
  };
  const take = (image: string | null) => {
    if (image === null) failToCapture();
    else if (isChallenged.current) askForChallenge();
    else send({ image });
  };
  const capture = () => take(camera.capture());

  const guidance = useGuidance(camera, {
    purpose: 'attendance',
    isOn: state.step === 'ready' || state.step === 'challenge',
    onSight: (sight, canvas) => {
      challengeListener.current?.(sight, canvas);
      // Sends the frame that was analysed: a moment later the face may have turned away.
      if (automatic && isArmed(state) && sight.held === 1) take(toJpeg(canvas));
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

  const start = () => {
    dispatch({ type: 'start' });
    camera.start();
    check.mutate(undefined, {
      onSuccess: ({ challenge }) => {
        isChallenged.current = challenge.length > 0;
      },
      onError: (error) =>
        dispatch({
          type: 'refused',
          refusal: { text: failureOf(error, i18n, t).text, canRetry: !isConsentMissing(error) },
        }),
    });
  };
  const startUnasked = useEffectEvent(start);
  useEffect(() => {
    let isLeft = false;
    void isCameraAllowed().then((isAllowed) => {
      if (isAllowed && !isLeft) startUnasked();
    });
    return () => {
      isLeft = true;
    };
  }, []);

  return {
    state,
    camera,
    guidance,
    automatic,
    setAutomatic: (isOn: boolean) => {
      rememberAutomatic(isOn);
      setAutomatic(isOn);
    },
    start,
    capture,
    retry: () => dispatch({ type: 'retry' }),
    finishChallenge: (scanId: string, frames: readonly string[]) =>
      send({ image: frames[0] ?? '', scan_id: scanId, frames: [...frames] }),
    failToCapture,
    listen: useCallback((listener: OnSight | null) => {
      challengeListener.current = listener;
    }, []),
  };
}

/** Whether a steady face is captured automatically: remembered on this device, on by default. */
const AUTOMATIC_KEY = 'camera-automatic';

function isAutomatic(): boolean {
  try {
    return localStorage.getItem(AUTOMATIC_KEY) !== 'off';
  } catch {
    return true;
  }
}

function rememberAutomatic(isOn: boolean): void {
  try {
    localStorage.setItem(AUTOMATIC_KEY, isOn ? 'on' : 'off');
  } catch {
    // Storage is not available: the choice holds until the page is left.
  }
}

type T = TFunction<['mark', 'camera', 'common']>;

/** The server's message, or the catalogue's for the same outcome and reason in another language. */
function refusalText({ message, outcome, reason }: MarkAnswer, i18n: i18n, t: T): string {
  if (i18n.language !== 'en') {
    const group = outcome === 'challenge_failed' ? 'challenge' : reason ? 'quality' : 'refusal';
    const key = `mark:${group}.${reason ?? outcome}`;
    if (i18n.exists(key)) return i18n.t(key as 'mark:failed'); // the key exists
  }
  return message || t('failed');
}

/** Translates the server's answer into an event of the modal. */
function eventOf(answer: MarkAnswer, i18n: i18n, t: T): MarkEvent {
  const { success, attendance, scan, message, outcome } = answer;
  if (success && attendance) {
    const { time, status, punctuality } = attendance;
    const isRepeat = outcome === 'already_marked';
    return { type: 'marked', marked: { isRepeat, message, time, status, punctuality } };
  }
  if (scan) return { type: 'challenged', scan: { id: scan.scan_id, steps: scan.challenge } };
  const text = refusalText(answer, i18n, t);
  if (outcome === 'not_enrolled' || outcome === 'ambiguous')
    return { type: 'refused', refusal: { text, canRetry: false } };
  return { type: 'failed', failure: { text, retryMs: RETRY_MS } };
}

const isConsentMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'consent_missing';

function failureOf(error: unknown, i18n: i18n, t: T): Failure {
  if (error instanceof RecognitionTimeout) return { text: t('timedOut'), retryMs: RETRY_AFTER_TIMEOUT_MS };
  // The first scan may have arrived; a second one is not counted twice.
  if (error instanceof ApiError && error.isUnreachable) return { text: t('unreachable'), retryMs: RETRY_MS };
  return { text: errorText(error, i18n, t('failedRetry')), retryMs: RETRY_MS };
}
