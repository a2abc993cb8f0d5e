/**
 * How the photos are taken.
 * `countdown`: each photo follows a countdown, which waits for a face, and is checked by the server; any of them can be
 * retaken, and the three are sent on request.
 * `burst`: the camera starts with the window, one press takes all photos in a row and sends them.
 */
export type CaptureMode = 'countdown' | 'burst';

/** Five miss a fifth to a third fewer than three at the same threshold (decision 55). */
export const PHOTOS = 5;
/** Ticks counted down before each photo. */
export const PACE = {
  countdown: { ticks: 3, tickMs: 1_000 },
  burst: { ticks: 1, tickMs: 800 },
} as const;
/** Pause after each photo in `countdown` mode. */
export const PAUSE_MS = 1_000;

/** Result of the quality check of one photo. `unknown`: not checked, or the check failed. */
export type Verdict =
  | { readonly kind: 'checking' }
  | { readonly kind: 'good' }
  | { readonly kind: 'poor'; readonly text: string }
  | { readonly kind: 'unknown' };

export interface Photo {
  readonly jpeg: string;
  readonly verdict: Verdict;
}

export type Slots = readonly (Photo | null)[];

export interface UploadFailure {
  readonly text: string;
  /** The person who is already registered with this face, if that is the reason. */
  readonly duplicateOf: { readonly id: string; readonly name: string } | null;
}

export type CaptureState =
  /** The camera is off: not started yet, or failed. */
  | { readonly step: 'idle'; readonly photos: Slots }
  | { readonly step: 'starting'; readonly photos: Slots; readonly slot: number }
  /** The camera runs and waits for the button (`burst` only). */
  | { readonly step: 'ready'; readonly photos: Slots }
  /** The camera runs, and the countdown waits for a face in the picture (`countdown` only). */
  | { readonly step: 'framing'; readonly photos: Slots; readonly slot: number }
  | { readonly step: 'counting'; readonly photos: Slots; readonly slot: number; readonly left: number }
  | { readonly step: 'pausing'; readonly photos: Slots; readonly slot: number }
  /** All photos are taken and the camera is off (`countdown` only). */
  | { readonly step: 'review'; readonly photos: Slots }
  | { readonly step: 'uploading'; readonly photos: Slots; readonly done: number }
  | { readonly step: 'failed'; readonly photos: Slots; readonly failure: UploadFailure };

export type CaptureEvent =
  | { readonly type: 'start' }
  | { readonly type: 'camera-ready' }
  | { readonly type: 'camera-paused' }
  | { readonly type: 'camera-failed' }
  /** A face is in the picture, or nobody can tell. */
  | { readonly type: 'face-seen' }
  | { readonly type: 'face-lost' }
  | { readonly type: 'capture' }
  | { readonly type: 'tick' }
  | { readonly type: 'taken'; readonly jpeg: string }
  | { readonly type: 'pause-over' }
  | { readonly type: 'checked'; readonly jpeg: string; readonly verdict: Verdict }
  | { readonly type: 'retake'; readonly slot: number }
  | { readonly type: 'upload' }
  | { readonly type: 'uploaded'; readonly done: number }
  | { readonly type: 'failed'; readonly failure: UploadFailure }
  | { readonly type: 'clear' };

export const NO_PHOTOS: Slots = Array.from({ length: PHOTOS }, () => null);
const IDLE: CaptureState = { step: 'idle', photos: NO_PHOTOS };
const STARTING: CaptureState = { step: 'starting', photos: NO_PHOTOS, slot: 0 };
const READY: CaptureState = { step: 'ready', photos: NO_PHOTOS };

export const firstCapture = (mode: CaptureMode): CaptureState => (mode === 'burst' ? STARTING : IDLE);

const put = (photos: Slots, slot: number, photo: Photo): Slots =>
  photos.map((before, i) => (i === slot ? photo : before));
const firstEmpty = (photos: Slots): number => photos.indexOf(null);

/** The camera is on or starting. */
export const isFilming = ({ step }: CaptureState): boolean =>
  step === 'starting' || step === 'framing' || step === 'ready' || step === 'counting' || step === 'pausing';

/** How many photos are taken, 0 to 3. */
export const photosTaken = ({ photos }: CaptureState): number => photos.filter(Boolean).length;

