import type { CameraProblem } from '../../lib/camera/camera-problem.ts';

export const IMAGES = 3;
export const TICK_MS = 800;

export interface CaptureFailure {
  readonly text: string;
  readonly duplicateOf: { readonly id: string; readonly name: string } | null;
}

export type CaptureState =
  | { readonly step: 'checking' }
  | { readonly step: 'ready' }
  | { readonly step: 'capturing'; readonly images: readonly string[] }
  | { readonly step: 'sending'; readonly images: readonly string[] }
  | { readonly step: 'error'; readonly images: readonly string[]; readonly failure: CaptureFailure }
  | { readonly step: 'no-camera'; readonly problem: CameraProblem };

export type CaptureEvent =
  | { readonly type: 'check' }
  | { readonly type: 'camera-ready' }
  | { readonly type: 'camera-paused' }
  | { readonly type: 'camera-failed'; readonly problem: CameraProblem }
  | { readonly type: 'capture' }
  | { readonly type: 'image'; readonly jpeg: string }
  | { readonly type: 'failed'; readonly failure: CaptureFailure }
  | { readonly type: 'send-again' }
  | { readonly type: 'retry' };

export const CHECKING: CaptureState = { step: 'checking' };

/** Capture only when ready; three images, one a tick; then they are sent together. */
export function captureReducer(state: CaptureState, event: CaptureEvent): CaptureState {
  const { step } = state;
  switch (event.type) {
    case 'check':
      return step === 'no-camera' ? CHECKING : state;
    case 'camera-ready':
      return step === 'checking' ? { step: 'ready' } : state;
    case 'camera-paused':
      return step === 'ready' || step === 'capturing' ? CHECKING : state;
    case 'camera-failed':
      return step === 'sending' ? state : { step: 'no-camera', problem: event.problem };
    case 'capture':
      return step === 'ready' ? { step: 'capturing', images: [] } : state;
    case 'image': {
      if (step !== 'capturing') return state;
      const images = [...state.images, event.jpeg];
      return { step: images.length < IMAGES ? 'capturing' : 'sending', images };
    }
    case 'failed':
      return step === 'sending' || step === 'capturing'
        ? { step: 'error', images: state.images, failure: event.failure }
        : state;
    case 'send-again':
      return step === 'error' && state.images.length === IMAGES
        ? { step: 'sending', images: state.images }
        : state;
    case 'retry':
      return step === 'error' ? { step: 'ready' } : state;
  }
}

/** 0 to 3, for the bar. */
export const progressOf = (state: CaptureState): number => ('images' in state ? state.images.length : 0);
