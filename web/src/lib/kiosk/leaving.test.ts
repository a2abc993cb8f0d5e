import { expect, it } from 'vitest';
import { leadsAway, leaveKiosk, onLeavingKiosk } from './leaving.ts';

const pressed = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', true>> = {}) =>
  leadsAway({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

it('keys that leave, reload or open something are caught, in either case', () => {
  for (const key of ['r', 'R', 'p', 's']) {
    expect(pressed(key, { ctrlKey: true })).toBe(true);
    expect(pressed(key, { metaKey: true })).toBe(true);
  }
  expect(pressed('F5')).toBe(true);
  expect(pressed('ArrowLeft', { altKey: true })).toBe(true);
});

it('what people type is not: digits, letters, Enter, Backspace, arrows, copy', () => {
  for (const key of ['4', 'r', 'P', 'Enter', 'Backspace', 'ArrowLeft', 'Tab'])
    expect(pressed(key)).toBe(false);
  expect(pressed('c', { ctrlKey: true })).toBe(false);
});

it('leaving on purpose is said before it happens', () => {
  const order: string[] = [];
  const end = onLeavingKiosk(() => order.push('said'));
  leaveKiosk(() => order.push('left'));
  end();
  leaveKiosk(() => order.push('left again'));
  expect(order).toEqual(['said', 'left', 'left again']);
});
