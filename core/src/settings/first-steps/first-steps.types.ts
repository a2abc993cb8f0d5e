/** What a new institution has to do before its first day, in this order. */
export const FIRST_STEPS = [
  'people',
  'classes',
  'times',
  'holidays',
  'consent',
  'place',
  'camera',
  'backup',
  'face',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** What somebody said about a step: a default is right as it is, or the institution does not need the step. */
export const STEP_MARKS = ['confirmed', 'skipped'] as const;
export type StepMark = (typeof STEP_MARKS)[number];

export interface StepMarks {
  readonly confirmed: readonly FirstStep[];
  readonly skipped: readonly FirstStep[];
  /** Somebody has seen that everything is done; the steps are shown no more. */
  readonly isClosed: boolean;
}

/** What the data tells about the steps. */
export interface FirstStepFacts {
  readonly people: number;
  /** People of them with face data. */
  readonly faces: number;
  readonly classes: number;
  readonly hasSections: boolean;
  readonly areTimesSaved: boolean;
  readonly areHolidaysSaved: boolean;
  readonly isConsentTextSaved: boolean;
  /** What a check-in must show besides a face was chosen, or a network was entered. */
  readonly isPlaceChosen: boolean;
  readonly hasBackup: boolean;
  readonly areKeysExported: boolean;
}

export interface FirstStepState {
  readonly step: FirstStep;
  readonly state: 'open' | 'done' | 'skipped';
  /** What can be said about an open step. */
  readonly mark: StepMark | null;
}
