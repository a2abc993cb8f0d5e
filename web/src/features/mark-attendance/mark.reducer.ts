import type { ChallengeStep } from '@rollcall/core/faces/face.types';
import type { CameraProblem } from '../../lib/camera/camera-problem.ts';

/** The challenge that the server requests before it accepts the scan. */
export interface RequestedScan {
  readonly id: string;
  readonly steps: readonly ChallengeStep[];
}

export interface Marked {
  readonly isRepeat: boolean;
  readonly message: string;
  readonly time: string | null;
  readonly status: string;
  readonly punctuality: string | null;
}

export interface Failure {
  readonly text: string;
  /** Delay after which the modal is ready again by itself. */
  readonly retryMs: number;
}

export type MarkState =
  | { readonly step: 'waiting' }
  | { readonly step: 'starting' }
  /** `isArmed`: a steady face is captured automatically. Off after a failure, which would repeat itself. */
  | { readonly step: 'ready'; readonly isArmed: boolean; readonly failure: Failure | null }
  | { readonly step: 'scanning' }
  | { readonly step: 'challenge'; readonly scan: RequestedScan }
  | { readonly step: 'success'; readonly marked: Marked }
  | { readonly step: 'failure'; readonly failure: Failure }
  /** Refused before a scan: no engine or no consent. */
  | { readonly step: 'refused'; readonly text: string }
  | { readonly step: 'no-camera'; readonly problem: CameraProblem };

export type MarkEvent =
  | { readonly type: 'start' }
  | { readonly type: 'camera-ready' }
  | { readonly type: 'camera-paused' }
  | { readonly type: 'camera-failed'; readonly problem: CameraProblem }
  | { readonly type: 'refused'; readonly text: string }
  | { readonly type: 'captured' }
  | { readonly type: 'challenged'; readonly scan: RequestedScan }
  | { readonly type: 'marked'; readonly marked: Marked }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'retry' }
  | { readonly type: 'waited' };

export const RETRY_AFTER_TIMEOUT_MS = 3_000;
export const RETRY_MS = 5_000;
export const RECOGNITION_MS = 15_000;

export const MARK_WAITING: MarkState = { step: 'waiting' };

/** Events that do not fit the current step are late and change nothing. */
export function markReducer(state: MarkState, event: MarkEvent): MarkState {
  const { step } = state;
  switch (event.type) {
    case 'start':
      return step === 'waiting' || step === 'refused' || step === 'no-camera' ? { step: 'starting' } : state;
    case 'camera-ready':
      return step === 'starting' ? { step: 'ready', isArmed: true, failure: null } : state;
    case 'camera-paused':
      // A scan that was sent already is answered; a challenge starts again.
      return step === 'ready' || step === 'challenge' || step === 'failure' ? { step: 'starting' } : state;
    case 'camera-failed':
      return step === 'success' || step === 'scanning'
        ? state
        : { step: 'no-camera', problem: event.problem };
    case 'refused':
      return step === 'starting' || step === 'ready' ? { step: 'refused', text: event.text } : state;
    case 'captured':
      return step === 'ready' || step === 'challenge' ? { step: 'scanning' } : state;
    case 'challenged':
      return step === 'scanning' ? { step: 'challenge', scan: event.scan } : state;
    case 'marked':
      return step === 'scanning' ? { step: 'success', marked: event.marked } : state;
    case 'failed':
      return step === 'scanning' || step === 'ready' || step === 'challenge'
        ? { step: 'failure', failure: event.failure }
        : state;
    case 'retry':
      return step === 'failure' ? { step: 'ready', isArmed: true, failure: null } : state;
    case 'waited':
      return step === 'failure' ? { step: 'ready', isArmed: false, failure: state.failure } : state;
  }
}
