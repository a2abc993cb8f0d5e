/** What is known about one photo. `checking`: the server is looking. `unknown`: it could not say. */
export type Verdict =
  | { readonly kind: 'checking' }
  | { readonly kind: 'good' }
  | { readonly kind: 'poor'; readonly text: string }
  | { readonly kind: 'unknown' };

export interface Photo {
  readonly jpeg: string;
  readonly verdict: Verdict;
}

export const PHOTOS = 3;
export const COUNTDOWN_S = 3;
export const PAUSE_MS = 1_000;

export type Slots = readonly (Photo | null)[];

/**
 * `counting` and `resting` run by themselves from photo to photo; at three the camera goes off (`review`).
 * A retake is the same for one slot.
 */
export type PhotosState =
  | { readonly step: 'idle'; readonly photos: Slots }
  | { readonly step: 'starting'; readonly photos: Slots; readonly slot: number }
  | { readonly step: 'counting'; readonly photos: Slots; readonly slot: number; readonly left: number }
  | { readonly step: 'resting'; readonly photos: Slots; readonly slot: number }
  | { readonly step: 'review'; readonly photos: Slots }
  | { readonly step: 'uploading'; readonly photos: Slots; readonly done: number }
  | { readonly step: 'failed'; readonly photos: Slots; readonly failure: UploadFailure };

export interface UploadFailure {
  readonly text: string;
  /** The person under whom this face is registered already, if that is why. */
  readonly duplicateOf: { readonly id: string; readonly name: string } | null;
}

export type PhotosEvent =
  | { readonly type: 'start' }
  | { readonly type: 'camera-ready' }
  | { readonly type: 'camera-lost' }
  | { readonly type: 'second' }
  | { readonly type: 'taken'; readonly jpeg: string }
  | { readonly type: 'rested' }
  | { readonly type: 'judged'; readonly jpeg: string; readonly verdict: Verdict }
  | { readonly type: 'retake'; readonly slot: number }
  | { readonly type: 'upload' }
  | { readonly type: 'uploaded'; readonly done: number }
  | { readonly type: 'failed'; readonly failure: UploadFailure }
  | { readonly type: 'clear' };

const NONE: Slots = Array.from({ length: PHOTOS }, () => null);
export const NO_PHOTOS: PhotosState = { step: 'idle', photos: NONE };

const put = (photos: Slots, slot: number, photo: Photo): Slots =>
  photos.map((before, i) => (i === slot ? photo : before));
const firstEmpty = (photos: Slots): number => photos.indexOf(null);

export function photosReducer(state: PhotosState, event: PhotosEvent): PhotosState {
  const { step, photos } = state;
  switch (event.type) {
    case 'start':
      return step === 'idle' ? { step: 'starting', photos, slot: Math.max(0, firstEmpty(photos)) } : state;
    case 'camera-ready':
      return step === 'starting' ? { step: 'counting', photos, slot: state.slot, left: COUNTDOWN_S } : state;
    case 'camera-lost': {
      if (step !== 'starting' && step !== 'counting' && step !== 'resting') return state;
      // What was taken stays; a retake that never came leaves the old photo.
      return firstEmpty(photos) < 0 ? { step: 'review', photos } : { step: 'idle', photos };
    }
    case 'second':
      return step === 'counting' && state.left > 0 ? { ...state, left: state.left - 1 } : state;
    case 'taken': {
      if (step !== 'counting' || state.left > 0) return state;
      const photo: Photo = { jpeg: event.jpeg, verdict: { kind: 'checking' } };
      return { step: 'resting', photos: put(photos, state.slot, photo), slot: state.slot };
    }
    case 'rested': {
      if (step !== 'resting') return state;
      const next = firstEmpty(photos);
      return next < 0
        ? { step: 'review', photos }
        : { step: 'counting', photos, slot: next, left: COUNTDOWN_S };
    }
    case 'judged':
      return {
        ...state,
        photos: photos.map((photo) =>
          photo?.jpeg === event.jpeg ? { ...photo, verdict: event.verdict } : photo,
        ),
      };
    case 'retake':
      return step === 'review' ? { step: 'starting', photos, slot: event.slot } : state;
    case 'upload':
      // Exactly three, or nothing happens.
      return (step === 'review' || step === 'failed') && firstEmpty(photos) < 0
        ? { step: 'uploading', photos, done: 0 }
        : state;
    case 'uploaded':
      return step === 'uploading' ? { ...state, done: event.done } : state;
    case 'failed':
      return step === 'uploading' ? { step: 'failed', photos, failure: event.failure } : state;
    case 'clear':
      return step === 'uploading' ? state : NO_PHOTOS;
  }
}

export const isFilming = ({ step }: PhotosState): boolean =>
  step === 'starting' || step === 'counting' || step === 'resting';
