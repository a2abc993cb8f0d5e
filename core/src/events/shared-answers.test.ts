import { describe, expect, it } from 'vitest';
import { createLocalEvents } from './publish.ts';
import { createSharedAnswers } from './shared-answers.ts';

function setUp() {
  let time = Date.parse('2026-03-02T08:00:00Z');
  const events = createLocalEvents();
  const readings: { done(value: number): void; fail(error: Error): void }[] = [];
  const share = createSharedAnswers({ clock: { now: () => new Date(time) }, events });
  return {
    readings,
    ask: (key = 'a') => share(key, () => new Promise<number>((done, fail) => readings.push({ done, fail }))),
    change: () => events.publish({ topic: 'attendance', personId: 7 }),
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('an answer that is shared', () => {
  it('is read once for all who ask while it is read, and by each key apart', async () => {
    const { readings, ask } = setUp();
    const asked = [ask(), ask(), ask('b'), ask()];
    expect(readings).toHaveLength(2);
    for (const [at, { done }] of readings.entries()) done(at + 1);
    expect(await Promise.all(asked)).toEqual([1, 1, 2, 1]);
    expect(await ask()).toBe(1);
  });

  it('is never given to somebody who asks after a change, although its reading began before', async () => {
    const { readings, ask, change } = setUp();
    const before = ask();
    change();
    const after = ask();
    expect(readings).toHaveLength(2);
    readings[1]?.done(2);
    readings[0]?.done(1);
    expect([await before, await after, await ask()]).toEqual([1, 2, 2]);
  });

  it('is read again after a second, and when the clock was set back', async () => {
    const { readings, ask, pass } = setUp();
    void ask();
    pass(999);
    void ask();
    expect(readings).toHaveLength(1);
    pass(1);
    void ask();
    expect(readings).toHaveLength(2);
    pass(-3_600_000);
    void ask();
    expect(readings).toHaveLength(3);
  });

  it('that fails is an error for those who wait, and is tried again by the next', async () => {
    const { readings, ask } = setUp();
    const [one, other] = [ask(), ask()];
    readings[0]?.fail(new Error('away'));
    await expect(one).rejects.toThrow('away');
    await expect(other).rejects.toThrow('away');
    const next = ask();
    readings[1]?.done(3);
    expect(await next).toBe(3);
  });

  it('that fails after a change does not remove the one that was read since', async () => {
    const { readings, ask, change } = setUp();
    const before = ask();
    change();
    const after = ask();
    readings[0]?.fail(new Error('away'));
    await expect(before).rejects.toThrow('away');
    readings[1]?.done(2);
    expect(await after).toBe(2);
    expect(await ask()).toBe(2);
    expect(readings).toHaveLength(2);
  });
});
