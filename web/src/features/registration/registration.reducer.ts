import type { FaceSubject } from './face-capture.types.ts';

export type RegistrationState =
  | { readonly step: 'details' }
  | { readonly step: 'face'; readonly subject: FaceSubject }
  | { readonly step: 'complete'; readonly subject: FaceSubject; readonly faceMessage: string | null };

export type RegistrationEvent =
  | { readonly type: 'registered'; readonly subject: FaceSubject }
  | { readonly type: 'face-registered'; readonly message: string }
  | { readonly type: 'face-skipped' }
  | { readonly type: 'another' };

/** A new person starts with the form; someone who exists already goes straight to the camera. */
export const startRegistration = (existing: FaceSubject | null): RegistrationState =>
  existing ? { step: 'face', subject: existing } : { step: 'details' };

export function registrationReducer(state: RegistrationState, event: RegistrationEvent): RegistrationState {
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
export const stepIndex = (state: RegistrationState): number => STEPS.indexOf(state.step);
