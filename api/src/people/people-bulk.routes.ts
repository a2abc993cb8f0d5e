import type { Refused } from '@rollcall/core/people/people-bulk.service';
import type { Services } from '@rollcall/core/services';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './people-bulk.contract.ts';

const presentRefused = ({ code, reason }: Refused) => ({ user_id: code, reason });

export function peopleBulkRoutes({ peopleBulk }: Services) {
  return createRouter()
    .openapi(contract.moveUsers, async (c) => {
      const { user_ids, class_section } = c.req.valid('json');
      const { done, refused } = await peopleBulk.moveToSection(actorOf(c), user_ids, class_section);
      return c.json({ done: done.length, refused: refused.map(presentRefused) }, 200);
    })
    .openapi(contract.renewPasswords, async (c) => {
      const { done, refused } = await peopleBulk.renewPasswords(actorOf(c), c.req.valid('json').user_ids);
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
      const { done, refused } = await peopleBulk.remove(actorOf(c), c.req.valid('json').user_ids);
      return c.json({ done: done.length, refused: refused.map(presentRefused) }, 200);
    });
}
