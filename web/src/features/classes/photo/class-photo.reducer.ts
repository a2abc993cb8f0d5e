import type { IdentifiedPhoto } from '../attendance/class-attendance.queries.ts';

/** The photo of a class on the screen, from choosing it to the people identified in it. */
export type PhotoState =
  | { readonly step: 'none' }
  | { readonly step: 'unreadable' }
  | { readonly step: 'identifying'; readonly image: string }
  | {
      readonly step: 'identified';
      readonly image: string;
      readonly photo: IdentifiedPhoto;
      /** User id chosen for an unsure face, by the face's index; null for none of the candidates. */
      readonly assignments: Readonly<Record<number, string | null>>;
    };

export type PhotoEvent =
  | { readonly type: 'chosen'; readonly image: string }
  | { readonly type: 'unreadable' }
  | { readonly type: 'identified'; readonly image: string; readonly photo: IdentifiedPhoto }
  | { readonly type: 'failed'; readonly image: string }
  | { readonly type: 'assigned'; readonly face: number; readonly user: string | null }
  | { readonly type: 'unassigned'; readonly face: number }
  | { readonly type: 'cleared' };

export const NO_PHOTO: PhotoState = { step: 'none' };

export function photoReducer(state: PhotoState, event: PhotoEvent): PhotoState {
  switch (event.type) {
    case 'chosen':
      return { step: 'identifying', image: event.image };
    case 'unreadable':
      return { step: 'unreadable' };
    case 'cleared':
      return NO_PHOTO;
    case 'identified':
    case 'failed':
      // Ignore the answer about a photo that has been replaced since.
      if (state.step !== 'identifying' || state.image !== event.image) return state;
      return event.type === 'failed'
        ? NO_PHOTO
        : { step: 'identified', image: event.image, photo: event.photo, assignments: {} };
    case 'assigned':
      if (state.step !== 'identified') return state;
      return { ...state, assignments: { ...state.assignments, [event.face]: event.user } };
    case 'unassigned': {
      if (state.step !== 'identified') return state;
      const { [event.face]: _, ...assignments } = state.assignments;
      return { ...state, assignments };
    }
  }
}
