import type { Actor } from '@rollcall/core/kernel/access';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { markByFace, sendPictures } from '../testing/face-scan.ts';
import { createScriptedEngine, enrolFace, sceneImage } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { createCallLimits } from './call-limits.ts';
import { createTurns } from './turns.ts';

const person = (personId: number, role: Actor['role'] = 'member'): Actor => ({
  personId,
  role,
  name: '',
  code: '',
  hasAttendance: true,
  sections: null,
  classIds: [],
  sessionId: personId,
  onlyActions: null,
  mustDo: null,
  confirmedAt: null,
  address: '',
});
const nothing = async () => {};

describe('the limits of costly calls', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('refuse a person above the rate, say when to come again, and count others apart', async () => {
    const limits = createCallLimits();
    const call = (who: number) => limits.run('own-face', person(who), `192.0.2.${who}`, nothing);
    for (let made = 0; made < 60; made += 1) await call(1);
    await expect(call(1)).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 60 });
    await call(2);
    vi.advanceTimersByTime(60_000);
    await call(1);
  });

  it('refuse an address above fifty times the rate of a person', async () => {
    const limits = createCallLimits();
    const call = (who: number) => limits.run('corrections', person(who), '192.0.2.1', nothing);
    for (let who = 0; who < 50; who += 1) for (let made = 0; made < 30; made += 1) await call(who);
    await expect(call(50)).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});

describe('the places of reports', () => {
  const setUp = () => {
    const limits = createCallLimits();
    const [running, done]: [(() => void)[], string[]] = [[], []];
    const make = (name: string, who: Actor) =>
      limits.run('reports', who, '192.0.2.1', async () => {
        await new Promise<void>((end) => running.push(end));
        done.push(name);
      });
    /** Lets the reports that run end, one by one, and those that follow them. */
    const finish = async (all: readonly Promise<void>[]) => {
      const ended = Promise.all(all);
      for (let left = all.length; left > 0; left -= 1) {
        while (running.length === 0) await new Promise((go) => setImmediate(go));
        running.shift()?.();
      }
      await ended;
    };
    return { make, running, done, finish };
  };

  it('go round the people who wait, however many reports one of them wants', async () => {
    const { make, done, finish } = setUp();
    const mine = ['a1', 'a2', 'a3'].map((name) => make(name, person(1)));
    await finish([...mine, make('b1', person(2)), make('c1', person(3))]);
    expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('are others for administrators than for the reports of oneself, on the day everybody wants theirs', async () => {
    const { make, running, done, finish } = setUp();
    const own = Array.from({ length: 300 }, (_, who) => make('own', person(who + 10)));
    await vi.waitFor(() => expect(running).toHaveLength(1));
    const school = make('school', person(1, 'administrator'));
    await vi.waitFor(() => expect(running).toHaveLength(2));
    running.pop()?.();
    await school;
    expect(done).toEqual(['school']);
    await finish(own);
    expect(done).toHaveLength(301);
  });
});

describe('createTurns', () => {
  it('runs one at a time for each key, in order, and refuses above the waiting places', async () => {
    const inTurn = createTurns({ running: 1, waiting: 2 });
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const begin = (name: string, key = 'a') =>
      inTurn(key, async () => {
        started.push(name);
        await new Promise<void>((done) => ends.push(done));
      });
    const [one, two, three] = [begin('1'), begin('2'), begin('3')];
    await expect(begin('4')).rejects.toMatchObject({ code: 'too_many_requests' });
    const other = begin('other', 'b');
    expect(started).toEqual(['1', 'other']);
    for (const running of [one, other, two, three]) {
      ends.shift()?.();
      await running;
    }
    expect(started).toEqual(['1', 'other', '2', '3']);
  });

  it('goes on after a failure', async () => {
    const inTurn = createTurns({ running: 1, waiting: 1 });
    const failed = inTurn('a', () => Promise.reject(new Error('x')));
    const next = inTurn('a', async () => 'next');
    await expect(failed).rejects.toThrow('x');
    expect(await next).toBe('next');
  });
});

describe('marking by face', () => {
  let app: TestApp;
  let mostAtOnce = 0;
  let running = 0;
  beforeAll(async () => {
    const engine = createScriptedEngine();
    app = await openTestApp({
      engine: {
        ...engine,
        analyse: async (image, options) => {
          running += 1;
          mostAtOnce = Math.max(mostAtOnce, running);
          await new Promise((go) => setImmediate(go));
          running -= 1;
          return engine.analyse(image, options);
        },
      },
    });
  });
  afterAll(() => app.close());

  const mark = (token: string, scene: Parameters<typeof sceneImage>[0]) =>
    markByFace(app, token, sceneImage(scene));

  it('has one picture of a person in work at a time, however many are sent', async () => {
    const { token } = await app.person('L-1');
    await enrolFace(app, 'L-1', 1);
    mostAtOnce = 0;
    const { body: scan } = await app.call('POST', '/user/start-face-scan', { token, body: {} });
    // Too small to be recognised, so that the scan stays open for the next one.
    const pictures = Array.from({ length: 30 }, (_, nonce) =>
      sceneImage({ person: 1, nonce, eyeDistance: 5 }),
    );
    const answers = await Promise.all(
      pictures.map((image) => sendPictures(app, token, scan.scan_id, { image })),
    );
    expect(mostAtOnce).toBe(1);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(25);
  });

  it('stops after fifteen refused faces, and so do the entries of the audit', async () => {
    const { token } = await app.person('L-2');
    await enrolFace(app, 'L-2', 2);
    const outcomes: unknown[] = [];
    for (let nonce = 0; nonce < 20; nonce += 1) {
      const { status, body } = await mark(token, { person: 5, nonce: 100 + nonce });
      outcomes.push(status === 200 ? body.outcome : body.error.code);
    }
    expect(outcomes.filter((each) => each === 'not_you')).toHaveLength(15);
    expect(outcomes.slice(15)).toEqual(Array(5).fill('too_many_attempts'));
    const { body } = await app.admin('GET', '/admin/audit?action=face_refused&limit=100');
    expect(body.entries.filter((entry: { subject: string }) => entry.subject === 'L-2')).toHaveLength(15);
  });
});
