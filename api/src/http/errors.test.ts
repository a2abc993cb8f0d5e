import { AppError } from '@rollcall/core/kernel/errors';
import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { describe, expect, it } from 'vitest';
import { handleError } from './errors.ts';
import { type AnsweredRequest, reportAnswers } from './request-log.ts';
import type { Env } from './router.ts';

/** A failure as Drizzle passes it on, with PostgreSQL's code inside. */
const failedQuery = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('from the driver'), { code }) });

async function answerTo(error: Error) {
  const answers: AnsweredRequest[] = [];
  const host = {
    report: () => {},
    isUnavailable: (each: unknown) => each instanceof Error && each.name === 'Away',
  };
  const app = new Hono<Env>();
  app.onError(handleError(host));
  app.use(requestId());
  app.use(reportAnswers((answer) => answers.push(answer)));
  app.get('/people/:id', () => {
    throw error;
  });
  const response = await app.request('/people/A-1?name=Ada');
  const { code } = ((await response.json()) as { error: { code: string } }).error;
  return { status: response.status, code, retryAfter: response.headers.get('retry-after'), answers };
}

describe('errors', () => {
  it.each(['40P01', '40001', '55P03'])('%s, transactions in each other’s way, is 503 busy', async (code) => {
    expect(await answerTo(failedQuery(code))).toMatchObject({ status: 503, code: 'busy', retryAfter: '5' });
  });

  it.each(['53100', 'ENOSPC'])('%s, a full disk, is 507', async (code) => {
    expect(await answerTo(failedQuery(code))).toMatchObject({ status: 507, code: 'storage_full' });
  });

  it('every 503 says when to try again', async () => {
    const away = Object.assign(new Error(), { name: 'Away' });
    expect(await answerTo(away)).toMatchObject({
      status: 503,
      code: 'database_unavailable',
      retryAfter: '5',
    });
    for (const code of ['face_engine_starting', 'face_engine_unavailable', 'maintenance', 'busy'] as const)
      expect(await answerTo(new AppError(code))).toMatchObject({ status: 503, retryAfter: '5' });
    const busy = new AppError('busy', { retryAfterSeconds: 2 });
    expect(await answerTo(busy)).toMatchObject({ status: 503, retryAfter: '2' });
  });

  it('are reported to the host with the pattern of the route, without the path', async () => {
    const { answers } = await answerTo(new AppError('user_not_found'));
    expect(answers).toEqual([
      expect.objectContaining({ method: 'GET', route: '/people/:id', status: 404, code: 'user_not_found' }),
    ]);
    expect(JSON.stringify(answers)).not.toMatch(/A-1|Ada/);
  });
});
