import { describe, expect, it } from 'vitest';
import { registrationReducer, startRegistration, stepIndex } from './registration.reducer.ts';

const subject = { id: 'S1', name: 'Ada' };

describe('registration', () => {
  it('goes from details to face to complete', () => {
    let state = startRegistration(null);
    expect(stepIndex(state)).toBe(0);
    state = registrationReducer(state, { type: 'registered', subject });
    expect(state).toEqual({ step: 'face', subject });
    state = registrationReducer(state, { type: 'face-registered', message: 'done' });
    expect(state).toEqual({ step: 'complete', subject, faceMessage: 'done' });
  });

  it('skips to the camera for someone who exists already', () => {
    expect(startRegistration(subject)).toEqual({ step: 'face', subject });
  });

  it('completes without face data when the camera step is left out', () => {
    expect(registrationReducer(startRegistration(subject), { type: 'face-skipped' })).toEqual({
      step: 'complete',
      subject,
      faceMessage: null,
    });
  });

  it('ignores a late answer of a step that is over', () => {
    const state = startRegistration(null);
    expect(registrationReducer(state, { type: 'face-registered', message: 'late' })).toBe(state);
  });

  it('starts again for another user', () => {
    expect(registrationReducer(startRegistration(subject), { type: 'another' })).toEqual({ step: 'details' });
  });
});
