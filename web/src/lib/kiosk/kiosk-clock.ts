import type { EntryHead } from '@rollcall/core/attendance/kiosk/queue/entry.rules';
import { now } from '../format/dates.ts';

/** The server's time at a moment of the device's clock, which survives a reload of the page. */
export interface ClockAnchor {
  readonly server: number;
  readonly wall: number;
}

/** What an entry says about its time. */
export type EntryTime = Pick<EntryHead, 'takenAt' | 'basis' | 'page' | 'pageMs'>;

export interface KioskClock {
  /** The server's time as this kiosk knows it. Moving the clock of the device does not change it. */
  serverNow(): Date;
  /** Takes the server's time over, in milliseconds since 1970. */
  learn(server: number): void;
  /** Goes on from what an earlier page knew. Does nothing once this page knows a time, from the server or in this way. */
  resume(anchor: ClockAnchor): void;
  /** What a page that is loaded without a network goes on from; null while this one knows no time itself. */
  anchor(): ClockAnchor | null;
  /** The time for an entry, and what it rests on. */
  stamp(): EntryTime;
  /** How far the time that was kept without the server was from the server's, when that was learned again. */
  driftMs(): number;
}

interface Clocks {
  /** Milliseconds of a clock that nobody can set. */
  readonly steady: () => number;
  /** Milliseconds since 1970 of the device's clock, which anybody can set. */
  readonly wall: () => number;
}

/** So far the two clocks may part before one of them jumped: the device slept, or somebody set its clock. */
const JUMP_MS = 5_000;

const newPage = (): string => crypto.randomUUID();

/**
 * The clock of a kiosk. It rests on the page's own clock and on the last time that the server told. Where that clock
 * may have stood still, or the page was loaded again without the server, the time rests on the device's clock until the
 * server tells it again.
 */
export function createKioskClock(
  { steady, wall }: Clocks = { steady: () => performance.now(), wall: () => now().getTime() },
): KioskClock {
  let page = newPage();
  let basis: EntryTime['basis'] = 'device';
  let known = { server: wall(), steady: steady(), wall: wall() };
  let drift = 0;
  let isKnown = false;

  const estimate = (): number => Math.round(known.server + steady() - known.steady);
  const begin = (server: number) => {
    known = { server, steady: steady(), wall: wall() };
  };
  /** The page's own clock and the device's went apart: what comes now is not compared with what was before. */
  const noticeJump = () => {
    const apart = wall() - known.wall - (steady() - known.steady);
    if (Math.abs(apart) <= JUMP_MS) return;
    page = newPage();
    // A device that slept shows the right time afterwards, and its page's own clock does not.
    begin(estimate());
    basis = 'device';
  };

  return {
    serverNow: () => new Date(estimate()),
    learn(server) {
      noticeJump();
      if (basis === 'device') drift = estimate() - server;
      basis = 'server';
      isKnown = true;
      begin(server);
    },
    resume(anchor) {
      // Once: from then on the page's own clock knows better than a device's clock that somebody may have set meanwhile.
      if (isKnown) return;
      isKnown = true;
      // A clock that was set back says nothing about how much time has passed.
      begin(anchor.server + Math.max(0, wall() - anchor.wall));
    },
    anchor() {
      if (!isKnown) return null;
      noticeJump();
      return { server: estimate(), wall: wall() };
    },
    stamp() {
      noticeJump();
      return { takenAt: estimate(), basis, page, pageMs: Math.round(steady()) };
    },
    driftMs: () => drift,
  };
}
