import type { SignedIn } from '@rollcall/core/auth/auth.types';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import { presentUser } from '../people/people.presenter.ts';
import * as contract from './auth.contract.ts';

const presentSignedIn = ({ token, role, person }: SignedIn): z.infer<typeof contract.loginAnswer> => ({
  access_token: token,
  role,
  user: presentUser(person),
});

export function authRoutes({ auth, personal }: Services) {
  return createRouter()
    .openapi(contract.adminLogin, async (c) => {
      const { password } = c.req.valid('json');
      return c.json(presentSignedIn(await auth.signInAdmin(password, c.get('address'))), 200);
    })
    .openapi(contract.login, async (c) => {
      const { password } = c.req.valid('json');
      return c.json(presentSignedIn(await auth.signInAdmin(password, c.get('address'))), 200);
    })
    .openapi(contract.userLogin, async (c) => {
      const { username, password } = c.req.valid('json');
      return c.json(presentSignedIn(await auth.signInUser(username, password, c.get('address'))), 200);
    })
    .openapi(contract.session, async (c) => {
      const actor = actorOf(c);
      return c.json({ role: actor.role, user: presentUser(await personal.me(actor)) }, 200);
    })
    .openapi(contract.logout, async (c) => {
      await auth.signOut(actorOf(c));
      return c.json({ message: 'Signed out.' }, 200);
    });
}
