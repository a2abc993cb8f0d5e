import type { Log } from '../log.ts';
import type { Channel } from './channel.ts';
import type { ParentAnswers, StopReason, WorkerAnswers } from './messages.ts';
import { failuresAfter, pauseAfter } from './restart-pause.ts';

/** How a process ended: with a code, or by a signal. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface WorkerProcess extends Channel<WorkerAnswers> {
  readonly pid: number;
  readonly exited: Promise<Ending>;
  /** Ends it at once. */
  kill(): void;
}

interface Needs {
  readonly count: number;
  readonly startProcess: (answers: ParentAnswers) => WorkerProcess;
  /** Counters of calls, which all processes share. */
  readonly counters: Pick<ParentAnswers, 'addCall' | 'getCalls'>;
  readonly readMetrics: () => Promise<string>;
  readonly setupCode: string;
  readonly hangMs: number;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** The first process takes requests; `message` is for the console. */
  readonly onStarted: (message: string) => void;
}

interface Member {
  readonly number: number;
  readonly process: WorkerProcess;
  /** Whether it takes requests; false when it ended before. */
  readonly listening: Promise<boolean>;
  servingSince: number | null;
}

interface Slot {
  readonly number: number;
  /** The process that serves, or starts where none serves. */
  current: Member | null;
  /** The process that is to take its place. */
  next: Member | null;
  failures: number;
}

/** No process ever took requests: what is wrong will not mend itself. */
export class NeverStartedError extends Error {
  override readonly name = 'NeverStartedError';
}

/** Pings without an answer after which a process counts as hung. */
const MOST_MISSED = 4;

/** A process that does not take requests after this hangs. Long enough for a migration that a new version brings. */
const START_LIMIT_MS = 30 * 60_000;

const describeEnding = ({ code, signal }: Ending): string =>
  signal === null ? `with code ${code}` : `by ${signal}`;

/**
 * Keeps as many processes as are wanted: starts them, replaces those that end or hang, exchanges them one by one and
 * stops them. The first one starts alone, because it migrates the database and makes the keys.
 */
