import { REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import { CaptureFaceModal } from '../features/people/capture-face-modal.tsx';
import { FaceCapture } from '../features/registration/face-capture.tsx';
import type { FaceSubject } from '../features/registration/face-capture.types.ts';
import { RegistrationModal } from '../features/registration/registration-modal.tsx';

/** Nobody, a new person, or someone whose face is to be captured. */
export type Registering = null | 'new' | FaceSubject;

interface RegisterPersonProps {
  readonly state: Registering;
  readonly onClose: () => void;
  /** Where people are managed a window takes three images in a row, and replaces the face there was. */
  readonly hasQuickCapture?: boolean;
}

/** One place decides which window a registration gets. */
export function RegisterPerson({ state, onClose, hasQuickCapture = false }: RegisterPersonProps) {
  if (!state) return null;
  if (hasQuickCapture && state !== 'new') return <CaptureFaceModal user={state} onClose={onClose} />;
  return (
    <RegistrationModal
      existing={state === 'new' ? null : state}
      types={REGISTRABLE_KINDS}
      FaceCapture={FaceCapture}
      onClose={onClose}
    />
  );
}
