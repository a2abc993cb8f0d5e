import type { FaceObservation } from '@rollcall/core/faces/face.types';
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
  useMarkByFace,
  useStartScan,
} from './mark-attendance.queries.ts';

/** Local time during which an opened scan takes its first picture; the server keeps it a little longer. */
const SCAN_MS = 25_000;

/** Connects camera, guidance and server to the mark reducer. */
export function useMarkFlow() {
  const { t, i18n } = useTranslation(['mark', 'camera', 'common']);
  const [state, dispatch] = useReducer(markReducer, MARK_WAITING);
  const [automatic, setAutomatic] = useState(isAutomatic);
  const camera = useCamera();
  const begin = useStartScan();
  const mark = useMarkByFace();
  const challengeListener = useRef<OnSight | null>(null);
  /** The open scan, and until when it takes a first picture. */
  const scan = useRef<{ readonly id: string; readonly until: number } | null>(null);
  const [front, setFront] = useState<FaceObservation | null>(null);

  const openScan = async (): Promise<string> => {
    const { scan_id: id } = await begin.mutateAsync(null);
    scan.current = { id, until: performance.now() + SCAN_MS };
    return id;
  };
  const fail = (error: unknown) => dispatch({ type: 'failed', failure: failureOf(error, i18n, t) });
  const send = (proof: Proof) =>
    mark.mutate(proof, {
      onSuccess: (answer) => {
        // Only a picture that was too poor leaves the scan open for another one.
        if (!LEAVES_OPEN.has(answer.outcome)) scan.current = null;
        dispatch(eventOf(answer, i18n, t));
      },
      onError: (error) => {
        scan.current = null;
        fail(error);
      },
    });
  const failToCapture = () =>
    dispatch({ type: 'failed', failure: { text: t('noPicture'), retryMs: RETRY_MS } });
  const take = (image: string | null, face: FaceObservation | null) => {
    if (image === null) return failToCapture();
    dispatch({ type: 'captured' });
    setFront(face);
    const open = scan.current && scan.current.until > performance.now() ? scan.current.id : null;
    if (open) return send({ scan_id: open, image });
    void openScan().then((id) => send({ scan_id: id, image }), fail);
  };
  const seen = useRef<FaceObservation | null>(null);
  const capture = () => take(camera.capture(), seen.current);

  const guidance = useGuidance(camera, {
    purpose: 'attendance',
    isOn: state.step === 'ready' || state.step === 'challenge',
    onSight: (sight, canvas) => {
      seen.current = sight.face;
      challengeListener.current?.(sight, canvas);
      // Sends the frame that was analysed: a moment later the face may have turned away.
      if (automatic && isArmed(state) && sight.held === 1) take(toJpeg(canvas), sight.face);
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
    // Now, so that what stands in the way is said before anybody poses.
    openScan().catch((error: unknown) =>
      dispatch({
        type: 'refused',
        refusal: { text: failureOf(error, i18n, t).text, canRetry: !isConsentMissing(error) },
      }),
    );
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
    front,
    finishStep: (scanId: string, frames: readonly string[]) => {
      dispatch({ type: 'captured' });
      send({ scan_id: scanId, frames: [...frames] });
    },
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
    if (outcome === 'not_you' && reason)
      return t('maybePicture', { advice: i18n.t(`mark:quality.${reason}` as 'mark:failed') }); // one for each reason
    const group = outcome === 'challenge_failed' ? 'challenge' : reason ? 'quality' : 'refusal';
    const key = `mark:${group}.${reason ?? outcome}`;
    if (i18n.exists(key)) return i18n.t(key as 'mark:failed'); // the key exists
  }
  return message || t('failed');
}

/** Translates the server's answer into an event of the modal. */
function eventOf(answer: MarkAnswer, i18n: i18n, t: T): MarkEvent {
  const { success, attendance, scan, outcome } = answer;
  if (success && attendance) {
    const { time, status, punctuality } = attendance;
    const isRepeat = outcome === 'already_marked';
    return { type: 'marked', marked: { isRepeat, time, status, punctuality } };
  }
  const [movement] = scan?.challenge ?? [];
  if (scan && movement)
    return {
      type: 'challenged',
      asked: { scanId: scan.scan_id, movement, number: scan.step, of: scan.steps },
    };
  const text = refusalText(answer, i18n, t);
  if (outcome === 'not_enrolled' || outcome === 'ambiguous')
    return { type: 'refused', refusal: { text, canRetry: false } };
  return { type: 'failed', failure: { text, retryMs: RETRY_MS } };
}

/** Outcomes after which the same scan takes another picture. */
const LEAVES_OPEN: ReadonlySet<string> = new Set([
  'poor_quality',
  'no_face',
  'several_faces',
  'challenge_required',
]);

const isConsentMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'consent_missing';

function failureOf(error: unknown, i18n: i18n, t: T): Failure {
  if (error instanceof RecognitionTimeout) return { text: t('timedOut'), retryMs: RETRY_AFTER_TIMEOUT_MS };
  // The first scan may have arrived; a second one is not counted twice.
  if (error instanceof ApiError && error.isUnreachable) return { text: t('unreachable'), retryMs: RETRY_MS };
  return { text: errorText(error, i18n, t('failedRetry')), retryMs: RETRY_MS };
}
