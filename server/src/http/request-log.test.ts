import { AppError } from '@rollcall/core/kernel/errors';
import { describe, expect, it } from 'vitest';
import { createLog, type LogLevel } from '../log.ts';
import { createRequestLog } from './request-log.ts';

function logged(
  status: number,
  error?: Error,
  options: { ms?: number; route?: string; level?: LogLevel } = {},
) {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => new Date(0),
    'json',
    options.level,
  );
  const code = error instanceof AppError ? error.code : undefined;
  const { ms = 3, route = '/api/people/:id' } = options;
  createRequestLog(log)({ requestId: 'r-1', method: 'GET', route, status, ms, code, error });
  return lines.map((line) => JSON.parse(line));
}

const failed = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('no'), { code }) });

describe('the log of requests', () => {
  it('is one line for an answer, a refusal and an expected failure, without a stack', () => {
    expect(logged(200)).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        requestId: 'r-1',
        status: 200,
        ms: 3,
        msg: 'GET /api/people/:id',
      },
    ]);
    expect(logged(404, new AppError('user_not_found'))).toEqual([
      expect.objectContaining({ level: 'info', status: 404, reason: 'user_not_found' }),
    ]);
    const [away, ...more] = logged(503, failed('ECONNREFUSED'));
    expect(away).toMatchObject({ level: 'warn', status: 503, reason: 'ECONNREFUSED' });
    expect([more, away.err]).toEqual([[], undefined]);
  });

  it('has the stack of an unexpected failure', () => {
    expect(logged(500, new TypeError('boom'))).toEqual([
      expect.objectContaining({
        level: 'error',
        status: 500,
        err: expect.objectContaining({ message: 'boom' }),
      }),
    ]);
  });

  it('warns of slow answers, and leaves probes out', () => {
    expect(logged(200, undefined, { ms: 6000 })[0]).toMatchObject({ level: 'warn', ms: 6000 });
    expect(logged(200, undefined, { route: '/api/ready' })).toEqual([]);
    expect(logged(503, undefined, { route: '/api/ready' })).toHaveLength(1);
  });

  it('is as long as LOG_LEVEL says', () => {
    expect(logged(200, undefined, { level: 'warn' })).toEqual([]);
    expect(logged(503, failed('57P01'), { level: 'warn' })).toHaveLength(1);
    expect(logged(503, failed('57P01'), { level: 'error' })).toEqual([]);
    expect(logged(500, new Error('boom'), { level: 'error' })).toHaveLength(1);
  });
});
