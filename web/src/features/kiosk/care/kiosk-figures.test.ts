import { NO_COUNTS } from '@rollcall/core/attendance/kiosk/care/health.rules';
import { describe, expect, it } from 'vitest';
import { CAMERA_OFF, type CameraState } from '../../../lib/camera/camera.reducer.ts';
import type { Sight } from '../../../lib/camera/guidance.rules.ts';
import { CAMERA_START, createKioskFigures, followCamera } from './kiosk-figures.ts';

function open() {
  const clock = { now: 1_000_000 };
  return { clock, figures: createKioskFigures(() => clock.now) };
}
const face = {} as NonNullable<Sight['face']>; // only whether there is one

describe('the figures of a kiosk', () => {
  it('count since the last report', () => {
    const { clock, figures } = open();
    figures.asked(false);
    clock.now += 900;
    figures.answered(clock.now - 900);
    figures.asked(true);
    figures.cameraReopened();
    expect(figures.take().counts).toEqual({
      ...NO_COUNTS,
      asked: 2,
      answered: 1,
      secondTries: 1,
      answerTimes: NO_COUNTS.answerTimes.with(3, 1),
      cameraRestarts: 1,
    });
    expect(figures.take().counts).toEqual(NO_COUNTS);
  });

  it('that could not be sent are sent with the next report, but not for ever', () => {
    const { clock, figures } = open();
    figures.asked(false);
    const first = figures.take();
    figures.asked(false);
    first.putBack();
    const both = figures.take();
    expect(both.counts.asked).toBe(2);
    clock.now += 10 * 60_000 + 1;
    both.putBack();
    expect(figures.take().counts).toEqual(NO_COUNTS);
  });

  it('stay within what the server takes', () => {
    const { figures } = open();
    for (let looks = 0; looks < 600; looks++) figures.asked(false);
    const first = figures.take();
    for (let looks = 0; looks < 600; looks++) figures.asked(false);
    first.putBack();
    expect(figures.take().counts.asked).toBe(600);
  });

  it('look at the light once a second, and only at faces in front of the kiosk', () => {
    const { clock, figures } = open();
    for (let frame = 0; frame < 30; frame++) {
      figures.saw({ hint: 'backlit', face });
      clock.now += 100;
    }
    figures.saw({ hint: 'steady', face });
    clock.now += 1_000;
    figures.saw({ hint: 'too_small', face });
    figures.saw({ hint: 'several_faces', face: null });
    expect(figures.take().counts).toMatchObject({ faces: 4, backlitFaces: 3 });
  });

  it('know when somebody was there', () => {
    const { clock, figures } = open();
    const start = clock.now;
    clock.now += 5_000;
    figures.saw({ hint: 'no_face', face: null });
    expect([figures.somebodyAt(), figures.sightAt()]).toEqual([start, start + 5_000]);
    figures.saw({ hint: 'several_faces', face: null });
    expect(figures.somebodyAt()).toBe(start + 5_000);
  });
});

describe('the camera in reports', () => {
  it('that is opened in vain again and again has failed since the first time', () => {
    const failed = (problem: 'missing' | 'busy'): CameraState => ({ status: 'failed', attempt: 1, problem });
    const opening: CameraState = { status: 'opening', attempt: 2 };
    let seen = followCamera(CAMERA_START, CAMERA_OFF, 1);
    seen = followCamera(seen, failed('missing'), 10);
    seen = followCamera(seen, opening, 20);
    seen = followCamera(seen, failed('busy'), 30);
    expect(seen).toEqual({ condition: 'busy', since: 10 });
    const ready = { status: 'ready', attempt: 3, stream: {} as MediaStream } as const; // not looked at
    expect(followCamera(seen, ready, 40)).toEqual({ condition: 'ready', since: 40 });
  });
});
