import { describe, expect, it } from 'vitest';
import { type EnrolmentEvent, enrolmentReducer, startEnrolment, stepIndex } from './enrolment.reducer.ts';

const subject = { id: 'S1', name: 'Ada' };
const registered = { kind: 'registered', message: 'done' } as const;

describe('enrolment steps', () => {
  it('goes from details over consent and face to a completion that is pressed', () => {
    const events: EnrolmentEvent[] = [
      { type: 'registered', subject },
      { type: 'may-capture' },
      { type: 'face-done', result: registered },
      { type: 'completed' },
    ];
    const states = [startEnrolment('new')];
    for (const event of events) states.push(enrolmentReducer(states.at(-1) ?? startEnrolment('new'), event));
    expect(states.map(({ step }) => step)).toEqual(['details', 'consent', 'face', 'result', 'complete']);
    expect(states.map(stepIndex)).toEqual([0, 1, 1, 1, 2]);
    expect(states.at(-1)).toEqual({ step: 'complete', subject, result: registered });
  });

  it('asks an existing person for consent first', () => {
    expect(startEnrolment(subject)).toEqual({ step: 'consent', subject });
  });

  it('takes no photo without consent', () => {
    const result = { kind: 'no-consent' } as const;
    const state = enrolmentReducer(startEnrolment(subject), { type: 'face-done', result });
    expect(state).toEqual({ step: 'result', subject, result });
    expect(enrolmentReducer(state, { type: 'may-capture' })).toBe(state);
  });

  it('ignores a late answer of a step that is over', () => {
    const state = startEnrolment('new');
    expect(enrolmentReducer(state, { type: 'face-done', result: registered })).toBe(state);
    expect(enrolmentReducer(state, { type: 'completed' })).toBe(state);
  });

  it('starts again for another user', () => {
    expect(enrolmentReducer(startEnrolment(subject), { type: 'another' })).toEqual({ step: 'details' });
  });
});
