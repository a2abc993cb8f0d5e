import { AppError, ERROR_MESSAGES, type ErrorCode } from '../kernel/errors.ts';
import type { JobRepos, Jobs } from './jobs.ports.ts';
import { backOffMs, LEASE_MS, MAX_INTERRUPTIONS, TICK_MS } from './jobs.rules.ts';
import type { Job, JobContext, JobKind, JobStatus } from './jobs.types.ts';
import { createLeases, leaseLost, Stopped } from './leases.ts';
import { createRunningJobs } from './running-jobs.ts';

interface Needs {
  readonly repos: JobRepos;
  readonly server: { readonly id: string; readonly isAlone: boolean };
  /** Runs at each look for work, before anything is claimed. */
  readonly beforeClaims: () => Promise<void>;
  /** True while a restore replaces the data: nothing is begun. */
  readonly isPaused: () => Promise<boolean>;
  /** Whether this server has the files of all servers. */
  readonly hasFiles: () => boolean;
  /** Whether the clock of this server may decide what is closed or deleted. */
  readonly isClockTrusted?: () => boolean;
}

type Report = (name: string, error: unknown) => void;

/** Periodic work as `jobs.ts` lists it. */
interface Periodic extends Pick<JobKind, 'kind' | 'name' | 'needsFiles' | 'needsClock'> {
  readonly everyMs: number;
  readonly isOnEveryServer?: boolean;
  readonly run: () => Promise<unknown>;
}

const POLL_MS = 1000;
const SETTLE_MS = 2000;
const DRAIN_MS = 10_000;
const FIRST_TICK_MS = 60_000;
const STORED_RESULT = 10_000;

const isErrorCode = (code: string | null): code is ErrorCode => code !== null && code in ERROR_MESSAGES;

/** Shown to administrators with the failed job. */
const problemOf = (error: unknown): string =>
  error instanceof AppError ? error.message : 'This did not finish. See the server log.';

/**
 * Runs jobs: each once among all servers, by a lease in the database. Retries failures later each time, and takes over
 * what a crashed server left. docs/decisions/0030.
 */
