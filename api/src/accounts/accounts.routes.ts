import type { Account, AccountChange } from '@rollcall/core/people/accounts.types';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './accounts.contract.ts';

export const presentAccount = (account: Account): z.infer<typeof contract.wireAccount> => ({
  user_id: account.code,
  name: account.name,
  username: account.username,
  email: account.email,
  type: account.kind,
  role: account.role,
  sections: account.sections && [...account.sections],
  classes: account.classes.map(({ id, name, firstDay, lastDay }) => ({
    id,
    name,
    first_day: firstDay,
    last_day: lastDay,
  })),
  has_password: account.hasPassword,
  providers: account.providers.map(({ id, name }) => ({ id, name })),
  second_factor: account.hasSecondFactor,
  sessions: account.sessions,
  last_sign_in_at: account.lastSignInAt?.toISOString() ?? null,
});

const changeFrom = ({
  role,
  sections,
  email,
}: z.infer<typeof contract.changeAccountBody>): AccountChange => ({
  role,
  ...(sections === undefined ? {} : { sections }),
  ...(email === undefined ? {} : { email }),
});

export function accountRoutes({ accounts }: Services) {
  return createRouter()
    .openapi(contract.listAccounts, async (c) => {
      const { rows, total } = await accounts.list(c.req.valid('query'));
      return c.json({ accounts: rows.map(presentAccount), total }, 200);
    })
    .openapi(contract.inviteAccount, async (c) => {
      const { user_id, name = '', username = '', language, ...change } = c.req.valid('json');
      const of = user_id === undefined ? { name, username } : { code: user_id };
      const { account, link, mailed } = await accounts.invite(
        actorOf(c),
        { of, ...changeFrom(change) },
        language,
      );
      return c.json({ account: presentAccount(account), link, mailed }, 200);
    })
    .openapi(contract.changeAccount, async (c) => {
      const { user_id } = c.req.valid('param');
      const account = await accounts.change(actorOf(c), user_id, changeFrom(c.req.valid('json')));
      return c.json({ account: presentAccount(account) }, 200);
    })
    .openapi(contract.inviteAgain, async (c) => {
      const { language } = c.req.valid('query');
      const { link, mailed } = await accounts.inviteAgain(actorOf(c), c.req.valid('param').user_id, language);
      return c.json({ link, mailed }, 200);
    })
    .openapi(contract.endSessions, async (c) => {
      await accounts.endSessions(actorOf(c), c.req.valid('param').user_id);
      return c.json({ message: 'Signed out everywhere.' }, 200);
    })
    .openapi(contract.deleteAccount, async (c) => {
      await accounts.remove(actorOf(c), c.req.valid('param').user_id);
      return c.json({ message: 'Account deleted.' }, 200);
    });
}
