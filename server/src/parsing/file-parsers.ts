import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FileParsers } from '@rollcall/core/import/file-parsers';
import { AppError } from '@rollcall/core/kernel/errors';
import { Piscina } from 'piscina';
import type { ParseAnswer, ParseTask } from './parse.worker.ts';

/** For the largest file that may be uploaded on a slow machine; what takes longer was made to take long. */
const PARSE_LIMIT_MS = 60_000;
const WAITING_MAX = 8;
const MEMORY_MB = 1024;
const IDLE_MS = 10_000;

export interface ThreadedParsers extends FileParsers {
  close(): Promise<void>;
}

interface Options {
  /** The built worker; when run from source, the file beside this one. */
  readonly workerUrl?: URL | undefined;
  /** Ends a file when it aborts. */
  readonly timeLimit?: () => AbortSignal;
}

/** For threads that run from source. A full address, because a bare name depends on the working directory. */
const typescriptLoader = () => [
  '--import',
  pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
];

/** Parses uploaded files on one thread of its own, which is ended when a file takes too long. */
export function createThreadedParsers({
  workerUrl,
  timeLimit = () => AbortSignal.timeout(PARSE_LIMIT_MS),
}: Options = {}): ThreadedParsers {
  const filename = fileURLToPath(workerUrl ?? new URL('./parse.worker.ts', import.meta.url));
  const pool = new Piscina<ParseTask, ParseAnswer>({
    filename,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // From source, the worker is TypeScript.
    ...(filename.endsWith('.ts') ? { execArgv: typescriptLoader() } : {}),
  });

  // One at a time from here: Piscina starts no new thread for tasks that wait behind one whose thread was ended.
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const parse = async (task: ParseTask): Promise<unknown> => {
    const answer = await pool.run(task, { signal: timeLimit() }).catch((cause: unknown) => {
      throw new AppError('invalid_input', { message: 'This file takes too long to read.', cause });
    });
    if (!('refused' in answer)) return answer.value;
    const { code, message, fields } = answer.refused;
    throw new AppError(code, { message, ...(fields ? { fields } : {}) });
  };

  const run = async (task: ParseTask): Promise<unknown> => {
    if (waiting >= WAITING_MAX) throw new AppError('busy', { retryAfterSeconds: 10 });
    waiting += 1;
    const mine = last.then(() => parse(task));
    last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      waiting -= 1;
    }
  };

  return {
    // The worker returns what the port of the same name returns.
    tables: { rows: (file) => run({ kind: 'table', file }) as ReturnType<FileParsers['tables']['rows']> },
    calendars: {
      read: (ics, timeZone, window) =>
        run({ kind: 'calendar', ics, timeZone, window }) as ReturnType<FileParsers['calendars']['read']>,
    },
    close: () => pool.destroy(),
  };
}