export function createJobRunner({
  repos,
  server,
  beforeClaims,
  isPaused,
  hasFiles,
  isClockTrusted = () => true,
}: Needs) {
  const kinds = new Map<string, JobKind>();
  const attended = new Map<number, (context: JobContext) => Promise<unknown>>();
  /** Attended jobs whose row is being added: it may be claimed before its id is known. */
  const adding = new Set<Promise<unknown>>();
  const running = createRunningJobs();
  const own: { job: Periodic; waitTicks: number }[] = [];
  let report: Report = () => {};
  let isStopping = false;
  let tickTimer: ReturnType<typeof setTimeout> | undefined;
  let pumping: Promise<void> | null = null;
  let pumpAgain = false;

  const laneOf = (kind: JobKind): string => kind.lane ?? kind.kind;
  const hasFilesFor = (kind: JobKind): boolean => !kind.needsFiles || hasFiles();
  const hasClockFor = (kind: JobKind): boolean => !kind.needsClock || isClockTrusted();

  const { renewWhileNeeded, ...leases } = createLeases({
    renew: (ids) => repos.jobs.renew(ids, server.id, LEASE_MS),
    running: running.all,
    waiting: () => [...attended.keys()].filter((id) => !running.has(id)),
    giveUp(id) {
      if (running.has(id) || !attended.delete(id)) return; // it began or ended meanwhile
      running.reject(id, new AppError('busy', { cause: leaseLost() }));
    },
    hasOthers: !server.isAlone,
    report: (error) => report('Renewing the leases of jobs', error),
  });

  const contextOf = (job: Job, kind: JobKind, signal: AbortSignal): JobContext => {
    let isSaving = false;
    return {
      jobId: job.id,
      attempt: job.attempts,
      signal,
      cursor: job.cursor,
      onProgress: (done, total) => {
        if (isSaving) return;
        isSaving = true;
        repos.jobs
          .progress(job.id, server.id, done, total)
          .catch(() => {}) // progress is only displayed; the work reports its own failures
          .finally(() => {
            isSaving = false;
          });
      },
      saveCursor: (cursor) => repos.jobs.saveCursor(job.id, server.id, cursor),
      async assertHeld(given) {
        signal.throwIfAborted();
        if (await given.jobs.holds(job.id, server.id)) return;
        running.abort(job.id, leaseLost());
        throw leaseLost();
      },
      pause: (ms) => running.pause(ms, signal),
      report: (error) => report(kind.name, error),
    };
  };

  const storedResult = (job: Job, result: unknown): unknown => {
    // Results of attended work may be secret: new passwords, for example.
    if (attended.has(job.id) || result === undefined) return null;
    const text = JSON.stringify(result);
    return text !== undefined && text.length <= STORED_RESULT ? result : null;
  };

  const runJob = async (job: Job, kind: JobKind, signal: AbortSignal): Promise<unknown> => {
    const isPeriodic = kind.everyMs !== undefined;
    try {
      const work = attended.get(job.id) ?? ((context: JobContext) => kind.run(job.input, context));
      const result = await work(contextOf(job, kind, signal));
      const end = { result: storedResult(job, result), againInMs: kind.everyMs ?? null };
      // The work is done, whatever becomes of its row: what it answers may be stored nowhere else.
      await repos.jobs
        .succeed(job.id, server.id, end)
        .catch((failure: unknown) => report(kind.name, failure));
      return result;
    } catch (error) {
      // Stopped by us: the job was handed back, or belongs to another server already.
      if (signal.aborted) throw new AppError('busy', { cause: error });
      const againInMs =
        isPeriodic || (kind.isRetried && !attended.has(job.id)) ? backOffMs(job.failures + 1) : null;
      const code = error instanceof AppError ? error.code : null;
      // The database may be what failed; then the lease ends and the job is taken over.
      await repos.jobs
        .fail(job.id, server.id, { problem: problemOf(error), code, againInMs })
        .catch((failure: unknown) => report(kind.name, failure));
      throw error;
    } finally {
      attended.delete(job.id);
    }
  };

  const start = (job: Job, kind: JobKind): void => {
    const isAwaited = running.isAwaited(job.id);
    running
      .add({ id: job.id, kind: job.kind, lane: laneOf(kind) }, (signal) => runJob(job, kind, signal))
      .catch((error: unknown) => {
        if (!isAwaited && !(error instanceof AppError && error.code === 'busy')) report(kind.name, error);
      })
      .finally(() => {
        renewWhileNeeded();
        wake();
      });
    renewWhileNeeded();
  };

  const claimAll = async (): Promise<void> => {
    while (!isStopping && !(await isPaused())) {
      const free = [...kinds.values()].filter(
        (kind) => !running.isLaneBusy(laneOf(kind)) && hasFilesFor(kind) && hasClockFor(kind),
      );
      if (free.length === 0) return;
      const names = free.map(({ kind }) => kind);
      const job = await repos.jobs.claim(names, server.id, LEASE_MS);
      const kind = job && kinds.get(job.kind);
      if (!job || !kind) return;
      await Promise.allSettled(adding);
      start(job, kind);
    }
  };

  /** Claims until nothing is due or every lane is busy; one round at a time. */
  const pump = async (): Promise<void> => {
    do {
      pumpAgain = false;
      await claimAll();
    } while (pumpAgain && !isStopping);
  };

  const pumpOnce = (): Promise<void> => {
    pumpAgain = true;
    pumping ??= pump().finally(() => {
      pumping = null;
    });
    return pumping;
  };

  const wake = (): void => {
    if (!isStopping) pumpOnce().catch((error: unknown) => report('Looking for work', error));
  };

  const periodicKinds = (): string[] =>
    [...kinds.values()].filter(({ everyMs }) => everyMs !== undefined).map(({ kind }) => kind);

  /** Work that each server does for itself. By the ticks, because a clock can be set. */
  const runOwn = async (): Promise<void> => {
    for (const each of own) {
      each.waitTicks -= 1;
      if (each.waitTicks > 0) continue;
      each.waitTicks = Math.max(1, Math.round(each.job.everyMs / TICK_MS));
      await each.job.run().catch((error: unknown) => report(each.job.name, error));
    }
  };

  const tick = async (): Promise<void> => {
    await runOwn();
    if (await isPaused()) return;
    await repos.jobs.ensurePeriodic(periodicKinds());
    await repos.jobs.shortenLeases(LEASE_MS);
    await repos.jobs.failAbandoned(MAX_INTERRUPTIONS);
    await beforeClaims();
    await pumpOnce();
  };

  const tickForEver = (ms: number): void => {
    tickTimer = setTimeout(() => {
      tick()
        .catch((error: unknown) => report('Looking for work', error))
        .finally(() => {
          if (!isStopping) tickForEver(TICK_MS);
        });
    }, ms);
  };

  const outcome = async (id: number): Promise<void> => {
    for (;;) {
      const ended = await running.ended(id, POLL_MS);
      if (ended) return;
      const job = await repos.jobs.byId(id);
      if (!job || job.state === 'done') return;
      if (job.state === 'failed')
        throw new AppError(isErrorCode(job.problemCode) ? job.problemCode : 'internal', {
          ...(job.problem === null ? {} : { message: job.problem }),
        });
      if (isStopping) throw new AppError('busy');
    }
  };

  const jobs: Jobs = {
    serverId: server.id,
    define: (kind) => void kinds.set(kind.kind, kind as JobKind), // the input was written by `add` of the same kind
    add: (kind, key, input, given = repos) => given.jobs.add({ kind, key, input, pinnedTo: null }, LEASE_MS),
    wake,
    outcome,
    find: (kind, key) => repos.jobs.find(kind, key),

    async attend(kind, key, work) {
      const known = kinds.get(kind);
      if (known && !hasFilesFor(known)) throw new AppError('files_elsewhere');
      if (isStopping || (known && !hasClockFor(known))) throw new AppError('busy');
      const added = repos.jobs.add({ kind, key, input: null, pinnedTo: server.id }, LEASE_MS).then((id) => {
        attended.set(id, work);
        return { result: running.result(id) };
      });
      adding.add(added);
      const { result } = await added.finally(() => adding.delete(added));
      renewWhileNeeded();
      wake();
      return (await result) as Awaited<ReturnType<typeof work>>; // what `work` returned
    },
  };

  return {
    ...jobs,

    definePeriodic(jobsOfHost: readonly Periodic[]): void {
      for (const job of jobsOfHost) {
        if (job.isOnEveryServer) own.push({ job, waitTicks: 0 });
        else kinds.set(job.kind, job);
      }
    },

    /** Where failures of jobs that nobody waits for are logged. */
    reportTo(given: Report): void {
      report = given;
    },

    /** Begins to run jobs by themselves. Until then they run only when woken. */
    async start(): Promise<void> {
      if (server.isAlone) await repos.jobs.endLeasesOfOthers(server.id);
      await repos.jobs.shortenLeases(LEASE_MS);
      await repos.jobs.failAbandoned(MAX_INTERRUPTIONS);
      await beforeClaims();
      // Not at once: the server has models to load and people waiting.
      tickForEver(FIRST_TICK_MS);
    },

    /** Looks for work once, as the timer does. */
    tick,

    /** Runs everything that is due and waits for it. */
    async runDue(): Promise<void> {
      await tick();
      do {
        await running.idle();
        await pumpOnce();
      } while (running.count() > 0);
    },

    /**
     * Takes no more work, waits for what runs, then interrupts it and hands it back, so that another server continues at
     * once.
     */
    async stop(waitMs = DRAIN_MS): Promise<void> {
      isStopping = true;
      clearTimeout(tickTimer);
      await pumping?.catch(() => {});
      await running.idle(waitMs);
      for (const job of running.all()) job.abort(new Stopped('The server is stopping.'));
      await running.idle(SETTLE_MS);
      await repos.jobs.handBack(server.id).catch((error: unknown) => report('Handing back jobs', error));
      running.rejectWaiting(new AppError('busy'));
      attended.clear();
      leases.stop();
    },

    async status(): Promise<JobStatus[]> {
      const rows = new Map((await repos.jobs.status()).map((row) => [row.kind, row]));
      return [...kinds.values()].map(({ kind, name, everyMs = null }) => ({
        ...(rows.get(kind) ?? {
          lastSuccessAt: null,
          secondsSinceSuccess: null,
          failuresInARow: 0,
          problem: null,
          running: 0,
          waiting: 0,
        }),
        kind,
        name,
        everyMs,
      }));
    },
  };
}

export type JobRunner = ReturnType<typeof createJobRunner>;
