export interface FaceSubject {
  readonly id: string;
  readonly name: string;
}

/** Who is enrolled: a new person, or an existing one whose face is captured. */
export type EnrolmentSubject = 'new' | FaceSubject;

/** How the face step ended. */
export type FaceResult =
  | { readonly kind: 'registered'; readonly message: string }
  | { readonly kind: 'skipped' }
  /** Nobody agreed, so no photo was taken. */
  | { readonly kind: 'no-consent' };

export type EnrolmentState =
  | { readonly step: 'details' }
  /** The question before the first photo. */
  | { readonly step: 'consent'; readonly subject: FaceSubject }
  | { readonly step: 'face'; readonly subject: FaceSubject }
  /** The face step is over; the registration is completed with one more press. */
  | { readonly step: 'result'; readonly subject: FaceSubject; readonly result: FaceResult }
  | { readonly step: 'complete'; readonly subject: FaceSubject; readonly result: FaceResult };

export type EnrolmentEvent =
  | { readonly type: 'registered'; readonly subject: FaceSubject }
  | { readonly type: 'may-capture' }
  | { readonly type: 'face-done'; readonly result: FaceResult }
  | { readonly type: 'completed' }
  | { readonly type: 'another' };

/** A new person starts with the details form, an existing one with the question for consent. */
export const startEnrolment = (subject: EnrolmentSubject): EnrolmentState =>
  subject === 'new' ? { step: 'details' } : { step: 'consent', subject };

export function enrolmentReducer(state: EnrolmentState, event: EnrolmentEvent): EnrolmentState {
  switch (event.type) {
    case 'registered':
      return state.step === 'details' ? { step: 'consent', subject: event.subject } : state;
    case 'may-capture':
      return state.step === 'consent' ? { step: 'face', subject: state.subject } : state;
    case 'face-done':
      return state.step === 'consent' || state.step === 'face'
        ? { step: 'result', subject: state.subject, result: event.result }
        : state;
    case 'completed':
      return state.step === 'result' ? { ...state, step: 'complete' } : state;
    case 'another':
      return { step: 'details' };
  }
}

export const STEPS = ['details', 'face', 'complete'] as const;

/** Consent, photos and their result are the second of three steps. */
export const stepIndex = ({ step }: EnrolmentState): number =>
  step === 'details' ? 0 : step === 'complete' ? 2 : 1;
