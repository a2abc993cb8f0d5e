import { describe, expect, it } from 'vitest';
import { enrolmentReducer, startEnrolment, stepIndex } from './enrolment.reducer.ts';

const subject = { id: 'S1', name: 'Ada' };

describe('enrolment steps', () => {
  it('goes from details to face to complete', () => {
    let state = startEnrolment('new');
    expect(stepIndex(state)).toBe(0);
    state = enrolmentReducer(state, { type: 'registered', subject });
    expect(state).toEqual({ step: 'face', subject });
    state = enrolmentReducer(state, { type: 'face-registered', message: 'done' });
    expect(state).toEqual({ step: 'complete', subject, faceMessage: 'done' });
  });

  it('skips to face capture for an existing person', () => {
    expect(startEnrolment(subject)).toEqual({ step: 'face', subject });
  });

  it('completes without face data when face capture is skipped', () => {
    expect(enrolmentReducer(startEnrolment(subject), { type: 'face-skipped' })).toEqual({
      step: 'complete',
      subject,
      faceMessage: null,
    });
  });

  it('ignores a late answer of a step that is over', () => {
    const state = startEnrolment('new');
    expect(enrolmentReducer(state, { type: 'face-registered', message: 'late' })).toBe(state);
  });

  it('starts again for another user', () => {
    expect(enrolmentReducer(startEnrolment(subject), { type: 'another' })).toEqual({ step: 'details' });
  });
});
