import type { ClassPicture } from './class-attendance.queries.ts';

/** One picture of the class on the screen, from where it came to who is on it. */
export type PictureState =
  | { readonly step: 'none' }
  | { readonly step: 'unreadable' }
  | { readonly step: 'looking'; readonly image: string }
  | {
      readonly step: 'seen';
      readonly image: string;
      readonly picture: ClassPicture;
      /** Who an unsure face was said to be, by its place in the list; null for neither. */
      readonly choices: Readonly<Record<number, string | null>>;
    };

export type PictureEvent =
  | { readonly type: 'chosen'; readonly image: string }
  | { readonly type: 'unreadable' }
  | { readonly type: 'seen'; readonly image: string; readonly picture: ClassPicture }
  | { readonly type: 'failed'; readonly image: string }
  | { readonly type: 'said'; readonly face: number; readonly user: string | null }
  | { readonly type: 'unsaid'; readonly face: number }
  | { readonly type: 'cleared' };

export const NO_PICTURE: PictureState = { step: 'none' };

export function pictureReducer(state: PictureState, event: PictureEvent): PictureState {
  switch (event.type) {
    case 'chosen':
      return { step: 'looking', image: event.image };
    case 'unreadable':
      return { step: 'unreadable' };
    case 'cleared':
      return NO_PICTURE;
    case 'seen':
    case 'failed':
      // The answer about a picture that has been replaced meanwhile is nobody's business any more.
      if (state.step !== 'looking' || state.image !== event.image) return state;
      return event.type === 'failed'
        ? NO_PICTURE
        : { step: 'seen', image: event.image, picture: event.picture, choices: {} };
    case 'said':
      if (state.step !== 'seen') return state;
      return { ...state, choices: { ...state.choices, [event.face]: event.user } };
    case 'unsaid': {
      if (state.step !== 'seen') return state;
      const { [event.face]: _, ...choices } = state.choices;
      return { ...state, choices };
    }
  }
}
