import { ACTIONS, type Reach, reachOf } from '@rollcall/core/kernel/access';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import { presentUser } from '../people/people.presenter.ts';
import * as contract from './auth.contract.ts';
import { callerOf, presentSignedIn, wireRole } from './caller.ts';

const presentReach = (reach: Reach): Omit<z.infer<typeof contract.permission>, 'action'> => {
  switch (reach.of) {
    case 'sections':
      return { reach: 'sections', sections: [...reach.sections] };
    case 'classes':
      return { reach: 'classes', class_ids: [...reach.classIds] };
    default:
      return { reach: reach.of };
  }
};

export function authRoutes({ auth, personal }: Services) {
  return createRouter()
    .openapi(contract.adminLogin, async (c) => {
      const { password, username } = c.req.valid('json');
      return c.json(presentSignedIn(await auth.signInAdmin(password, username ?? null, callerOf(c))), 200);
    })
    .openapi(contract.login, async (c) => {
      const { password, username } = c.req.valid('json');
      return c.json(presentSignedIn(await auth.signInAdmin(password, username ?? null, callerOf(c))), 200);
    })
    .openapi(contract.userLogin, async (c) => {
      const { username, password } = c.req.valid('json');
      return c.json(presentSignedIn(await auth.signInUser(username, password, callerOf(c))), 200);
    })
    .openapi(contract.session, async (c) => {
      const actor = actorOf(c);
      return c.json({ role: wireRole(actor.role), user: presentUser(await personal.me(actor)) }, 200);
    })
    .openapi(contract.me, async (c) => {
      const actor = actorOf(c);
      const granted = ACTIONS.flatMap((action) => {
        const reach = reachOf(actor, action);
        return reach ? [{ action, ...presentReach(reach) }] : [];
      });
      const person = await personal.me(actor);
      return c.json(
        {
          role: actor.role,
          has_attendance: actor.hasAttendance,
          user: presentUser(person),
          permissions: granted,
          email: person.email,
          must_do: actor.mustDo,
          has_password: person.hasPassword,
          confirmed_until: auth.confirmedUntil(actor)?.toISOString() ?? null,
        },
        200,
      );
    })
    .openapi(contract.logout, async (c) => {
      await auth.signOut(actorOf(c));
      return c.json({ message: 'Signed out.' }, 200);
    });
}
