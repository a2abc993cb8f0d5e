import { useEffect, useRef, useState } from 'react';
import { OwnFaceModal } from '../../features/enrolment/own-face-modal.tsx';
import { MarkAttendanceModal } from '../../features/mark-attendance/mark-attendance-modal.tsx';

/** Marks the signed-in person; in a demo after the registration of their own face. */
export function Marking({ onClose }: { onClose: () => void }) {
  const [isRegistering, setRegistering] = useState(false);
  // The dialogs follow each other, and only the first was opened from the page.
  const opener = useRef(document.activeElement);
  useEffect(() => {
    const { current } = opener;
    return () => {
      if (current instanceof HTMLElement) requestAnimationFrame(() => current.focus({ preventScroll: true }));
    };
  }, []);
  return isRegistering ? (
    <OwnFaceModal onRegistered={() => setRegistering(false)} onClose={onClose} />
  ) : (
    <MarkAttendanceModal onRegisterFace={() => setRegistering(true)} onClose={onClose} />
  );
}
