import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Ending } from '../../shared/ending.ts';
import { fromRoot } from '../../shared/results.ts';
import type { Chosen, Means } from '../people/choose-people.ts';
import { type KioskIdentity, sectionAt } from '../school/set-up-school.ts';
import type { Visit } from './visits.ts';

/** Somebody who will come. */
export interface Visitor {
  readonly code: string;
  readonly means: Means;
  readonly section: string;
  /** File of what is sent. */
  readonly file: string;
  /** The session of whoever uses their own device. */
  readonly token: string | null;
}

/** Everybody who was enrolled, with the sessions of those who have one. */
export function visitorsOf(
  { people, folder }: Pick<Chosen, 'people' | 'folder'>,
  refused: ReadonlyMap<string, string>,
  tokens: ReadonlyMap<string, string> = new Map(),
): Visitor[] {
  const section = sectionAt(people.length);
  return people
    .map(
      ({ code, means, sent }, at): Visitor => ({
        code,
        means,
        section: section(at),
        file: join(folder, sent),
        token: tokens.get(code) ?? null,
      }),
    )
    .filter(({ code }) => !refused.has(code));
}

/** A class photo that somebody takes now and then. */
export interface ClassPhotos {
  readonly token: string;
  readonly classId: number;
  readonly body: Buffer;
  readonly everyMs: number;
}

export interface ClassPhotoAnswer {
  readonly status: number;
  readonly ms: number;
  readonly named: number;
  readonly refusals: number;
}

/** `at`: everybody comes at a moment. `loop`: kiosks show one person after the other until they are told to stop. */
export interface VisitorsOrder {
  readonly kind: 'visitors';
  readonly url: string;
  readonly kiosks: readonly KioskIdentity[];
  readonly visitors: readonly Visitor[];
  readonly pace: { readonly kind: 'at'; readonly times: readonly number[] } | { readonly kind: 'loop' };
  readonly classPhotos: ClassPhotos | null;
}

export interface DashboardsOrder {
  readonly kind: 'dashboards';
  readonly url: string;
  readonly tokens: readonly string[];
  readonly streams: number;
}

/** Ends a loop: nobody comes any more, and those who are there are waited for. */
export interface StopOrder {
  readonly kind: 'stop';
}

/** What the measuring process says to the streams at the end: when marks were acknowledged. */
export interface FinishOrder {
  readonly kind: 'finish';
  readonly marks: readonly number[];
}

export interface VisitorsResult {
  readonly kind: 'visits';
  readonly visits: readonly Visit[];
  readonly classPhotos: readonly ClassPhotoAnswer[];
}

export interface DashboardsResult {
  readonly kind: 'dashboards';
  readonly streams: number;
  readonly opened: number;
  readonly refused: number;
  /** Ended before they were closed here; each was opened again. */
  readonly lost: number;
  readonly events: number;
  /** From the acknowledgement of a mark to the next event on a stream: an upper bound of how late it is. */
  readonly delay_ms: {
    readonly p50: number;
    readonly p95: number;
    readonly p99: number;
    readonly max: number;
  };
  /** Marks, counted per stream, after which nothing came any more. */
  readonly never_told: number;
  readonly refetches: number;
  readonly refetch_ms: { readonly p50: number; readonly p95: number; readonly p99: number };
  /** Answers to refetches that were no 200, by status. */
  readonly refetches_refused: Readonly<Record<string, number>>;
}

export type Progress =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'progress';
      readonly come: number;
      readonly acknowledged: number;
      readonly refusals: number;
    };

type FromChild = Progress | VisitorsResult | DashboardsResult;

/** A load generator in a process of its own. It ends with this one. */
export function startLoad(name: 'visitors' | 'dashboards', ending: Ending) {
  const path = fileURLToPath(new URL(`./${name}.child.ts`, import.meta.url));
  const child: ChildProcess = fork(path, [], {
    cwd: fromRoot('.'),
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  ending.addProcess(() => (child.exitCode === null && child.signalCode === null ? child.pid : undefined));
  let progress: Extract<Progress, { kind: 'progress' }> | null = null;

  const until = <Kind extends FromChild['kind']>(kind: Kind): Promise<Extract<FromChild, { kind: Kind }>> =>
    new Promise((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`The ${name} ended with ${code}.`));
      child.once('exit', onExit);
      const onMessage = (message: FromChild) => {
        if (message.kind !== kind) return;
        child.off('message', onMessage);
        child.off('exit', onExit);
        resolve(message as Extract<FromChild, { kind: Kind }>); // its kind was compared
      };
      child.on('message', onMessage);
    });
  child.on('message', (message: FromChild) => {
    if (message.kind === 'progress') progress = message;
  });

  return {
    order: (order: VisitorsOrder | DashboardsOrder | FinishOrder | StopOrder) => void child.send(order),
    until,
    progress: () => progress,
    stop: (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
      return new Promise((done) => {
        child.once('exit', () => done());
        child.kill('SIGTERM');
      });
    },
  };
}
