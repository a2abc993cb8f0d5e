import { expect, it } from 'vitest';
import { canGoOn, hindranceOf, needsCode } from './before-camera.rules.ts';
import type { MarkReadiness } from './mark-attendance.queries.ts';

const place = (missing: MarkReadiness['place']['missing']) => ({ evidence: 'device' as const, missing });
const READY = {
  date: '03_02_26',
  due: true,
  registered: true,
  allowed: true,
  may_register: false,
  place: place(null),
  renewal: null,
};
const present = { status: 'present' } as never; // the other fields do not matter here
const absent = { status: 'absent' } as never; // likewise

it.each([
  ['nothing', {}, null],
  ['no face', { registered: false }, 'not_enrolled'],
  ['no face in a demo', { registered: false, may_register: true }, 'register_own'],
  ['no consent', { allowed: false }, 'consent_missing'],
  ['a place where only a kiosk counts', { place: place('use_kiosk') }, 'use_kiosk'],
  ['another network', { place: place('join_network') }, 'join_network'],
  ['a code, which is asked for next', { place: place('enter_code') }, null],
  ['a day off', { due: false }, 'day_off'],
  ['a check-in', { attendance: present }, 'already_marked'],
  ['a check-in on a day off', { attendance: present, due: false }, 'already_marked'],
  ['an absence, which a check-in ends', { attendance: absent }, null],
])('%s', (_, change, hindrance) => {
  expect(hindranceOf({ ...READY, attendance: null, ...change })).toBe(hindrance);
});

it('opens the camera for a visit and for a second scan', () => {
  expect((['day_off', 'already_marked'] as const).every(canGoOn)).toBe(true);
  expect(
    (['not_enrolled', 'consent_missing', 'register_own', 'use_kiosk', 'join_network'] as const).some(canGoOn),
  ).toBe(false);
});

it('asks for the code where one would do', () => {
  const asks = (missing: MarkReadiness['place']['missing']) =>
    needsCode({ ...READY, attendance: null, place: place(missing) });
  expect([asks('enter_code'), asks('join_network_or_enter_code')]).toEqual([true, true]);
  expect([asks(null), asks('use_kiosk'), asks('join_network')]).toEqual([false, false, false]);
});
