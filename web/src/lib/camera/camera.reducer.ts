import type { CameraProblem } from './camera-problem.ts';

/** `opening`: waiting for getUserMedia. `warming`: waiting for the stream's first frame. */
export type CameraState =
  | { readonly status: 'off' }
  | { readonly status: 'opening'; readonly attempt: number }
  | { readonly status: 'warming'; readonly attempt: number; readonly stream: MediaStream }
  | { readonly status: 'ready'; readonly attempt: number; readonly stream: MediaStream }
  /** Released while the page is hidden; opens again when it is shown. */
  | { readonly status: 'paused'; readonly attempt: number }
  | { readonly status: 'failed'; readonly attempt: number; readonly problem: CameraProblem };

export type CameraEvent =
  | { readonly type: 'start' }
  | { readonly type: 'opened'; readonly attempt: number; readonly stream: MediaStream }
  | { readonly type: 'first-frame'; readonly attempt: number }
  | { readonly type: 'failed'; readonly attempt: number; readonly problem: CameraProblem }
  | { readonly type: 'hidden' }
  | { readonly type: 'shown' }
  | { readonly type: 'stop' };

export const CAMERA_OFF: CameraState = { status: 'off' };

const attemptOf = (state: CameraState): number => (state.status === 'off' ? 0 : state.attempt);

/** Ignores events of an earlier attempt: the camera was stopped or started again meanwhile. */
export function cameraReducer(state: CameraState, event: CameraEvent): CameraState {
  switch (event.type) {
    case 'start':
      return { status: 'opening', attempt: attemptOf(state) + 1 };
    case 'opened':
      return state.status === 'opening' && state.attempt === event.attempt
        ? { status: 'warming', attempt: state.attempt, stream: event.stream }
        : state;
    case 'first-frame':
      return state.status === 'warming' && state.attempt === event.attempt
        ? { ...state, status: 'ready' }
        : state;
    case 'failed':
      return isOn(state) && state.attempt === event.attempt
        ? { status: 'failed', attempt: state.attempt, problem: event.problem }
        : state;
    case 'hidden':
      return isOn(state) ? { status: 'paused', attempt: state.attempt } : state;
    case 'shown':
      return state.status === 'paused' ? { status: 'opening', attempt: state.attempt + 1 } : state;
    case 'stop':
      return CAMERA_OFF;
  }
}

export type CameraOn = Extract<CameraState, { status: 'opening' | 'warming' | 'ready' }>;

export function isOn(state: CameraState): state is CameraOn {
  return state.status === 'opening' || state.status === 'warming' || state.status === 'ready';
}

export const streamOf = (state: CameraState): MediaStream | null => ('stream' in state ? state.stream : null);
