import { describe, expect, it } from 'vitest';
import { ATTEMPT_WINDOW_MS, isSessionAlive, needsTouch, retryAfter } from './auth.rules.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import { hashToken, newToken } from './token.ts';

const now = new Date('2026-03-02T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const HOUR = 3_600_000;

describe('failures', () => {
  it('up to four in the window are forgiven, five are not', () => {
    const failures = [1, 2, 3, 4].map((minutes) => ago(minutes * 60_000));
    expect(retryAfter(failures, now)).toBeNull();
    expect(retryAfter([...failures, ago(5 * 60_000)], now)).toBe(10 * 60);
  });

  it('older than the window do not count', () => {
    const failures = Array.from({ length: 9 }, () => ago(ATTEMPT_WINDOW_MS));
    expect(retryAfter(failures, now)).toBeNull();
  });

  it('name the moment when the fifth last falls out of the window', () => {
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
  it('lives twelve hours idle and seven days at most', () => {
    expect(isSessionAlive(session(HOUR, 12 * HOUR - 1), now)).toBe(true);
    expect(isSessionAlive(session(24 * HOUR, 12 * HOUR), now)).toBe(false);
    expect(isSessionAlive(session(7 * 24 * HOUR, 0), now)).toBe(false);
  });

  it('is noted as seen once a minute, not at every request', () => {
    expect(needsTouch(session(HOUR, 59_999), now)).toBe(false);
    expect(needsTouch(session(HOUR, 60_000), now)).toBe(true);
  });
});

describe('a token', () => {
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  it('is 43 letters of 64, never the same, and stored as its digest', async () => {
    const tokens = new Set(Array.from({ length: 500 }, () => newToken(random)));
    expect(tokens.size).toBe(500);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await hashToken('x')).length).toBe(32);
  });
});

describe('the queue', () => {
  it('runs work of one key in turn and of two keys side by side', async () => {
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

  it('goes on after a failure', async () => {
    const inTurn = createKeyedQueue();
    const failing = inTurn('a', () => Promise.reject(new Error('no')));
    const after = inTurn('a', () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await after).toBe('yes');
  });
});
