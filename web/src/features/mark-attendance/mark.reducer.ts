import type { ChallengeStep } from '@rollcall/core/faces/face.types';
import type { CameraProblem } from '../../lib/camera/camera-problem.ts';

/** The movement that the server asks for before it accepts the scan. */
export interface RequestedStep {
  readonly scanId: string;
  readonly movement: ChallengeStep;
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

export interface Marked {
  readonly isRepeat: boolean;
  readonly time: string | null;
  readonly status: string;
  readonly punctuality: string | null;
}

export interface Failure {
  readonly text: string;
  /** Delay after which the modal is ready again by itself. */
  readonly retryMs: number;
}

/** Why there is no scan, and whether another try can change that. */
export interface Refusal {
  readonly text: string;
  readonly canRetry: boolean;
}

export type MarkState =
  | { readonly step: 'waiting' }
  | { readonly step: 'starting' }
  /** `failures`: scans that failed since the camera started. A steady face is captured until there are AUTOMATIC_TRIES. */
  | { readonly step: 'ready'; readonly failures: number; readonly failure: Failure | null }
  /** `lost`: the camera went away while the answer was awaited. */
  | { readonly step: 'scanning'; readonly failures: number; readonly lost: CameraProblem | null }
  | { readonly step: 'challenge'; readonly failures: number; readonly asked: RequestedStep }
  | { readonly step: 'success'; readonly marked: Marked }
  | { readonly step: 'failure'; readonly failures: number; readonly failure: Failure }
  /** No engine, no consent, no registered face. */
  | { readonly step: 'refused'; readonly refusal: Refusal }
  | { readonly step: 'no-camera'; readonly problem: CameraProblem };

export type MarkEvent =
  | { readonly type: 'start' }
  | { readonly type: 'camera-ready' }
  | { readonly type: 'camera-paused' }
  | { readonly type: 'camera-failed'; readonly problem: CameraProblem }
  | { readonly type: 'refused'; readonly refusal: Refusal }
  | { readonly type: 'captured' }
  | { readonly type: 'challenged'; readonly asked: RequestedStep }
  | { readonly type: 'marked'; readonly marked: Marked }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'retry' }
  | { readonly type: 'waited' };

export const RETRY_AFTER_TIMEOUT_MS = 3_000;
export const RETRY_MS = 5_000;
export const RECOGNITION_MS = 15_000;
/** Then the person has to press the button: a face that is not recognised does not call the server for ever. */
export const AUTOMATIC_TRIES = 5;

export const MARK_WAITING: MarkState = { step: 'waiting' };

/** Events that do not fit the current step are late and change nothing. */
export function markReducer(state: MarkState, event: MarkEvent): MarkState {
  const { step } = state;
  switch (event.type) {
    case 'start':
      return step === 'waiting' || step === 'refused' || step === 'no-camera' ? { step: 'starting' } : state;
    case 'camera-ready':
      return step === 'starting' ? { step: 'ready', failures: 0, failure: null } : state;
    case 'camera-paused':
      // A scan that was sent already is answered; a challenge starts again.
      return step === 'ready' || step === 'challenge' || step === 'failure' ? { step: 'starting' } : state;
    case 'camera-failed':
      if (step === 'scanning') return { ...state, lost: event.problem };
      return step === 'success' || step === 'refused' ? state : { step: 'no-camera', problem: event.problem };
    case 'refused':
      return step === 'starting' || step === 'ready' || step === 'scanning'
        ? { step: 'refused', refusal: event.refusal }
        : state;
    case 'captured':
      return step === 'ready' || step === 'challenge'
        ? { step: 'scanning', failures: state.failures, lost: null }
        : state;
    case 'challenged':
      if (step !== 'scanning') return state;
      if (state.lost) return { step: 'no-camera', problem: state.lost };
      return { step: 'challenge', failures: state.failures, asked: event.asked };
    case 'marked':
      return step === 'scanning' ? { step: 'success', marked: event.marked } : state;
    case 'failed':
      if (step === 'scanning' && state.lost) return { step: 'no-camera', problem: state.lost };
      return step === 'scanning' || step === 'ready' || step === 'challenge'
        ? { step: 'failure', failures: state.failures + 1, failure: event.failure }
        : state;
    case 'retry':
      return step === 'failure' ? { step: 'ready', failures: 0, failure: null } : state;
    case 'waited':
      return step === 'failure' ? { step: 'ready', failures: state.failures, failure: state.failure } : state;
  }
}

/** Whether a steady face is captured without a press of the button. */
export const isArmed = (state: MarkState): boolean =>
  state.step === 'ready' && state.failures < AUTOMATIC_TRIES;
