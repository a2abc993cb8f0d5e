import { describe, expect, it } from 'vitest';
import { type ClockAnchor, createKioskClock, type KioskClock } from './kiosk-clock.ts';

const HOUR = 3_600_000;
const EIGHT = Date.UTC(2026, 10, 16, 8);

/** A device whose clocks the test moves. */
function device(wallAt = EIGHT) {
  let steady = 0;
  let wall = wallAt;
  return {
    clocks: { steady: () => steady, wall: () => wall },
    pass(ms: number) {
      steady += ms;
      wall += ms;
    },
    setClock(to: number) {
      wall = to;
    },
    sleep(ms: number) {
      wall += ms;
    },
    reload() {
      steady = 0;
    },
  };
}

function kept(clock: KioskClock): ClockAnchor {
  const anchor = clock.anchor();
  if (!anchor) throw new Error('The clock knows no time.');
  return anchor;
}

describe('the clock of a kiosk', () => {
  it('follows the server, however wrong the device is', () => {
    const { clocks, pass, setClock } = device(EIGHT - 5 * HOUR);
    const clock = createKioskClock(clocks);
    clock.learn(EIGHT);
    pass(60_000);
    expect(clock.serverNow().getTime()).toBe(EIGHT + 60_000);
    expect(clock.stamp()).toMatchObject({ takenAt: EIGHT + 60_000, basis: 'server', pageMs: 60_000 });
    setClock(EIGHT + 9 * HOUR);
    pass(60_000);
    expect(clock.serverNow().getTime()).toBe(EIGHT + 120_000);
  });

  it('does not trust itself across a jump of the device’s clock, until the server tells the time again', () => {
    const { clocks, pass, setClock } = device();
    const clock = createKioskClock(clocks);
    clock.learn(EIGHT);
    const before = clock.stamp();
    setClock(EIGHT + 3 * HOUR);
    pass(60_000);
    const after = clock.stamp();
    expect(after).toMatchObject({ takenAt: EIGHT + 60_000, basis: 'device' });
    expect(after.page).not.toBe(before.page);
    pass(60_000);
    expect(clock.stamp().page).toBe(after.page);
    clock.learn(EIGHT + 120_000);
    expect(clock.driftMs()).toBe(0);
    expect(clock.stamp()).toMatchObject({ basis: 'server', page: after.page });
  });

  it('tells how much it was off after the device slept', () => {
    const { clocks, sleep } = device();
    const clock = createKioskClock(clocks);
    clock.learn(EIGHT);
    sleep(HOUR);
    expect(clock.stamp().basis).toBe('device');
    clock.learn(EIGHT + HOUR);
    expect(clock.driftMs()).toBe(-HOUR);
    expect(clock.serverNow().getTime()).toBe(EIGHT + HOUR);
  });

  it('goes on after a reload without a network, by the device’s clock', () => {
    const { clocks, pass, reload } = device(EIGHT + 7_000);
    const first = createKioskClock(clocks);
    first.learn(EIGHT);
    pass(60_000);
    const anchor = kept(first);
    reload();
    pass(30_000);
    const second = createKioskClock(clocks);
    second.resume(anchor);
    pass(1_000);
    expect(second.stamp()).toMatchObject({ takenAt: EIGHT + 91_000, basis: 'device' });
    second.learn(EIGHT + 91_500);
    expect(second.driftMs()).toBe(-500);
    second.resume({ server: 0, wall: 0 });
    expect(second.serverNow().getTime()).toBe(EIGHT + 91_500);
  });

  it('does not go back when the device’s clock was set back meanwhile', () => {
    const { clocks, setClock, reload } = device();
    const first = createKioskClock(clocks);
    first.learn(EIGHT);
    const anchor = kept(first);
    setClock(EIGHT - 400 * HOUR);
    reload();
    const second = createKioskClock(clocks);
    second.resume(anchor);
    expect(second.serverNow().getTime()).toBe(EIGHT);
  });

  it('keeps its time when the device’s clock is set later, also on a page that was loaded without a network', () => {
    const { clocks, pass, setClock, reload } = device();
    const first = createKioskClock(clocks);
    first.learn(EIGHT);
    reload();
    const second = createKioskClock(clocks);
    second.resume(kept(first));
    pass(10_000);
    // What is kept is a few seconds old when somebody sets the clock, and is read again while the server is gone.
    const before = kept(second);
    pass(2_000);
    setClock(EIGHT + 3 * HOUR);
    second.resume(before);
    pass(1_000);
    expect(second.stamp()).toMatchObject({ takenAt: EIGHT + 13_000, basis: 'device' });
    second.learn(EIGHT + 13_000);
    expect(second.driftMs()).toBe(0);
  });

  it('has nothing to keep before it knows the time, so that it does not overwrite what was known', () => {
    const { clocks } = device();
    const clock = createKioskClock(clocks);
    expect(clock.anchor()).toBeNull();
    clock.resume({ server: EIGHT, wall: EIGHT });
    expect(clock.anchor()).toEqual({ server: EIGHT, wall: EIGHT });
  });
});
