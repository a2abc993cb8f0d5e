import { REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import type { FaceSubject } from '../features/registration/face-capture.types.ts';
import { FaceCaptureUnavailable } from '../features/registration/face-capture-unavailable.tsx';
import { RegistrationModal } from '../features/registration/registration-modal.tsx';

/** Nobody, a new person, or someone whose face is to be captured. */
export type Registering = null | 'new' | FaceSubject;

/** One place decides which camera step the registration gets. */
export function RegisterPerson({ state, onClose }: { state: Registering; onClose: () => void }) {
  if (!state) return null;
  return (
    <RegistrationModal
      existing={state === 'new' ? null : state}
      types={REGISTRABLE_KINDS}
      FaceCapture={FaceCaptureUnavailable}
      onClose={onClose}
    />
  );
}
