import { describe, expect, it } from 'vitest';
import { hashToken, newToken } from '../kernel/random.ts';
import { accountKey, confirmedUntil, isSessionAlive, needsTouch } from './auth.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const HOUR = 3_600_000;

describe('a session', () => {
  const session = (created: number, seen: number) => ({
    createdAt: ago(created),
    lastSeenAt: ago(seen),
  });
  it('expires after twelve idle hours and after seven days', () => {
    expect(isSessionAlive(session(HOUR, 12 * HOUR - 1), now)).toBe(true);
    expect(isSessionAlive(session(24 * HOUR, 12 * HOUR), now)).toBe(false);
    expect(isSessionAlive(session(7 * 24 * HOUR, 0), now)).toBe(false);
  });

  it('is touched at most once a minute', () => {
    expect(needsTouch(session(HOUR, 59_999), now)).toBe(false);
    expect(needsTouch(session(HOUR, 60_000), now)).toBe(true);
  });
});

describe('a token', () => {
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  it('has 43 characters of 64, never repeats, and is stored as a digest', async () => {
    const tokens = new Set(Array.from({ length: 500 }, () => newToken(random)));
    expect(tokens.size).toBe(500);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await hashToken('x')).length).toBe(32);
  });
});

describe('the key of an account', () => {
  it('is the same for every spelling of a name that differs in case only, in any language', () => {
    expect(new Set(['kim', ' KIM ', 'KİM', 'kım', 'Kİm'].map(accountKey))).toEqual(new Set(['kim']));
    expect(new Set(['ΑΣ', 'ας', 'ασ', 'Ας'].map(accountKey))).toEqual(new Set(['ασ']));
    expect(accountKey('\u0041\u030a.meier')).toBe(accountKey('\u212b.Meier'));
  });

  it('keeps names apart that differ in more', () => {
    const names = ['strasse', 'straße', 'e', 'é', 'o', 'ö', 'kim1', 'kim'];
    expect(new Set(names.map(accountKey)).size).toBe(names.length);
  });
});

describe('a confirmation', () => {
  it('holds for five minutes, and never from the future', () => {
    expect(confirmedUntil(ago(299_999), now)).toEqual(new Date(now.getTime() + 1));
    expect(confirmedUntil(ago(300_000), now)).toBeNull();
    expect(confirmedUntil(ago(-300_000), now)).toBeNull();
    expect(confirmedUntil(null, now)).toBeNull();
  });
});
