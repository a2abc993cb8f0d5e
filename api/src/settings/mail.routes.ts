import type { Services } from '@rollcall/core/services';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './mail.contract.ts';

export function mailRoutes({ mail }: Services) {
  return createRouter()
    .openapi(contract.mailStatus, async (c) => {
      const { configured, from, waiting, failed, lastProblem } = await mail.status();
      return c.json({ configured, from, waiting, failed, last_error: lastProblem }, 200);
    })
    .openapi(contract.sendTestMail, async (c) => {
      const { to, language } = c.req.valid('json');
      await mail.test(actorOf(c), to, language);
      return c.json({ message: 'The mail server accepted the test e-mail.' }, 200);
    });
}
