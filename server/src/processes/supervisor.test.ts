import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ParentAnswers } from './messages.ts';
import { createSupervisor, type Ending, NeverStartedError, type WorkerProcess } from './supervisor.ts';

interface Scripted extends WorkerProcess {
  readonly answers: ParentAnswers;
  readonly asked: string[];
  isDeaf: boolean;
  end(ending?: Partial<Ending>): void;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Processes that do nothing by themselves; a stop or a kill ends them. */
function open(count = 2) {
  const started: Scripted[] = [];
  const warnings: string[] = [];
  const messages: string[] = [];
  const startProcess = (answers: ParentAnswers): WorkerProcess => {
    let end: (ending: Ending) => void = () => {};
    const exited = new Promise<Ending>((done) => {
      end = done;
    });
    const asked: string[] = [];
    const scripted: Scripted = {
      pid: started.length + 100,
      exited,
      answers,
      asked,
      isDeaf: false,
      end: (ending = {}) => end({ code: null, signal: null, ...ending }),
      kill: () => end({ code: null, signal: 'SIGKILL' }),
      ask: (async (name: string) => {
        asked.push(name);
        if (scripted.isDeaf) return new Promise(() => {});
        if (name === 'stop') end({ code: 0, signal: null });
        return null;
      }) as WorkerProcess['ask'],
    };
    started.push(scripted);
    return scripted;
  };
  const supervisor = createSupervisor({
    count,
    startProcess,
    counters: { addCall: async () => ({ used: 1, msLeft: 1 }), getCalls: async () => null },
    readMetrics: async () => '',
    setupCode: 'AAAA-BBBB-CCCC',
    hangMs: 60_000,
    log: { info: () => {}, warn: (message) => warnings.push(message) },
    onStarted: (message) => messages.push(message),
  });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const listen = async (index: number) => {
    await started[index]?.answers.listening({ message: `message ${index}` });
    await settle();
  };
  const startAll = async () => {
    const starting = supervisor.start();
    await listen(0);
    await starting;
    for (let index = 1; index < count; index += 1) await listen(index);
  };
  return { supervisor, started, warnings, messages, settle, listen, startAll };
}

describe('the start of several processes', () => {
  it('begins with one alone, prints its message only, and tells the others that they have company', async () => {
    const { supervisor, started, messages, listen } = open(3);
    const starting = supervisor.start();
    expect(started).toHaveLength(1);
    expect(await started[0]?.answers.welcome(null)).toMatchObject({ number: 1, hasOthers: false });
    await listen(0);
    await starting;
    expect(started).toHaveLength(3);
    expect(await started[2]?.answers.welcome(null)).toEqual({
      number: 3,
      hasOthers: true,
      setupCode: 'AAAA-BBBB-CCCC',
    });
    await listen(1);
    await listen(2);
    expect(messages).toEqual(['message 0']);
    expect(supervisor.counts()).toEqual({ wanted: 3, serving: 3, replacements: 0 });
  });

  it('is given up when the first one ends before it takes requests', async () => {
    const { supervisor, started } = open();
    const starting = supervisor.start();
    started[0]?.end({ code: 1 });
    await expect(starting).rejects.toThrow(NeverStartedError);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(started).toHaveLength(1);
  });
});

describe('a process that ends unasked', () => {
  it('is replaced after pauses that grow while the new ones end too, and are short again after one that served', async () => {
    const { started, startAll, warnings, listen } = open();
    await startAll();
    const pauses: number[] = [];
    const diesAfter = async (servedMs: number) => {
      const index = started.length - 1;
      if (servedMs > 0) {
        await listen(index);
        await vi.advanceTimersByTimeAsync(servedMs);
      }
      started[index]?.end({ code: 1 });
      const from = performance.now();
      while (started.length === index + 1) await vi.advanceTimersByTimeAsync(100);
      pauses.push(performance.now() - from);
    };
    for (const servedMs of [0, 0, 0, 0, 0, 0, 0, 0, 61_000, 0]) await diesAfter(servedMs);
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 500, 1000]);
    expect(warnings[0]).toBe('Process 2 ended with code 1. Another one starts in 0.5 s.');
  });

