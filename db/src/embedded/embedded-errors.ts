/**
 * PostgreSQL's SQLSTATEs, so that one table maps both databases to 503: 57014 a statement exceeded its time
 * limit, 57P02 the database stopped and is being reopened, 57P03 it is not open (closing, or the reopening
 * failed). 53100, answered with 507, when it stopped because the disk is full.
 */
export type UnavailableCode = '57014' | '57P02' | '57P03' | '53100';

/** The statement did not finish. Whether a COMMIT took effect is unknown, as with any lost connection. */
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

/** Another running process has the data folder open. */
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

/** The data folder cannot be opened; the message says what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
  readonly code = 'DATA_FOLDER';
}

/** A commit did not reach fsync, so acknowledged writes could be lost. The database refuses to start. */
export class NotDurableError extends Error {
  override readonly name = 'NotDurableError';
  readonly code = 'NOT_DURABLE';
}

/** Codes of a database that cannot be used now and may be again: SQLSTATEs, and those of Node's sockets. */
const transientCodes = new Set([
  '25006', // read-only transaction: a replica, or a server after a failover
  '28000', // refused sign-in: a server whose accounts are being changed
  '28P01',
  '53300', // too many connections
  '53400',
  '55000', // the database does not accept connections
  '57014', // statement limit
  '57P01', // shutting down
  '57P02',
  '57P03', // starting up
  '57P05', // idle session limit
  '25P03', // idle in transaction limit
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** SQLSTATE class 08: connection exceptions. */
const CONNECTION_EXCEPTION = /^08[0-9A-Z]{3}$/;

/**
 * Errors of the pg driver that carry no code. After a lost connection Drizzle sends ROLLBACK on the same
 * client, and its caller sees only the failure of that ROLLBACK.
 */
const transientMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end)/;

/** True for a failure of either database that a retry may not meet, also when Drizzle has wrapped it. */
export function isDatabaseUnavailable(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
    if (transientCodes.has(code) || CONNECTION_EXCEPTION.test(code)) return true;
    if (transientMessages.test(current.message)) return true;
    current = current.cause;
  }
  return false;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The `code` of a Node or driver error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** SQLSTATEs of damaged pages and indexes: the checksums found them. */
const damageCodes = new Set(['XX001', 'XX002']);
/** What the engine says where it cannot open a damaged folder; other reasons stop it in the same words. */
const damageTexts = /PANIC:|invalid page in block|could not read (block|file)/;
const otherReasons = /No space left on device|Permission denied|Read-only file system/;

/** What PostgreSQL says of damaged files, in either database; null for any other failure. */
export function damageIn(error: unknown): string | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (damageCodes.has(codeOf(each) ?? '')) return each.message;
    if (damageTexts.test(each.message) && !otherReasons.test(each.message)) return each.message;
  }
  return null;
}
