import { describe, expect, it } from 'vitest';
import { createZone } from '../../../kernel/zones/zone-data.ts';
import {
  ANSWER_TIME_CLASSES,
  answerTimeAt,
  answerTimeClass,
  backlitTimes,
  isNothing,
  isOlder,
  NO_COUNTS,
  presenceOf,
  problemsOf,
  slotOf,
} from './health.rules.ts';
import type { StoredCondition } from './health.types.ts';

const NOW = new Date('2026-03-02T08:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const timesOf = (...ms: number[]): number[] => {
  const times = Array.from({ length: ANSWER_TIME_CLASSES }, () => 0);
  for (const each of ms) {
    const at = answerTimeClass(each);
    times[at] = (times[at] ?? 0) + 1;
  }
  return times;
};

describe('the time of answers', () => {
  it('is told from the classes, within the class that it falls into', () => {
    expect(answerTimeAt(0.5, timesOf())).toBeNull();
    expect(answerTimeAt(0.5, timesOf(900))).toBe(875);
    const times = timesOf(
      ...Array.from({ length: 90 }, () => 600),
      ...Array.from({ length: 10 }, () => 3500),
    );
    expect(answerTimeAt(0.5, times)).toBe(639);
    expect(answerTimeAt(0.95, times)).toBe(3500);
    expect(answerTimeAt(1, times)).toBe(4000);
  });

  it('beyond the last class is at least its end', () => {
    expect(answerTimeAt(0.95, timesOf(60_000, 90_000))).toBe(10_000);
    expect([answerTimeClass(250), answerTimeClass(251), answerTimeClass(10_001)]).toEqual([0, 1, 12]);
  });
});

describe('counts', () => {
  it('are added up by ten minutes, and nothing is nothing', () => {
    expect(slotOf(new Date('2026-03-02T08:09:59.999Z'))).toEqual(new Date('2026-03-02T08:00:00Z'));
    expect(slotOf(new Date('2026-03-02T08:10:00Z'))).toEqual(new Date('2026-03-02T08:10:00Z'));
    expect(isNothing(NO_COUNTS)).toBe(true);
    expect(isNothing({ ...NO_COUNTS, cameraRestarts: 1 })).toBe(false);
    expect(isNothing({ ...NO_COUNTS, answerTimes: timesOf(1) })).toBe(false);
  });
});

describe('backlit times', () => {
  const berlin = createZone('Europe/Berlin');
  const slot = (at: string, faces: number, backlitFaces: number) => ({
    at: new Date(at),
    faces,
    backlitFaces,
  });

  it('join neighbouring ten minutes, in the time of the institution', () => {
    const slots = ['07:10', '07:20', '07:30'].map((time) => slot(`2026-03-02T${time}:00Z`, 8, 7));
    slots.push(slot('2026-03-02T09:00:00Z', 8, 7), slot('2026-03-02T08:00:00Z', 20, 2));
    expect(backlitTimes(slots, berlin)).toEqual([
      { from: 490, to: 520 },
      { from: 600, to: 610 },
    ]);
  });

  it('are the same time of the day before and after the clocks change', () => {
    // 8:10 in Berlin: 7:10 UTC in winter, 6:10 UTC from 29 March on.
    const slots = [slot('2026-03-27T07:10:00Z', 5, 5), slot('2026-03-30T06:10:00Z', 5, 4)];
    expect(backlitTimes(slots, berlin)).toEqual([{ from: 490, to: 500 }]);
  });

  it('want more than one day of many, more than a few faces, and most of them', () => {
    const days = ['02', '03', '04'].map((day, at) => slot(`2026-03-${day}T07:10:00Z`, 10, at === 0 ? 9 : 1));
    expect(backlitTimes(days, berlin)).toEqual([]);
    expect(backlitTimes([slot('2026-03-02T07:10:00Z', 2, 2)], berlin)).toEqual([]);
    expect(backlitTimes([slot('2026-03-02T07:10:00Z', 10, 5)], berlin)).toEqual([]);
  });
});

describe('what somebody should do', () => {
  const well: StoredCondition = {
    at: NOW,
    appVersion: '1.2.3',
    camera: 'ready',
    cameraSince: ago(3_600_000),
    brightness: 0.5,
    clockOffsetMs: -900,
    storageUsed: 1,
    storageGranted: 100,
    isStoragePersistent: true,
    queue: 0,
    undelivered: 0,
    hasWakeLock: true,
  };
  const problems = (
    change: Partial<StoredCondition>,
    presence: 'online' | 'silent' = 'online',
    isOpen = true,
  ) =>
    problemsOf(
      { presence, condition: { ...well, ...change }, backlit: [], wrongTries: 0 },
      { version: '1.2.3', isOpen },
      NOW,
    );

  it('is nothing while all is well', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ camera: 'none', brightness: null, storageUsed: null, storageGranted: null })).toEqual(
      [],
    );
  });

  it('waits for a camera that is being opened again', () => {
    expect(problems({ camera: 'missing', cameraSince: ago(60_000) })).toEqual([]);
    expect(problems({ camera: 'missing', cameraSince: ago(180_000) })).toEqual(['camera_missing']);
  });

  it('of a silent kiosk is to look after it, not after what it said before', () => {
    const ill = { camera: 'missing', cameraSince: ago(180_000), clockOffsetMs: 1e9 } as const;
    expect(problems(ill, 'silent')).toEqual(['silent']);
    expect(problems({ ...ill, appVersion: '1.2.2' }, 'silent')).toEqual(['silent', 'old_version']);
  });

  it('names each problem', () => {
    expect(
      problems({ clockOffsetMs: -61_000, brightness: 0.05, storageUsed: 95, hasWakeLock: false }),
    ).toEqual(['dark', 'clock', 'storage_full', 'screen_may_sleep']);
  });

  it('lets it be dark at night', () => {
    expect(problems({ brightness: 0.01 }, 'online', false)).toEqual([]);
  });

  it('tells versions apart by their numbers', () => {
    expect(isOlder('1.9.0', '1.10.0')).toBe(true);
    expect(isOlder('1.10.0', '1.9.9')).toBe(false);
    expect(isOlder('1.2.3', '1.2.3')).toBe(false);
    expect(isOlder('dev', '1.2.3')).toBe(false);
  });

  it('a kiosk is online for two minutes', () => {
    expect(presenceOf(null, NOW)).toBe('never_seen');
    expect(presenceOf(ago(120_000), NOW)).toBe('online');
    expect(presenceOf(ago(120_001), NOW)).toBe('silent');
  });
});
