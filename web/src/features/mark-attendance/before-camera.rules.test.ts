import { expect, it } from 'vitest';
import { canGoOn, hindranceOf } from './before-camera.rules.ts';

const READY = { date: '03_02_26', due: true, registered: true, allowed: true, may_register: false };
const present = { status: 'present' } as never; // the other fields do not matter here
const absent = { status: 'absent' } as never; // likewise

it.each([
  ['nothing', {}, null],
  ['no face', { registered: false }, 'not_enrolled'],
  ['no face in a demo', { registered: false, may_register: true }, 'register_own'],
  ['no consent', { allowed: false }, 'consent_missing'],
  ['a day off', { due: false }, 'day_off'],
  ['a check-in', { attendance: present }, 'already_marked'],
  ['a check-in on a day off', { attendance: present, due: false }, 'already_marked'],
  ['an absence, which a check-in ends', { attendance: absent }, null],
])('%s', (_, change, hindrance) => {
  expect(hindranceOf({ ...READY, attendance: null, ...change })).toBe(hindrance);
});

it('opens the camera for a visit and for a second scan', () => {
  expect((['day_off', 'already_marked'] as const).every(canGoOn)).toBe(true);
  expect((['not_enrolled', 'consent_missing', 'register_own'] as const).some(canGoOn)).toBe(false);
});
