import { describe, expect, it } from 'vitest';
import { type ChannelPort, NoAnswerError, openChannel } from './channel.ts';
import { mergeMetrics } from './merge-metrics.ts';
import type { ParentAnswers } from './messages.ts';
import { countInParent, createSharedCounters } from './shared-counters.ts';

/** Two ends of a connection, as Node makes between processes: what is sent is copied and arrives later. */
function connect() {
  const listeners: [((message: unknown) => void)[], ((message: unknown) => void)[]] = [[], []];
  const closers: (() => void)[] = [];
  const portTo = (other: 0 | 1, own: 0 | 1): ChannelPort => ({
    send: (message, sent) => {
      const copy: unknown = JSON.parse(JSON.stringify(message));
      queueMicrotask(() => {
        for (const listener of listeners[other]) listener(copy);
      });
      sent(null);
    },
    onMessage: (listener) => void listeners[own].push(listener),
    onClose: (listener) => void closers.push(listener),
  });
  const close = () => {
    for (const closer of closers) closer();
  };
  return { left: portTo(1, 0), right: portTo(0, 1), close };
}

type Doubling = { double(value: number): Promise<number>; fail(value: null): Promise<null> };
const doubling: Doubling = {
  double: async (value) => 2 * value,
  fail: async () => {
    throw new Error('It failed.');
  },
};

describe('a channel between processes', () => {
  it('carries questions, answers and failures, each to the one who asked', async () => {
    const { left, right } = connect();
    openChannel(right, doubling);
    const { ask } = openChannel<Doubling>(left, {});
    expect(await Promise.all([ask('double', 1), ask('double', 2), ask('double', 3)])).toEqual([2, 4, 6]);
    await expect(ask('fail', null)).rejects.toThrow('It failed.');
  });

  it('fails what is waiting when the other process ends, and what is asked later', async () => {
    const { left, right, close } = connect();
    openChannel(right, { double: () => new Promise(() => {}) });
    const { ask } = openChannel<Doubling>(left, {});
    const waiting = ask('double', 1);
    close();
    await expect(waiting).rejects.toThrow(NoAnswerError);
    await expect(ask('double', 2)).rejects.toThrow(NoAnswerError);
  });
});

describe('calls of several processes', () => {
  const RULE = { points: 3, duration: 60 };
  it('are counted together, by rule and key', async () => {
    const counters = createSharedCounters();
    const processes = [0, 1].map(() => {
      const { left, right } = connect();
      openChannel(right, counters);
      return countInParent(openChannel<ParentAnswers>(left, {}))('pairings', RULE);
    });
    for (const counter of processes) await counter.add('a');
    expect(await processes[0]?.add('a')).toMatchObject({ used: 3 });
    expect(await processes[1]?.get('a')).toMatchObject({ used: 3 });
    expect(await processes[1]?.add('b')).toMatchObject({ used: 1 });
    expect(await processes[0]?.get('c')).toBeNull();
  });

  it('are counted in the process alone while the parent is gone', async () => {
    const { left, close } = connect();
    const counter = countInParent(openChannel<ParentAnswers>(left, {}))('pairings', RULE);
    close();
    expect(await counter.add('a')).toMatchObject({ used: 1 });
    expect(await counter.add('a')).toMatchObject({ used: 2 });
  });
});

describe('the figures of several processes', () => {
  it('stand below one head for each name', () => {
    const of = (number: string) =>
      `# HELP a Some thing\n# TYPE a gauge\na{process="${number}"} 1\n\n# HELP b Another\n# TYPE b counter\n`;
    expect(mergeMetrics([of('1'), of('2'), ''])).toBe(
      '# HELP a Some thing\n# TYPE a gauge\na{process="1"} 1\na{process="2"} 1\n\n# HELP b Another\n# TYPE b counter\n',
    );
  });
});
