import type { FaceObservation } from '@rollcall/core/faces/face.types';
import { showsStep } from '@rollcall/core/liveness/shown-step.rules';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { toJpeg } from '../../lib/camera/capture-frame.ts';
import { useCamera } from '../../lib/camera/use-camera.ts';
import { useGuidance } from '../../lib/camera/use-guidance.ts';
import { useCameraCodes } from './cards/use-camera-codes.ts';
import { useNfcReader, useWedgeReader } from './cards/use-card-readers.ts';
import type { KioskFigures } from './care/kiosk-figures.ts';
import { type KioskAnswer, type KioskParts, type OwnKiosk, useKioskCalls } from './kiosk.queries.ts';
import {
  ANSWER_MS,
  isOpen,
  isSecondTry,
  isWatching,
  KIOSK_START,
  kioskReducer,
  type Marked,
  MOVEMENT_MS,
  mayAsk,
  REFUSAL_MS,
  type Refusal,
} from './kiosk.reducer.ts';
import { playSound } from './kiosk-sounds.ts';
import { followLook, isWhole, type Look } from './look.rules.ts';
import { type Shown, useEvidence } from './use-evidence.ts';

interface FlowNeeds {
  readonly kiosk: OwnKiosk;
  readonly parts: KioskParts;
  readonly figures: KioskFigures;
  /** Something else is on the screen: nobody is recognized meanwhile. */
  readonly isCovered: boolean;
  /** Called when the server no longer knows this device. */
  readonly onEnded: () => void;
}

