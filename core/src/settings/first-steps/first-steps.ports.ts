import type { FirstStepFacts, StepMarks } from './first-steps.types.ts';

export interface FirstStepRepository {
  marks(): Promise<StepMarks>;
  saveMarks(marks: Omit<StepMarks, 'isClosed'>): Promise<void>;
  /** Shows the steps of a new institution. */
  open(): Promise<void>;
  close(): Promise<void>;
  facts(): Promise<FirstStepFacts>;
}

export interface FirstStepRepos {
  readonly firstSteps: FirstStepRepository;
}
