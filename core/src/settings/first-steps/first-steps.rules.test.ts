import { describe, expect, it } from 'vitest';
import { isAllDone, stepStates } from './first-steps.rules.ts';
import { FIRST_STEPS, type FirstStepFacts, type StepMarks } from './first-steps.types.ts';

const NOTHING: FirstStepFacts = {
  people: 0,
  faces: 0,
  classes: 0,
  hasSections: false,
  areTimesSaved: false,
  areHolidaysSaved: false,
  isConsentTextSaved: false,
  isPlaceChosen: false,
  hasBackup: false,
  areKeysExported: false,
};
const UNMARKED: StepMarks = { confirmed: [], skipped: [], isClosed: false };

const stateOf = (step: (typeof FIRST_STEPS)[number], states: ReturnType<typeof stepStates>) =>
  states.find((each) => each.step === step)?.state;

describe('the first steps', () => {
  it('are all open in a new institution', () => {
    const states = stepStates(NOTHING, UNMARKED, 'school');
    expect(states.map(({ step, state }) => [step, state])).toEqual(FIRST_STEPS.map((step) => [step, 'open']));
    expect(isAllDone(states)).toBe(false);
  });

  it('are done by data, also where somebody skipped them before', () => {
    const states = stepStates(
      { ...NOTHING, classes: 1 },
      { ...UNMARKED, skipped: ['classes'] },
      'university',
    );
    expect(stateOf('classes', states)).toBe('done');
  });

  it('count a backup only with the keys that open it elsewhere', () => {
    const only = (facts: Partial<FirstStepFacts>) =>
      stateOf('backup', stepStates({ ...NOTHING, ...facts }, UNMARKED, 'school'));
    expect(only({ hasBackup: true })).toBe('open');
    expect(only({ areKeysExported: true })).toBe('open');
    expect(only({ hasBackup: true, areKeysExported: true })).toBe('done');
  });

  it('count departments as the groups of a workplace, and sections nowhere else', () => {
    const withSections = { ...NOTHING, people: 3, hasSections: true };
    expect(stateOf('classes', stepStates(withSections, UNMARKED, 'workplace'))).toBe('done');
    expect(stateOf('classes', stepStates(withSections, UNMARKED, 'school'))).toBe('open');
  });

  it('are all done when each is done, confirmed or skipped, whatever the browser says about its camera', () => {
    const facts = { ...NOTHING, people: 1, hasBackup: true, areKeysExported: true };
    const marks: StepMarks = {
      confirmed: ['times', 'holidays', 'consent', 'place'],
      skipped: ['classes', 'face'],
      isClosed: false,
    };
    const states = stepStates(facts, marks, 'workplace');
    expect(stateOf('camera', states)).toBe('open');
    expect(isAllDone(states)).toBe(true);
    expect(isAllDone(stepStates({ ...facts, people: 0 }, marks, 'workplace'))).toBe(false);
  });
});
