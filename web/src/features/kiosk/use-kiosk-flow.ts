import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import type { Api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { toJpeg } from '../../lib/camera/capture-frame.ts';
import { useCamera } from '../../lib/camera/use-camera.ts';
import { useGuidance } from '../../lib/camera/use-guidance.ts';
import { type KioskAnswer, useKioskCalls } from './kiosk.queries.ts';
import {
  ANSWER_MS,
  isOpen,
  KIOSK_START,
  kioskReducer,
  mayAsk,
  REFUSAL_MS,
  type Refusal,
} from './kiosk.reducer.ts';
import { playSound } from './kiosk-sounds.ts';
import { followLook, isWhole, type Look } from './look.rules.ts';

interface FlowNeeds {
  readonly client: Api;
  /** Whether faces are recognized here at all. */
  readonly hasFaces: boolean;
  readonly hasSound: boolean;
  /** Called when the server no longer knows this device. */
  readonly onEnded: () => void;
}

/** Connects camera, guidance and server to the reducer of the screen. */
export function useKioskFlow({ client, hasFaces, hasSound, onEnded }: FlowNeeds) {
  const [state, dispatch] = useReducer(kioskReducer, KIOSK_START);
  const camera = useCamera();
  const calls = useKioskCalls(client);
  const look = useRef<Look | null>(null);

  const settle = {
    onSuccess: (answer: KioskAnswer) => {
      if (hasSound) playSound(answer.mark ? 'marked' : answer.asked ? 'asked' : 'refused');
      dispatch({ type: 'answered', answer, at: performance.now() });
    },
    onError: (error: Error) => {
      if (error instanceof ApiError && error.code === 'kiosk_unknown') return onEnded();
      if (hasSound) playSound('refused');
      dispatch({ type: 'failed', refusal: refusalOf(error), at: performance.now() });
    },
  };

  const guidance = useGuidance(camera, {
    purpose: 'attendance',
    isOn: hasFaces && (isOpen(state) || state.screen.kind === 'asking'),
    onSight: (sight, canvas) => {
      const now = performance.now();
      look.current = followLook(look.current, sight, canvas.width, now, () => toJpeg(canvas));
      if (!look.current || !isWhole(look.current) || !mayAsk(state, look.current.since, now)) return;
      const { images } = look.current;
      look.current = null;
      dispatch({ type: 'asked' });
      calls.identify.mutate(images, settle);
    },
  });

  const { status } = camera.state;
  const start = useEffectEvent(() => camera.start());
  useEffect(() => {
    if (hasFaces && status === 'off') start();
  }, [hasFaces, status]);

  const { screen } = state;
  useEffect(() => {
    if (screen.kind !== 'marked' && screen.kind !== 'refused') return;
    const shownMs = screen.kind === 'marked' ? ANSWER_MS : REFUSAL_MS;
    const timer = setTimeout(() => dispatch({ type: 'over' }), shownMs);
    return () => clearTimeout(timer);
  }, [screen]);

  return {
    state,
    camera,
    guidance,
    sendDigits: (tryId: string, digits: string) => {
      dispatch({ type: 'asked' });
      calls.digits.mutate({ try_id: tryId, digits }, settle);
    },
    sendPin: (userId: string, pin: string) => {
      dispatch({ type: 'asked' });
      calls.pin.mutate({ user_id: userId, pin }, settle);
    },
    notMe: (answerId: string) =>
      calls.notMe.mutate(answerId, {
        onSuccess: () => dispatch({ type: 'undone' }),
        onError: (error) => dispatch({ type: 'failed', refusal: refusalOf(error), at: performance.now() }),
      }),
    choosePin: () => dispatch({ type: 'chose-pin' }),
    close: () => dispatch({ type: 'over' }),
  };
}

export type KioskFlow = ReturnType<typeof useKioskFlow>;

function refusalOf(error: Error): Refusal {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.isWithoutServer) return 'unreachable';
  if (error.code === 'too_many_attempts' || error.code === 'too_many_requests') return 'tooMany';
  if (error.code === 'kiosk_try_ended' || error.code === 'kiosk_answer_ended') return 'ended';
  return 'failed';
}