  it('is ended by the parent when it answers no pings', async () => {
    const { supervisor, started, startAll, warnings } = open();
    await startAll();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(warnings).toEqual([]);
    const hung = started[0];
    if (hung) hung.isDeaf = true;
    await vi.advanceTimersByTimeAsync(59_000);
    expect(warnings).toEqual([]);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(warnings[0]).toBe('Process 1 does not answer and is ended.');
    expect(started).toHaveLength(3);
    expect(supervisor.counts()).toMatchObject({ serving: 1, replacements: 1 });
  });
});

describe('an exchange of the processes', () => {
  it('stops each one only when its successor takes requests', async () => {
    const { supervisor, started, startAll, listen } = open();
    await startAll();
    const exchanged = supervisor.exchange();
    expect(started).toHaveLength(3);
    expect(started.map(({ asked }) => asked.includes('stop'))).toEqual([false, false, false]);
    await listen(2);
    expect(started.map(({ asked }) => asked.includes('stop'))).toEqual([true, false, false, false]);
    await listen(3);
    await exchanged;
    expect(started.map(({ asked }) => asked.includes('stop'))).toEqual([true, true, false, false]);
    expect(supervisor.counts()).toEqual({ wanted: 2, serving: 2, replacements: 0 });
  });

  it('ends with the first one that does not start, and leaves the old ones', async () => {
    const { supervisor, started, startAll, warnings } = open();
    await startAll();
    const exchanged = supervisor.exchange();
    started[2]?.end({ code: 1 });
    await exchanged;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(started).toHaveLength(3);
    expect(warnings[0]).toContain('The new process 1 did not start.');
    expect(supervisor.counts()).toMatchObject({ serving: 2, replacements: 0 });
  });

  it('gives up a process that does not take requests within half an hour, but not the very first one', async () => {
    const { supervisor, started, warnings, listen } = open();
    const starting = supervisor.start();
    await vi.advanceTimersByTimeAsync(3 * 3_600_000);
    await listen(0);
    await starting;
    await listen(1);
    const exchanged = supervisor.exchange();
    await vi.advanceTimersByTimeAsync(29 * 60_000);
    expect(warnings).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    await exchanged;
    expect(warnings[0]).toBe('Process 1 does not start and is ended.');
    expect(started).toHaveLength(3);
    // The next exchange begins anew, and one that took requests is left alone.
    const again = supervisor.exchange();
    await listen(3);
    await listen(4);
    await again;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(supervisor.counts()).toMatchObject({ serving: 2, replacements: 0 });
  });

  it('ends well although the old one died before its successor was there', async () => {
    const { supervisor, started, startAll, listen } = open();
    await startAll();
    const exchanged = supervisor.exchange();
    started[0]?.end({ signal: 'SIGKILL' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(started).toHaveLength(3);
    await listen(2);
    await listen(3);
    await exchanged;
    expect(supervisor.counts()).toMatchObject({ serving: 2, replacements: 0 });
  });

  it('starts one more, not two, when a new one dies while the old one still stops', async () => {
    const { supervisor, started, startAll, listen } = open();
    await startAll();
    const old = started[0];
    if (old) old.isDeaf = true;
    void supervisor.exchange();
    await listen(2);
    started[2]?.end({ code: 1 });
    await vi.advanceTimersByTimeAsync(0);
    old?.end({ code: 0 });
    await vi.advanceTimersByTimeAsync(10_000);
    // Beside the two first ones and the one that died: its replacement, and the successor of the second.
    expect(started).toHaveLength(5);
    expect(supervisor.counts().replacements).toBe(1);
  });
});

describe('a stop', () => {
  it('asks those that serve, ends those that start, and starts no more', async () => {
    const { supervisor, started, startAll } = open(3);
    await startAll();
    started[2]?.end({ code: 1 });
    await vi.advanceTimersByTimeAsync(500);
    expect(started).toHaveLength(4);
    expect(await supervisor.stop('SIGTERM')).toBe(true);
    expect(started[3]?.asked).toEqual([]);
    expect(await started[3]?.exited).toEqual({ code: null, signal: 'SIGKILL' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(started).toHaveLength(4);
  });

  it('says when one did not end well', async () => {
    const { supervisor, started, startAll } = open();
    await startAll();
    const hung = started[1];
    if (hung) hung.isDeaf = true;
    const stopped = supervisor.stop('SIGTERM');
    supervisor.killAll();
    expect(await stopped).toBe(false);
  });
});
