import type { Refused } from '@rollcall/core/people/people-bulk.service';
import type { Services } from '@rollcall/core/services';
import type { Context } from 'hono';
import { actorOf } from '../http/access.ts';
import type { ReportFailure } from '../http/errors.ts';
import { createRouter, type Env } from '../http/router.ts';
import * as contract from './people-bulk.contract.ts';

const presentRefused = ({ code, reason }: Refused) => ({ user_id: code, reason });

export function peopleBulkRoutes({ peopleBulk }: Services, report: ReportFailure) {
  /** The call succeeds for the others, so that nobody else tells of what failed. */
  const reported = <T extends { readonly failures: readonly unknown[] }>(c: Context<Env>, result: T): T => {
    const { method, path } = c.req;
    for (const error of result.failures) report({ requestId: c.get('requestId'), method, path, error });
    return result;
  };
  return createRouter()
    .openapi(contract.moveUsers, async (c) => {
      const { user_ids, class_section } = c.req.valid('json');
      const result = await peopleBulk.moveToSection(actorOf(c), user_ids, class_section);
      const { done, refused } = reported(c, result);
      return c.json({ done: done.length, refused: refused.map(presentRefused) }, 200);
    })
    .openapi(contract.renewPasswords, async (c) => {
      const result = await peopleBulk.renewPasswords(actorOf(c), c.req.valid('json').user_ids);
      const { done, refused } = reported(c, result);
      const passwords = done.map(({ person, password }) => ({
        id: person.code,
        name: person.name,
        username: person.username,
        class_section: person.classSection,
        password,
      }));
      c.header('Cache-Control', 'no-store');
      return c.json({ passwords, refused: refused.map(presentRefused) }, 200);
    })
    .openapi(contract.deleteUsers, async (c) => {
      const result = await peopleBulk.remove(actorOf(c), c.req.valid('json').user_ids);
      const { done, refused } = reported(c, result);
      return c.json({ done: done.length, refused: refused.map(presentRefused) }, 200);
    });
}
