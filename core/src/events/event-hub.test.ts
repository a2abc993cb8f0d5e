import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '../kernel/access.ts';
import { createEventHub, type EventStream, PING_MS, STREAM_LIMITS, TURNS } from './event-hub.ts';
import { createLocalEvents } from './publish.ts';

const actor = (personId: number, role: Actor['role'] = 'member', sessionId = personId): Actor => ({
  personId,
  role,
  name: '',
  code: '',
  hasAttendance: true,
  sections: null,
  classIds: [],
  sessionId,
  onlyActions: null,
  mustDo: null,
  confirmedAt: null,
  address: '',
});
const ADMIN = actor(1, 'administrator');

function setUp() {
  const events = createLocalEvents();
  const ended = new Set<number>();
  const asked: number[][] = [];
  const server = { isBusy: false };
  const hub = createEventHub({
    events,
    isBusy: () => server.isBusy,
    aliveAmong: async (ids) => {
      asked.push([...ids]);
      return new Set(ids.filter((id) => !ended.has(id)));
    },
  });
  /** Collects what a stream sends. */
  const read = (stream: EventStream) => {
    const sent: (string | null)[] = [];
    void (async () => {
      for (;;) {
        const message = await stream.next();
        sent.push(message);
        if (message === null) return;
      }
    })();
    return sent;
  };
  const attendance = (personId: number | null = null) => events.publish({ topic: 'attendance', personId });
  return { events, hub, server, ended, asked, read, attendance };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('while the server is busy', () => {
  it('pages that show everybody are told of marks in turns, each once, however many marks there are', async () => {
    const { hub, server, read, attendance } = setUp();
    server.isBusy = true;
    const pages = Array.from({ length: 4 * TURNS }, (_, at) => read(hub.open(actor(at + 10, 'office'))));
    for (let second = 0; second < TURNS; second += 1) {
      for (let mark = 0; mark < 5; mark += 1) attendance();
      await vi.advanceTimersByTimeAsync(second === 0 ? 0 : 1000);
      expect(pages.filter((sent) => sent.length > 0)).toHaveLength(4 * (second + 1));
    }
    expect(pages.every((sent) => sent.length === 1)).toBe(true);
  });

  it('a last mark reaches every page, and nothing is left to do after it', async () => {
    const { hub, server, read, attendance } = setUp();
    server.isBusy = true;
    const pages = Array.from({ length: STREAM_LIMITS.perPerson }, () => read(hub.open(ADMIN)));
    attendance();
    await vi.advanceTimersByTimeAsync(TURNS * 1000);
    expect(pages.every((sent) => sent.length === 1)).toBe(true);
    // The sessions are still looked at.
    expect(vi.getTimerCount()).toBe(1);
  });

  it('people are told of their own mark at once, and everybody of everything else', async () => {
    const { hub, server, read, events, attendance } = setUp();
    server.isBusy = true;
    const own = [read(hub.open(actor(2))), read(hub.open(actor(2, 'teacher')))];
    const pages = Array.from({ length: TURNS }, (_, at) => read(hub.open(actor(at + 10, 'office'))));
    attendance(2);
    events.publish({ topic: 'drills', personId: null });
    await vi.advanceTimersByTimeAsync(0);
    expect(own).toEqual([['attendance'], ['attendance', 'drills']]);
    for (const sent of pages) expect(sent).toContain('drills');
    expect(pages.filter((sent) => sent.includes('attendance'))).toHaveLength(1);
  });

  it('and then no longer, everybody who waited is told', async () => {
    const { hub, server, read, attendance } = setUp();
    server.isBusy = true;
    const pages = Array.from({ length: 30 }, (_, at) => read(hub.open(actor(at + 10, 'office'))));
    attendance();
    await vi.advanceTimersByTimeAsync(0);
    server.isBusy = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(pages.every((sent) => sent.length === 1)).toBe(true);
  });
});

describe('an event stream', () => {
  it('sends the first change at once and a hundred further ones as one message a second later', async () => {
    const { hub, read, attendance } = setUp();
    const sent = read(hub.open(ADMIN));
    attendance();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(['attendance']);
    for (let change = 0; change < 100; change += 1) attendance();
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toEqual(['attendance']);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(['attendance', 'attendance']);
  });

  it('never sends a topic twice within a second, whenever changes come', async () => {
    const { hub, read, events } = setUp();
    const sent = read(hub.open(ADMIN));
    for (let ms = 0; ms < 10_000; ms += 10) {
      events.publish({ topic: ms % 20 === 0 ? 'attendance' : 'notices', personId: null });
      await vi.advanceTimersByTimeAsync(10);
    }
    for (const topic of ['attendance', 'notices']) {
      const count = sent.filter((each) => each === topic).length;
      expect(count).toBeGreaterThan(8);
      // From 0 s to 10 s, both included.
      expect(count).toBeLessThanOrEqual(11);
    }
  });

  it('sends the topics of one change together', async () => {
    const { hub, read, events } = setUp();
    const sent = read(hub.open(ADMIN));
    for (const topic of ['attendance', 'people'] as const) events.publish({ topic, personId: null });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(['attendance', 'people']);
  });

  it('holds each topic once for somebody who does not read', async () => {
    const { hub, attendance } = setUp();
    const stream = hub.open(ADMIN);
    for (let second = 0; second < 60; second += 1) {
      attendance();
      await vi.advanceTimersByTimeAsync(1000);
    }
    const next = await Promise.all([stream.next(), stream.next()]);
    expect(next).toEqual(['attendance', 'ping']);
  });

  it('tells everybody when events about anybody may be lost, else people of themselves only', async () => {
    const { hub, read, events } = setUp();
    const sent = read(hub.open(actor(2)));
    for (const personId of [3, null]) events.publish({ topic: 'attendance', personId });
    events.publish({ topic: 'people', personId: 'everybody' });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(['people']);
  });

  it('ends with its session although changes come all the time', async () => {
    const { hub, read, events, ended, asked } = setUp();
    const [mine, other] = [read(hub.open(actor(2))), read(hub.open(actor(3)))];
    ended.add(2);
    for (let second = 0; second < PING_MS / 1000; second += 1) {
      events.publish({ topic: 'notices', personId: null });
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(mine.at(-1)).toBeNull();
    expect(other).not.toContain(null);
    expect(other).toContain('ping');
    expect(asked).toEqual([[2, 3]]);
    const before = mine.length;
    events.publish({ topic: 'notices', personId: null });
    await vi.advanceTimersByTimeAsync(1000);
    expect(mine).toHaveLength(before);
  });

  it('goes on while the sessions cannot be checked', async () => {
    const events = createLocalEvents();
    const hub = createEventHub({
      events,
      isBusy: () => false,
      aliveAmong: () => Promise.reject(new Error('down')),
    });
    const stream = hub.open(ADMIN);
    await vi.advanceTimersByTimeAsync(PING_MS);
    expect(await stream.next()).toBe('ping');
  });

  it('is one of a limited number for each person', () => {
    const { hub } = setUp();
    const mine = Array.from({ length: STREAM_LIMITS.perPerson }, () => hub.open(actor(2)));
    expect(() => hub.open(actor(2))).toThrow('Too many requests');
    hub.open(actor(3)).close();
    mine[0]?.close();
    expect(() => hub.open(actor(2))).not.toThrow();
  });

  it('ends when the hub closes, and no timer is left', async () => {
    const { hub, read, attendance } = setUp();
    const sent = read(hub.open(ADMIN));
    attendance();
    hub.close();
    await vi.advanceTimersByTimeAsync(0);
    expect([sent, hub.count(), vi.getTimerCount()]).toEqual([[null], 0, 0]);
  });
});
