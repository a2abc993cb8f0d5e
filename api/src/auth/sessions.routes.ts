import type { Session } from '@rollcall/core/auth/auth.types';
import type { Actor } from '@rollcall/core/kernel/access';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import { callerOf, deviceName } from './caller.ts';
import * as contract from './sessions.contract.ts';

const presentSession =
  ({ sessionId }: Actor) =>
  (session: Session): z.infer<typeof contract.wireSession> => ({
    id: session.id,
    device: deviceName(session.userAgent),
    address: session.address,
    means: session.means,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastSeenAt.toISOString(),
    current: session.id === sessionId,
  });

export function sessionRoutes({ ownAccount }: Services) {
  return createRouter()
    .openapi(contract.changePassword, async (c) => {
      const { current_password, new_password } = c.req.valid('json');
      await ownAccount.changePassword(actorOf(c), current_password, new_password, callerOf(c));
      return c.json({ message: 'Password changed. You are signed out everywhere else.' }, 200);
    })
    .openapi(contract.changeEmail, async (c) => {
      const { email } = c.req.valid('json');
      await ownAccount.changeEmail(actorOf(c), email);
      return c.json({ message: email === null ? 'E-mail address removed.' : 'E-mail address saved.' }, 200);
    })
    .openapi(contract.listSessions, async (c) => {
      const actor = actorOf(c);
      const sessions = await ownAccount.sessions(actor);
      return c.json({ sessions: sessions.map(presentSession(actor)) }, 200);
    })
    .openapi(contract.endSession, async (c) => {
      await ownAccount.endSession(actorOf(c), c.req.valid('param').id);
      return c.json({ message: 'Signed out on that device.' }, 200);
    })
    .openapi(contract.endOtherSessions, async (c) => {
      await ownAccount.endOtherSessions(actorOf(c));
      return c.json({ message: 'Signed out everywhere else.' }, 200);
    });
}
