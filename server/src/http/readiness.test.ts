import { describe, expect, it } from 'vitest';
import { hoursAgo, WELL } from '../testing/server-state.ts';
import { judgeReadiness } from './readiness.ts';
import type { ServerState } from './server-state.ts';

const gallery = (change: object) => ({ gallery: { ...WELL.gallery, ...change } as ServerState['gallery'] });
const job = (failuresInARow: number) => ({
  kind: 'closing',
  name: 'Closing days',
  everyMs: 60_000,
  lastSuccessAt: null,
  secondsSinceSuccess: null,
  failuresInARow,
  problem: null,
  running: 0,
  waiting: 0,
});

describe('readiness', () => {
  it('is complete when all parts are well', () => {
    const withHttps = { ...WELL, authorityEndsAt: hoursAgo(-366 * 24) };
    expect(judgeReadiness(withHttps).filter(({ state }) => state !== 'ok')).toEqual([]);
  });

  const notReady: [string, string, Partial<ServerState>][] = [
    ['database', 'not answering', { database: { state: 'away', reason: 'ETIMEDOUT' } }],
    ['database', 'read only', { database: { state: 'read_only' } }],
    ['models', 'starting', { models: 'starting' }],
    ['gallery', 'loading', gallery({ isLoaded: false })],
    ['shutdown', 'stopping', { isDraining: true }],
  ];
  it.each(notReady)('sends requests elsewhere: %s %s', (part, short, change) => {
    const wrong = judgeReadiness({ ...WELL, ...change }).filter(({ state }) => state !== 'ok');
    expect(wrong).toEqual([{ part, short, state: 'failing', message: expect.stringMatching(/\.$/) }]);
  });

  const warnings: [string, string, Partial<ServerState>][] = [
    ['database', 'busy', { database: { state: 'busy' } }],
    ['models', 'unavailable', { models: 'unavailable' }],
    ['gallery', 'not loaded', gallery({ isLoaded: false, lastError: 'x' })],
    ['gallery', 'outdated', gallery({ lastError: 'x' })],
    ['gallery', 'unreadable', gallery({ unreadable: [{ personId: 7, problem: 'key' }] })],
    ['keys', 'mismatch', gallery({ masterKey: { kind: 'mismatch', id: 'a', expected: 'b' } })],
    ['files', 'elsewhere', { files: 'elsewhere' }],
    ['clock', 'doubted', { clock: 'doubted' }],
    ['migrations', 'newer', { schema: { known: 17, current: 18 } }],
    ['backup', 'overdue', { backup: { isScheduled: true, lastSuccessAt: hoursAgo(37), failuresInARow: 0 } }],
    ['backup', 'failing', { backup: { isScheduled: true, lastSuccessAt: hoursAgo(30), failuresInARow: 2 } }],
    ['jobs', 'failing', { jobs: [job(2)] }],
    ['https', 'ends soon', { authorityEndsAt: hoursAgo(-364 * 24) }],
    ['https', 'ended', { authorityEndsAt: hoursAgo(1) }],
  ];
  it.each(warnings)('warns and stays ready: %s %s', (part, short, change) => {
    const wrong = judgeReadiness({ ...WELL, ...change }).filter(({ state }) => state !== 'ok');
    expect(wrong).toEqual([{ part, short, state: 'warning', message: expect.stringMatching(/\.$/) }]);
  });

  it('does not count a backup that nobody scheduled, nor what is not known yet', () => {
    const off = { isScheduled: false, lastSuccessAt: hoursAgo(900), failuresInARow: 0 };
    for (const change of [
      { backup: off },
      { backup: null, jobs: null, schema: { known: 17, current: null } },
    ])
      expect(judgeReadiness({ ...WELL, ...change }).filter(({ state }) => state === 'warning')).toEqual([]);
  });
});
