import { LEASE_MS, RENEW_MS } from './jobs.rules.ts';

interface HeldJob {
  readonly id: number;
  /** Ended by `abort`, and perhaps not stopped yet. */
  readonly isAborted: boolean;
  abort(reason: Error): void;
}

interface Needs {
  /** Renews the leases of these jobs and answers those that this server still holds. */
  readonly renew: (ids: readonly number[]) => Promise<readonly number[]>;
  readonly running: () => readonly HeldJob[];
  /** Ids of jobs of this server that wait for a place in their lane. */
  readonly waiting: () => readonly number[];
  /** Called for a job that waited and that this server does not hold any more. */
  readonly giveUp: (id: number) => void;
  /** False where no other server can take a job over: a slow database does not end its work. */
  readonly hasOthers: boolean;
  readonly report: (error: unknown) => void;
}

/** The work was interrupted by its own server: another one continues it. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export const leaseLost = (): Stopped => new Stopped('The lease was lost.');

/**
 * Renews the leases of this server while it has jobs. Interrupts what it lost, and everything when the database could
 * not be asked for as long as a lease lasts: another server may have taken over.
 */
export function createLeases({ renew, running, waiting, giveUp, hasOthers, report }: Needs) {
  let timer: ReturnType<typeof setInterval> | undefined;
  let lapse: ReturnType<typeof setTimeout> | undefined;

  const abortAll = (): void => {
    for (const job of running()) job.abort(leaseLost());
  };

  /** Counted from before the question, because a lease may begin at any moment until its answer. */
  const startLapse = (): ReturnType<typeof setTimeout> => {
    const started: ReturnType<typeof setTimeout> = setTimeout(() => {
      if (started !== lapse) return;
      if (hasOthers) abortAll();
      lapse = startLapse();
    }, LEASE_MS);
    return started;
  };

  const renewAll = async (): Promise<void> => {
    // Taken before the question: a job that is claimed meanwhile is not in its answer.
    const asked = running().filter(({ isAborted }) => !isAborted);
    const inLane = waiting();
    const next = startLapse();
    try {
      const held = new Set(await renew([...asked.map(({ id }) => id), ...inLane]));
      clearTimeout(timer === undefined ? next : lapse); // it may have been stopped meanwhile
      lapse = next;
      for (const job of asked) if (!held.has(job.id)) job.abort(leaseLost());
      for (const id of inLane) if (!held.has(id)) giveUp(id);
    } catch (error) {
      clearTimeout(next);
      report(error);
    }
  };

  const stop = (): void => {
    clearInterval(timer);
    clearTimeout(lapse);
    timer = undefined;
  };

  return {
    stop,

    /** Starts or stops the timer. To be called when a job begins, waits or ends. */
    renewWhileNeeded(): void {
      const isNeeded = running().length > 0 || waiting().length > 0;
      if (isNeeded && timer === undefined) {
        lapse = startLapse();
        timer = setInterval(() => void renewAll(), RENEW_MS);
      }
      if (!isNeeded) stop();
    },
  };
}
