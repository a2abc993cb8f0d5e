import { describe, expect, it } from 'vitest';
import {
  isOtherVersion,
  isQuiet,
  mayReload,
  QUIET_MS,
  type Reasons,
  reloadReason,
} from './quiet-reload.rules.ts';

const NOW = 10_000_000;
const HOUR = 3_600_000;

describe('nobody is there', () => {
  it('when nobody was seen and nothing was touched for half a minute, and nothing is shown or typed', () => {
    expect(isQuiet({ isWatching: true, somebodyAt: NOW - QUIET_MS }, NOW)).toBe(true);
    expect(isQuiet({ isWatching: true, somebodyAt: NOW - QUIET_MS + 1 }, NOW)).toBe(false);
    expect(isQuiet({ isWatching: false, somebodyAt: 0 }, NOW)).toBe(false);
  });
});

describe('the page is loaded again', () => {
  const well: Reasons = {
    isStorageLost: false,
    isOffered: false,
    other: null,
    isBlind: false,
    sightAt: NOW - 100,
    heardAt: NOW - 1_000,
  };
  const reason = (change: Partial<Reasons>) => reloadReason({ ...well, ...change }, NOW);

  it('for a new version, which is waited for to be installed', () => {
    expect(reason({})).toBeNull();
    expect(reason({ isOffered: true })).toBe('offered');
    const version = '2.0.0';
    expect(reason({ other: { version, since: NOW - 60_000 } })).toBeNull();
    expect(reason({ other: { version, since: NOW - 300_000 } })).toBe('other_version');
  });

  it('when faces cannot be looked for any more', () => {
    expect(reason({ isBlind: true })).toBe('guide');
    expect(reason({ sightAt: NOW - 90_000 })).toBe('guide');
    expect(reason({ sightAt: null })).toBeNull();
  });

  it('not while the server does not answer: what is there works on', () => {
    expect(reason({ isOffered: true, heardAt: NOW - 91_000 })).toBeNull();
    expect(reason({ isBlind: true, heardAt: null })).toBeNull();
  });

  it('never in a loop', () => {
    const last = { at: NOW, reason: 'other_version', version: '2.0.0' } as const;
    expect(mayReload(null, 'offered', null, NOW)).toBe(true);
    expect(mayReload(last, 'other_version', '2.0.0', NOW + 100 * HOUR)).toBe(false);
    expect(mayReload(last, 'other_version', '2.0.1', NOW + HOUR)).toBe(true);
    expect(mayReload(last, 'offered', '2.0.0', NOW + HOUR - 1)).toBe(false);
    expect(mayReload({ ...last, reason: 'guide' }, 'guide', '2.0.0', NOW + HOUR)).toBe(true);
    // The time that was remembered is from a clock that was ahead.
    expect(mayReload({ ...last, at: NOW + 100 * HOUR }, 'guide', null, NOW)).toBe(true);
  });

  it('tells versions of servers from that of a demo', () => {
    expect([isOtherVersion('1.0.0', '1.0.1'), isOtherVersion('1.0.0', '1.0.0')]).toEqual([true, false]);
    expect(isOtherVersion('1.0.0', 'demo')).toBe(false);
  });
});