/** Connects camera, guidance and server to the reducer of the screen. */
export function useKioskFlow({ kiosk, parts, figures, isCovered, onEnded }: FlowNeeds) {
  const hasFaces = kiosk.means.includes('face');
  /** Cards and codes of phones are both held up to the camera. */
  const hasCards = kiosk.means.includes('card');
  const hasPhones = kiosk.means.includes('phone');
  const hasSound = kiosk.sound;
  const [state, dispatch] = useReducer(kioskReducer, KIOSK_START);
  const camera = useCamera();
  const calls = useKioskCalls(parts.client);
  const evidence = useEvidence(kiosk, parts);
  const look = useRef<Look | null>(null);
  /** The face that was asked about, from which a movement is measured. */
  const front = useRef<FaceObservation | null>(null);
  /** The pictures of a face that is asked for digits without a network. */
  const waiting = useRef<readonly string[]>([]);

  const settle = {
    onSuccess: (answer: Shown) => {
      if (answer === 'recorded') {
        if (hasSound) playSound('marked');
        return dispatch({ type: 'recorded', at: performance.now() });
      }
      if (answer === 'full') return dispatch({ type: 'failed', refusal: 'full', at: performance.now() });
      if (hasSound) playSound(soundOf(answer));
      dispatch({ type: 'answered', answer, at: performance.now() });
    },
    onError: (error: Error) => {
      if (error instanceof ApiError && error.code === 'kiosk_unknown') return onEnded();
      if (hasSound) playSound('refused');
      dispatch({ type: 'failed', refusal: refusalOf(error), at: performance.now() });
    },
  };

  const sendMovement = (movementId: string, image: string) => {
    dispatch({ type: 'asked' });
    calls.movement.mutate({ movement_id: movementId, images: [image] }, settle);
  };

  const isFree = isOpen(state) && !isCovered;
  /** False while an answer is on its way or somebody types. */
  const showCard = (scanned: string): boolean => {
    if (!isFree) return false;
    look.current = null;
    dispatch({ type: 'asked' });
    evidence.mutate({ means: 'card', scanned }, settle);
    return true;
  };
  const codes = useCameraCodes(camera, {
    isOn: (hasCards || hasPhones) && !isCovered && (isFree || state.screen.kind === 'asking'),
    onCode: showCard,
  });
  useWedgeReader({ isOn: (hasCards || hasPhones) && isFree, onRead: showCard });
  useNfcReader({ isOn: hasCards && !isCovered, onRead: showCard });

  const guidance = useGuidance(camera, {
    purpose: 'attendance',
    isKept: true,
    isOn: hasFaces && !isCovered && isWatching(state),
    onSight: (sight, canvas) => {
      // Whoever holds a card up is not looked at.
      if (codes.isShown()) {
        look.current = null;
        return;
      }
      const now = performance.now();
      figures.saw(sight);
      if (state.screen.kind === 'moving') {
        const { movement } = state.screen;
        const { face } = sight;
        if (!face || !front.current || !showsStep(movement.step, face, front.current)) return;
        return sendMovement(movement.movement_id, toJpeg(canvas));
      }
      look.current = followLook(look.current, sight, canvas.width, now, () => toJpeg(canvas));
      if (!look.current || !isWhole(look.current) || !mayAsk(state, look.current.since, now)) return;
      const { images, since } = look.current;
      look.current = null;
      front.current = sight.face;
      if (kiosk.isOffline && kiosk.asks_digits) {
        waiting.current = images;
        return dispatch({ type: 'digits-needed', at: now });
      }
      figures.asked(isSecondTry(state, now));
      dispatch({ type: 'asked' });
      evidence.mutate(
        { means: 'face', images, digits: null },
        {
          ...settle,
          onSuccess: (answer) => {
            if (typeof answer === 'object') figures.answered(since);
            settle.onSuccess(answer);
          },
        },
      );
    },
  });

  const usesCamera = hasFaces || hasCards || hasPhones;
  const { status } = camera.state;
  const start = useEffectEvent(() => camera.start());
  useEffect(() => {
    if (usesCamera && status === 'off') start();
  }, [usesCamera, status]);

  const { screen } = state;
  const isAsking = screen.kind === 'asking';
  useEffect(() => {
    if (screen.kind !== 'marked' && screen.kind !== 'recorded' && screen.kind !== 'refused') return;
    const shownMs = screen.kind === 'marked' ? ANSWER_MS : REFUSAL_MS;
    const timer = setTimeout(() => dispatch({ type: 'over' }), shownMs);
    return () => clearTimeout(timer);
  }, [screen]);

  // Whoever does not move, or has gone.
  useEffect(() => {
    if (screen.kind !== 'moving') return;
    const timer = setTimeout(
      () => dispatch({ type: 'failed', refusal: 'not_moved', at: performance.now() }),
      MOVEMENT_MS,
    );
    return () => clearTimeout(timer);
  }, [screen]);

  return {
    state,
    camera,
    guidance,
    /** Whether an answer is awaited. Buttons do nothing meanwhile: a second press would send the same again. */
    isAsking,
    sendDigits: (tryId: string | null, digits: string) => {
      if (isAsking) return;
      dispatch({ type: 'asked' });
      if (tryId !== null) return calls.digits.mutate({ try_id: tryId, digits }, settle);
      evidence.mutate({ means: 'face', images: waiting.current, digits }, settle);
      waiting.current = [];
    },
    sendPin: (userId: string, pin: string) => {
      if (isAsking) return;
      dispatch({ type: 'asked' });
      evidence.mutate({ means: 'pin', user_id: userId, pin }, settle);
    },
    isTakingBack: calls.notMe.isPending,
    notMe: (mark: Marked) => {
      if (calls.notMe.isPending) return;
      calls.notMe.mutate(mark.answer_id, {
        onSuccess: () => dispatch({ type: 'undone', mark, at: performance.now() }),
        onError: (error) => dispatch({ type: 'failed', refusal: refusalOf(error), at: performance.now() }),
      });
    },
    choosePin: () => dispatch({ type: 'chose-pin' }),
    close: () => dispatch({ type: 'over' }),
  };
}

export type KioskFlow = ReturnType<typeof useKioskFlow>;

const soundOf = ({ mark, asked, movement }: KioskAnswer) =>
  mark ? 'marked' : asked || movement ? 'asked' : 'refused';

function refusalOf(error: Error): Refusal {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.isWithoutServer) return 'unreachable';
  if (error.code === 'too_many_attempts' || error.code === 'too_many_requests') return 'tooMany';
  if (error.code === 'kiosk_try_ended' || error.code === 'kiosk_answer_ended') return 'ended';
  return 'failed';
}