export function createSupervisor(needs: Needs) {
  const { log } = needs;
  const slots = Array.from({ length: needs.count }, (_, index): Slot => {
    return { number: index + 1, current: null, next: null, failures: 0 };
  });
  const members = new Set<Member>();
  let hasStarted = false;
  let isStopping = false;
  let replacements = 0;
  let exchanging: Promise<void> | null = null;

  const serving = (): Member[] =>
    slots.flatMap(({ current }) => (current && current.servingSince !== null ? [current] : []));

  /** Ends a process that answers no ping. Counted by pings, not by the clock: a machine that slept is no reason. */
  const watch = ({ number, process }: Member): (() => void) => {
    const everyMs = needs.hangMs / MOST_MISSED;
    let missed = 0;
    const timer = setInterval(() => {
      if (missed >= MOST_MISSED) {
        log.warn(`Process ${number} does not answer and is ended.`, { pid: process.pid });
        clearInterval(timer);
        process.kill();
        return;
      }
      missed += 1;
      process.ask('ping', null).then(
        () => {
          missed = 0;
        },
        () => {},
      );
    }, everyMs);
    return () => clearInterval(timer);
  };

  const launch = (slot: Slot): Member => {
    const { number } = slot;
    let arrive: (isListening: boolean) => void = () => {};
    // The very first process may migrate for hours, and there is no other one to go back to.
    const limit = hasStarted ? setTimeout(() => endSlowStart(), START_LIMIT_MS) : undefined;
    let stopWatching = () => clearTimeout(limit);
    const listening = new Promise<boolean>((done) => {
      arrive = done;
    });
    const process = needs.startProcess({
      ...needs.counters,
      metrics: needs.readMetrics,
      welcome: async () => ({ number, setupCode: needs.setupCode, hasOthers: serving().length > 0 }),
      listening: async ({ message }) => {
        member.servingSince = performance.now();
        if (slot.next === member) slot.next = null;
        slot.current = member;
        stopWatching();
        stopWatching = watch(member);
        log.info(`Process ${number} takes requests.`, { pid: process.pid });
        if (!hasStarted) needs.onStarted(message);
        hasStarted = true;
        arrive(true);
        return null;
      },
    });
    const endSlowStart = () => {
      log.warn(`Process ${number} does not start and is ended.`, { pid: process.pid });
      process.kill();
    };
    const member: Member = { number, process, listening, servingSince: null };
    members.add(member);
    void process.exited.then((ending) => {
      members.delete(member);
      stopWatching();
      arrive(false);
      onEnd(slot, member, ending);
    });
    return member;
  };

  const onEnd = (slot: Slot, member: Member, ending: Ending) => {
    // One that was exchanged has left its place before.
    if (slot.current !== member && slot.next !== member) return;
    if (slot.next === member) slot.next = null;
    else slot.current = null;
    if (isStopping || !hasStarted) return;
    // The old one goes on where the new one failed, and the new one comes where the old one failed meanwhile.
    if (slot.current !== null || slot.next !== null) return;
    const servedMs = member.servingSince === null ? 0 : performance.now() - member.servingSince;
    slot.failures = failuresAfter(slot.failures, servedMs);
    const pauseMs = pauseAfter(slot.failures);
    replacements += 1;
    log.warn(
      `Process ${slot.number} ended ${describeEnding(ending)}. Another one starts in ${pauseMs / 1000} s.`,
      { pid: member.process.pid },
    );
    setTimeout(() => {
      if (!isStopping && slot.current === null && slot.next === null) slot.current = launch(slot);
    }, pauseMs);
  };

  const stopMember = async ({ process, servingSince }: Member, reason: StopReason): Promise<void> => {
    // One that still starts has nothing to finish.
    if (servingSince === null) process.kill();
    else process.ask('stop', { reason }).catch(() => process.kill());
    await process.exited;
  };

  const exchangeAll = async (): Promise<void> => {
    log.info('The processes are exchanged one by one.');
    for (const slot of slots) {
      const old = slot.current;
      // One that starts at this moment is new already.
      if (isStopping || old === null || old.servingSince === null) continue;
      const fresh = launch(slot);
      slot.next = fresh;
      if (!(await fresh.listening)) {
        if (!isStopping)
          log.warn(`The new process ${slot.number} did not start. Those that are left stay as they are.`);
        return;
      }
      await stopMember(old, 'replaced');
    }
    log.info('The processes have been exchanged.');
  };

  return {
    /** Starts all processes. Fails when the first one ends before it takes requests. */
    async start(): Promise<void> {
      const [first, ...others] = slots;
      if (!first) return;
      first.current = launch(first);
      if (!(await first.current.listening)) {
        if (isStopping) return;
        throw new NeverStartedError('No process of the server could start. The reason is above.');
      }
      for (const slot of others) if (!isStopping) slot.current = launch(slot);
    },

    /** Replaces every process by a new one, each of which takes requests before the old one stops. */
    exchange(): Promise<void> {
      exchanging ??= exchangeAll().finally(() => {
        exchanging = null;
      });
      return exchanging;
    },

    /** Stops all and says whether each ended well. */
    async stop(reason: StopReason): Promise<boolean> {
      isStopping = true;
      const stopped = [...members];
      const wereServing = stopped.filter(({ servingSince }) => servingSince !== null);
      await Promise.all(stopped.map((member) => stopMember(member, reason)));
      const ends = await Promise.all(wereServing.map(({ process }) => process.exited));
      return ends.every(({ code }) => code === 0);
    },

    killAll(): void {
      for (const { process } of members) process.kill();
    },

    serving: (): WorkerProcess[] => serving().map(({ process }) => process),
    counts: () => ({ wanted: needs.count, serving: serving().length, replacements }),
  };
}

export type Supervisor = ReturnType<typeof createSupervisor>;
