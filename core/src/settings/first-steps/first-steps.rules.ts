import type { InstitutionKind } from '../settings.types.ts';
import {
  FIRST_STEPS,
  type FirstStep,
  type FirstStepFacts,
  type FirstStepState,
  type StepMark,
  type StepMarks,
} from './first-steps.types.ts';

/**
 * Steps with defaults are confirmed where the defaults are right; steps that some institutions do without are skipped.
 * People and a backup are needed everywhere, and only the data shows them.
 */
const MARKS: Readonly<Record<FirstStep, StepMark | null>> = {
  people: null,
  classes: 'skipped',
  times: 'confirmed',
  holidays: 'confirmed',
  consent: 'confirmed',
  place: 'confirmed',
  camera: 'skipped',
  backup: null,
  face: 'skipped',
};

export const markOf = (step: FirstStep): StepMark | null => MARKS[step];

function isDone(step: FirstStep, facts: FirstStepFacts, kind: InstitutionKind): boolean {
  switch (step) {
    case 'people':
      return facts.people > 0;
    case 'classes':
      return facts.classes > 0 || (kind === 'workplace' && facts.hasSections);
    case 'times':
      return facts.areTimesSaved;
    case 'holidays':
      return facts.areHolidaysSaved;
    case 'consent':
      return facts.isConsentTextSaved;
    case 'place':
      return facts.isPlaceChosen;
    case 'camera':
      return false; // whether the address is safe enough for cameras is known to the browser alone
    case 'backup':
      return facts.hasBackup && facts.areKeysExported;
    case 'face':
      return facts.faces > 0;
  }
}

/** The steps with their states. Data comes first: a step that was skipped and then done is done. */
export const stepStates = (
  facts: FirstStepFacts,
  marks: StepMarks,
  kind: InstitutionKind,
): FirstStepState[] =>
  FIRST_STEPS.map((step) => {
    const mark = markOf(step);
    if (isDone(step, facts, kind) || marks.confirmed.includes(step)) return { step, state: 'done', mark };
    return { step, state: marks.skipped.includes(step) ? 'skipped' : 'open', mark };
  });

/** Without the step of which only a browser knows. */
export const isAllDone = (states: readonly FirstStepState[]): boolean =>
  states.every(({ step, state }) => step === 'camera' || state !== 'open');
