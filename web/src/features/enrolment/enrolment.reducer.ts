export interface FaceSubject {
  readonly id: string;
  readonly name: string;
}

/** Who is enrolled: a new person, or an existing one whose face is captured. */
export type EnrolmentSubject = 'new' | FaceSubject;

export type EnrolmentState =
  | { readonly step: 'details' }
  | { readonly step: 'face'; readonly subject: FaceSubject }
  | { readonly step: 'complete'; readonly subject: FaceSubject; readonly faceMessage: string | null };

export type EnrolmentEvent =
  | { readonly type: 'registered'; readonly subject: FaceSubject }
  | { readonly type: 'face-registered'; readonly message: string }
  | { readonly type: 'face-skipped' }
  | { readonly type: 'another' };

/** A new person starts with the details form, an existing one with the face capture. */
export const startEnrolment = (subject: EnrolmentSubject): EnrolmentState =>
  subject === 'new' ? { step: 'details' } : { step: 'face', subject };

export function enrolmentReducer(state: EnrolmentState, event: EnrolmentEvent): EnrolmentState {
  switch (event.type) {
    case 'registered':
      return state.step === 'details' ? { step: 'face', subject: event.subject } : state;
    case 'face-registered':
      return state.step === 'face'
        ? { step: 'complete', subject: state.subject, faceMessage: event.message }
        : state;
    case 'face-skipped':
      return state.step === 'face' ? { step: 'complete', subject: state.subject, faceMessage: null } : state;
    case 'another':
      return { step: 'details' };
  }
}

export const STEPS = ['details', 'face', 'complete'] as const;
export const stepIndex = (state: EnrolmentState): number => STEPS.indexOf(state.step);