/** Events that do not fit the current step are late and change nothing. */
export const captureReducer =
  (mode: CaptureMode) =>
  (state: CaptureState, event: CaptureEvent): CaptureState => {
    const { step, photos } = state;
    const isBurst = mode === 'burst';
    const countDown = (taken: Slots, slot: number): CaptureState => ({
      step: 'counting',
      photos: taken,
      slot,
      left: PACE[mode].ticks,
    });
    switch (event.type) {
      case 'start':
        return step === 'idle' ? { step: 'starting', photos, slot: Math.max(0, firstEmpty(photos)) } : state;
      case 'camera-ready':
        if (step !== 'starting') return state;
        return isBurst ? READY : { step: 'framing', photos, slot: state.slot };
      case 'camera-paused':
        if (isBurst) return step === 'ready' || step === 'counting' ? STARTING : state;
        return cameraLost(state);
      case 'camera-failed':
        if (isBurst) return step === 'uploading' ? state : IDLE;
        return cameraLost(state);
      case 'face-seen':
        return step === 'framing' ? countDown(photos, state.slot) : state;
      case 'face-lost':
        return !isBurst && step === 'counting' && state.left > 0
          ? { step: 'framing', photos, slot: state.slot }
          : state;
      case 'capture':
        return step === 'ready' ? countDown(photos, 0) : state;
      case 'tick':
        return step === 'counting' && state.left > 0 ? { ...state, left: state.left - 1 } : state;
      case 'taken': {
        if (step !== 'counting' || state.left > 0) return state;
        const verdict: Verdict = { kind: isBurst ? 'unknown' : 'checking' };
        const taken = put(photos, state.slot, { jpeg: event.jpeg, verdict });
        if (!isBurst) return { step: 'pausing', photos: taken, slot: state.slot };
        const next = firstEmpty(taken);
        return next < 0 ? { step: 'uploading', photos: taken, done: 0 } : countDown(taken, next);
      }
      case 'pause-over': {
        if (step !== 'pausing') return state;
        const next = firstEmpty(photos);
        return next < 0 ? { step: 'review', photos } : { step: 'framing', photos, slot: next };
      }
      case 'checked':
        return {
          ...state,
          photos: photos.map((photo) =>
            photo?.jpeg === event.jpeg ? { ...photo, verdict: event.verdict } : photo,
          ),
        };
      case 'retake':
        return step === 'review' ? { step: 'starting', photos, slot: event.slot } : state;
      case 'upload':
        // Only with all photos.
        return (step === 'review' || step === 'failed') && firstEmpty(photos) < 0
          ? { step: 'uploading', photos, done: 0 }
          : state;
      case 'uploaded':
        return step === 'uploading' ? { ...state, done: event.done } : state;
      case 'failed':
        return step === 'uploading' || (isBurst && step === 'counting')
          ? { step: 'failed', photos, failure: event.failure }
          : state;
      case 'clear':
        if (isBurst) return step === 'failed' ? READY : state;
        return step === 'uploading' ? state : IDLE;
    }
  };

/** Keeps the photos taken so far; a retake that did not happen leaves the old photo. */
function cameraLost(state: CaptureState): CaptureState {
  const { photos } = state;
  if (!isFilming(state)) return state;
  return firstEmpty(photos) < 0 ? { step: 'review', photos } : { step: 'idle', photos };
}

interface UploadAnswer {
  readonly success: boolean;
  readonly message: string;
  readonly duplicate_of: { readonly id: string; readonly name: string } | null;
}

export type UploadOutcome =
  | { readonly kind: 'registered'; readonly accepted: number }
  | { readonly kind: 'refused'; readonly failure: UploadFailure };

/** One accepted photo is enough; without any, a duplicate is the reason shown, else the first refusal. */
export function outcomeOf(answers: readonly UploadAnswer[], fallback: string): UploadOutcome {
  const accepted = answers.filter(({ success }) => success).length;
  if (accepted > 0) return { kind: 'registered', accepted };
  const duplicateOf = answers.find(({ duplicate_of }) => duplicate_of)?.duplicate_of ?? null;
  const reason = answers.find(({ duplicate_of }) => !duplicateOf || duplicate_of)?.message;
  return { kind: 'refused', failure: { text: reason || fallback, duplicateOf } };
}
