import type { Services } from '@rollcall/core/services';
import { createRouter } from '../http/router.ts';
import { callerOf, presentSignedIn } from './caller.ts';
import * as contract from './links.contract.ts';

export const FORGOT_MESSAGE =
  'If this account has an e-mail address, a link to choose a new password is on its way.';

/** Choosing a password by a one-time link, and asking for one. */
export function linkRoutes({ passwordLinks, settings }: Services) {
  return createRouter()
    .openapi(contract.forgotPassword, async (c) => {
      const { account, language } = c.req.valid('json');
      await passwordLinks.forgot(account, language, c.get('address'));
      return c.json({ message: FORGOT_MESSAGE }, 200);
    })
    .openapi(contract.openLink, async (c) => {
      const { person, purpose } = await passwordLinks.open(c.req.valid('json').token);
      const { name: institution_name } = await settings.institution();
      return c.json({ name: person.name, username: person.username, purpose, institution_name }, 200);
    })
    .openapi(contract.useLink, async (c) => {
      const { token, new_password } = c.req.valid('json');
      return c.json(presentSignedIn(await passwordLinks.use(token, new_password, callerOf(c))), 200);
    });
}
