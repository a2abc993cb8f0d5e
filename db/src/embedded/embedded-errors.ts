/**
 * The codes are PostgreSQL's own SQLSTATEs, so that one table maps both databases to 503:
 * 57014 a statement ran past its limit, 57P02 the database stopped and is being reopened,
 * 57P03 it is not open (closing, or the reopening failed).
 */
export type UnavailableCode = '57014' | '57P02' | '57P03';

/** The statement did not finish. If it was a COMMIT, whether it took effect is not known, as with any lost connection. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  constructor(
    readonly code: UnavailableCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Another living process has the data folder open. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  readonly code = 'FOLDER_IN_USE';
  constructor(
    readonly folder: string,
    readonly pid: number | undefined,
  ) {
    const owner = pid === undefined ? 'another process' : `another process (pid ${pid})`;
    super(
      `The data folder ${folder} is in use by ${owner}. Two servers on one folder would destroy it: stop that one first, or choose another DATA_DIR.`,
    );
  }
}

/** The folder cannot be opened as it is; the message says what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
  readonly code = 'DATA_FOLDER';
}

/** A commit did not reach fsync: the database refuses to run rather than lose acknowledged writes. */
export class NotDurableError extends Error {
  override readonly name = 'NotDurableError';
  readonly code = 'NOT_DURABLE';
}

const passingCodes = new Set([
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
]);

/**
 * What the pg driver says without a code. Drizzle answers a lost connection with a ROLLBACK on the same client,
 * and the failure of that ROLLBACK is all its caller gets to see.
 */
const passingMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/;

/** True for a failure that another try may not meet, from either database, also when Drizzle has wrapped it. */
export function isDatabaseUnavailable(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string' && passingCodes.has(current.code)) return true;
    if (passingMessages.test(current.message)) return true;
    current = current.cause;
  }
  return false;
}
