import { systemClock } from '@rollcall/core/kernel/clock';
import { pino } from 'pino';

/** Short texts and numbers only: no field can carry a photo or an embedding. */
export type LogFields = Readonly<Record<string, string | number | boolean>>;

/** The least important lines that are written. */
export type LogLevel = 'info' | 'warn' | 'error';

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  failure(where: string, error: unknown, fields?: LogFields): void;
}

/** Fields whose value is never written, should a caller pass one. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'code',
  'key',
  'passphrase',
  'password',
  'secret',
  'setupCode',
  'token',
];

interface LoggedError {
  readonly type?: string;
  readonly code?: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/**
 * What is logged of an error. Drizzle puts the parameters of a failed query into its message and stack: names, hashes,
 * encrypted faces. Of such an error only the statement is logged.
 */
function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { message: 'An unknown failure.' };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause =
    error.cause instanceof Error && depth < 4 ? { cause: loggedError(error.cause, depth + 1) } : {};
  if ('query' in error && 'params' in error) {
    const message = `failed query: ${String(error.query).slice(0, 500)}`;
    return { type: error.name, ...code, message, ...cause };
  }
  // PostgreSQL quotes the value that it could not read.
  if ('severity' in error && code.code?.startsWith('22'))
    return { type: error.name, ...code, message: error.message.replace(/".*"/s, '"…"'), ...cause };
  // Lines of the stack only: a message can have lines of its own.
  const stack = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 5)
    .join('\n');
  return { type: error.name, ...code, message: error.message, stack, ...cause };
}

/** Escapes line ends and control characters, so that a text from outside is no line of its own and moves no cursor. */
const onOneLine = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );

function errorText({ type, code, message, stack, cause }: LoggedError): string {
  const name = type === undefined ? '' : `${type}${code === undefined ? '' : ` [${code}]`}: `;
  const own = name + onOneLine(message);
  const lines = stack === undefined ? [own] : [own, stack];
  return cause === undefined ? lines.join('\n') : `${lines.join('\n')}\ncaused by ${errorText(cause)}`;
}

/** The text of an error for a console, without the parameters of queries. */
export const describeError = (error: unknown): string => errorText(loggedError(error));

/** Turns a JSON line of the logger into a readable one. */
function readable(json: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(json) as {
    level: string;
    time: string;
    msg: string;
    err?: LoggedError;
  }; // written by the logger below
  const extra = Object.entries(fields).map(([name, value]) => ` ${name}=${onOneLine(String(value))}`);
  return `${time} ${level} ${onOneLine(msg)}${extra.join('')}${err === undefined ? '' : `: ${errorText(err)}`}\n`;
}

/** Writes one JSON object a line, or readable lines for a terminal. */
export function createLog(
  write: (line: string) => void,
  now: () => Date,
  format: 'json' | 'readable' = 'json',
  level: LogLevel = 'info',
  /** Fields of every line. */
  always: LogFields | null = null,
): Log {
  const logger = pino(
    {
      level,
      base: always,
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
      // Replaces pino's own, which would write the parameters of a failed query.
      serializers: { err: (error: unknown) => loggedError(error) },
      redact: { paths: SECRET_FIELDS, censor: '[redacted]' },
    },
    { write: format === 'json' ? write : (line) => write(readable(line)) },
  );
  return {
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    failure: (where, error, fields) => logger.error({ ...fields, err: error ?? null }, where),
  };
}

/** The log of a process: standard error, readable on a terminal and JSON elsewhere. */
export const createProcessLog = (level: LogLevel = 'info', always: LogFields | null = null): Log =>
  createLog(
    (line) => process.stderr.write(line),
    systemClock.now,
    process.stderr.isTTY ? 'readable' : 'json',
    level,
    always,
  );
