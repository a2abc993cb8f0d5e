import { describe, expect, it } from 'vitest';
import { hashToken, newToken } from '../kernel/random.ts';
import { createKeyedQueue } from './attempt-guard.ts';
import { ATTEMPT_WINDOW_MS, isSessionAlive, needsTouch, retryAfter } from './auth.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const HOUR = 3_600_000;

describe('retryAfter', () => {
  it('allows the next attempt after four failures in the window but not after five', () => {
    const failures = [1, 2, 3, 4].map((minutes) => ago(minutes * 60_000));
    expect(retryAfter(failures, now)).toBeNull();
    expect(retryAfter([...failures, ago(5 * 60_000)], now)).toBe(10 * 60);
  });

  it('ignores failures older than the window', () => {
    const failures = Array.from({ length: 9 }, () => ago(ATTEMPT_WINDOW_MS));
    expect(retryAfter(failures, now)).toBeNull();
  });

  it('gives the seconds until the fifth last failure leaves the window', () => {
    const failures = [14, 13, 3, 2, 1, 0.5].map((minutes) => ago(minutes * 60_000));
    expect(retryAfter(failures, now)).toBe(2 * 60);
  });
});

describe('a session', () => {
  const session = (created: number, seen: number) => ({
    id: 1,
    personId: 1,
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

describe('createKeyedQueue', () => {
  it('runs work of one key in order and of two keys in parallel', async () => {
    const inTurn = createKeyedQueue();
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
    };
    await Promise.all([inTurn('a', work('a1')), inTurn('a', work('a2')), inTurn('b', work('b1'))]);
    const positions = (text: string) => log.indexOf(text);
    expect(positions('a1 ends')).toBeLessThan(positions('a2 begins'));
    expect(positions('b1 begins')).toBeLessThan(positions('a2 begins'));
  });

  it('continues after a failure', async () => {
    const inTurn = createKeyedQueue();
    const failing = inTurn('a', () => Promise.reject(new Error('no')));
    const after = inTurn('a', () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await after).toBe('yes');
  });
});
