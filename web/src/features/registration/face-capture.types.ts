import type { ComponentType } from 'react';

export interface FaceSubject {
  readonly id: string;
  readonly name: string;
}

export interface FaceCaptureProps {
  readonly subject: FaceSubject;
  /** The server accepted the face; its sentence is shown. */
  readonly onRegistered: (message: string) => void;
  /** Go on without face data: the person exists, and the list says what is missing. */
  readonly onSkip: () => void;
}

/** The camera step is given from outside, so that the form can be tested and used without a camera. */
export type FaceCapture = ComponentType<FaceCaptureProps>;
