import { observation } from '@rollcall/core/faces/observation.fixture';
import { describe, expect, it } from 'vitest';
import type { Sight } from '../../lib/camera/guidance.rules.ts';
import { followLook, hintAtKiosk, isMeant, isWhole, type Look } from './look.rules.ts';

const sight = (given: { hint?: Sight['hint']; width?: number; yaw?: number; since?: number } = {}): Sight => {
  const { hint = 'steady', width = 200, yaw = 0, since = 0 } = given;
  const box = { x: 100, y: 100, width, height: width };
  const face = observation({ box, measures: { pose: { yaw, pitch: 0, roll: 0 } } });
  return { hint, face, held: 0, still: { since, box } };
};

describe('whether somebody means to be seen', () => {
  it('takes a large face that looks into the camera and holds still', () => {
    expect(isMeant(sight(), 640)).toBe(true);
    expect(isMeant(sight({ hint: 'moving' }), 640)).toBe(false);
    expect(isMeant(sight({ width: 90 }), 640)).toBe(false);
    expect(isMeant(sight({ yaw: 25 }), 640)).toBe(false);
    expect(isMeant({ hint: 'no_face', face: null, held: 0, still: null }, 640)).toBe(false);
  });
});

describe('what is said to whoever stands there', () => {
  it('is to look straight ahead, for a still face that is turned too far to be asked about', () => {
    expect(hintAtKiosk(sight({ yaw: 25 }), 640)).toBe('turned_away');
    expect(hintAtKiosk(sight({ yaw: 25, hint: 'moving' }), 640)).toBe('turned_away');
    expect(hintAtKiosk(sight({ yaw: 15 }), 640)).toBe('steady');
    expect(hintAtKiosk(sight({ hint: 'too_dark', yaw: 25 }), 640)).toBe('too_dark');
  });

  it('is nothing, to somebody who is far away or passes by', () => {
    expect(hintAtKiosk(sight({ width: 90 }), 640)).toBeNull();
    expect(hintAtKiosk({ hint: 'no_face', face: null, held: 0, still: null }, 640)).toBeNull();
  });
});

describe('a look', () => {
  const follow = (times: readonly number[], since = 0) =>
    times.reduce<Look | null>(
      (look, at) => followLook(look, sight({ since }), 640, at, () => `picture ${at}`),
      null,
    );

  it('collects pictures that are apart, and is whole after half a second', () => {
    const short = follow([0, 50, 120, 240]);
    expect(short?.images).toEqual(['picture 0', 'picture 120', 'picture 240']);
    expect(short && isWhole(short)).toBe(false);
    const whole = follow([0, 120, 240, 360, 480, 600, 720]);
    expect(whole?.images).toEqual([
      'picture 240',
      'picture 360',
      'picture 480',
      'picture 600',
      'picture 720',
    ]);
    expect(whole && isWhole(whole)).toBe(true);
  });

  it('of a slow device is whole with three pictures', () => {
    const slow = follow([0, 400, 800]);
    expect(slow && isWhole(slow)).toBe(true);
    const slower = follow([0, 700]);
    expect(slower && isWhole(slower)).toBe(false);
  });

  it('begins anew when the face moved, and ends when nobody means it', () => {
    const before = follow([0, 120, 240]);
    expect(followLook(before, sight({ since: 300 }), 640, 360, () => 'new')).toEqual({
      images: ['new'],
      at: 360,
      since: 300,
    });
    expect(followLook(before, sight({ width: 50 }), 640, 360, () => 'new')).toBeNull();
  });
});
