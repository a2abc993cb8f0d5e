import type { OnAnswer } from '@rollcall/api/http/request-log';
import type { Log } from '../log.ts';

/** Slower answers are logged as warnings. */
const SLOW_MS = 5000;
/** Asked every few seconds by balancers. */
const PROBES = new Set(['/api/health', '/api/ready']);

/**
 * Logs one line for each request: what was asked by route pattern, the status, how long it took. An unexpected failure
 * has its stack, a refusal its code. No path, query, address or body: they name people.
 */
export function createRequestLog(log: Log): OnAnswer {
  return ({ requestId, method, route, status, ms, code, error }) => {
    const title = `${method} ${route}`;
    const fields = { requestId, status, ms };
    if (status === 500) return log.failure(title, error, fields);
    const reason = status < 400 ? {} : { reason: code ?? reasonOf(error) };
    if (status > 500 && code !== 'face_engine_unavailable') log.warn(title, { ...fields, ...reason });
    else if (ms >= SLOW_MS) log.warn(`${title} was slow`, { ...fields, ...reason });
    else if (!PROBES.has(route)) log.info(title, { ...fields, ...reason });
  };
}

/** The innermost code of an error: PostgreSQL's or that of a socket. */
function reasonOf(error: unknown): string {
  let reason = 'unknown';
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') reason = current.code;
    else if (reason === 'unknown') reason = current.name;
    current = current.cause;
  }
  return reason;
}
