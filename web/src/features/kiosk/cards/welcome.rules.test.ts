import type { KioskMeans } from '@rollcall/core/attendance/kiosk/kiosk.types';
import { expect, it } from 'vitest';
import { welcomeOf } from './welcome.rules.ts';

it.each<[means: KioskMeans[], withCamera: string | null, withoutCamera: string | null]>([
  [['face'], 'face', null],
  [['face', 'pin'], 'face', 'pin'],
  [['pin'], 'pin', 'pin'],
  [['face', 'pin', 'card', 'phone'], 'faceCardOrPhone', 'pin'],
  [['face', 'card'], 'faceOrCard', 'card'],
  [['face', 'phone'], 'faceOrPhone', null],
  [['card', 'phone'], 'cardOrPhone', 'card'],
  [['card', 'pin'], 'card', 'pin'],
  [['phone'], 'phone', null],
])('a kiosk for %s asks for %s, and without a camera for %s', (means, withCamera, withoutCamera) => {
  expect(welcomeOf(means, false)).toBe(withCamera);
  expect(welcomeOf(means, true)).toBe(withoutCamera);
});
