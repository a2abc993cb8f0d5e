import { availableParallelism } from 'node:os';
import { z } from 'zod';

/** The environment variables of several processes on one machine. */

const MOST_PROCESSES = 64;
/** Each process holds all faces and up to four threads of 230 MB: more than this many somebody has to ask for. */
const MOST_BY_ITSELF = 8;
/** One for requests and one for pictures: a process of one core has both on it. */
const CORES_FOR_ONE = 2;

const PROCESSES_HELP = `SERVER_PROCESSES must be auto or a whole number between 1 and ${MOST_PROCESSES}.`;
const CORES_HELP = 'SERVER_CORES must be a whole number between 1 and 1024.';
const HANG_HELP = 'PROCESS_HANG_SECONDS must be a number of seconds between 5 and 3600.';

export const processesSchema = {
  SERVER_PROCESSES: z
    .union(
      [
        z.literal('auto'),
        z.coerce
          .number(PROCESSES_HELP)
          .int(PROCESSES_HELP)
          .min(1, PROCESSES_HELP)
          .max(MOST_PROCESSES, PROCESSES_HELP),
      ],
      PROCESSES_HELP,
    )
    .default(1),
  SERVER_CORES: z.coerce
    .number(CORES_HELP)
    .int(CORES_HELP)
    .min(1, CORES_HELP)
    .max(1024, CORES_HELP)
    .optional(),
  PROCESS_HANG_SECONDS: z.coerce.number(HANG_HELP).min(5, HANG_HELP).max(3600, HANG_HELP).default(60),
};

interface Given {
  readonly SERVER_PROCESSES: 'auto' | number;
  readonly SERVER_CORES?: number | undefined;
  readonly PROCESS_HANG_SECONDS: number;
  readonly DATABASE_URL?: string | undefined;
}

export interface ProcessesEnv {
  /** Cores that all processes of this server may use. */
  readonly cores: number;
  readonly processes: number;
  /** A process that answers nothing for this long is ended and replaced. */
  readonly hangMs: number;
}

export const processesProblems = ({ SERVER_PROCESSES, DATABASE_URL }: Given): string[] =>
  SERVER_PROCESSES !== 'auto' && SERVER_PROCESSES > 1 && DATABASE_URL === undefined
    ? [
        `SERVER_PROCESSES=${SERVER_PROCESSES} needs PostgreSQL: the embedded database belongs to one process. Set DATABASE_URL, or leave SERVER_PROCESSES out.`,
      ]
    : [];

export function readProcessesEnv(env: Given): ProcessesEnv {
  const cores = env.SERVER_CORES ?? availableParallelism();
  const byItself = Math.min(MOST_BY_ITSELF, Math.max(1, Math.floor(cores / CORES_FOR_ONE)));
  const automatic = env.DATABASE_URL === undefined ? 1 : byItself;
  return {
    cores,
    processes: env.SERVER_PROCESSES === 'auto' ? automatic : env.SERVER_PROCESSES,
    hangMs: env.PROCESS_HANG_SECONDS * 1000,
  };
}

/** The share of one process in the cores, less `kept` cores that are left to other work; one at least. */
export const coresOfOne = (
  { cores, processes }: Pick<ProcessesEnv, 'cores' | 'processes'>,
  kept = 0,
): number => Math.max(1, Math.floor((cores - kept) / processes));
