import type { Services } from '@rollcall/core/services';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import { callerOf } from './caller.ts';
import * as contract from './confirm.contract.ts';

export function confirmRoutes({ confirmation }: Services) {
  return createRouter()
    .openapi(contract.confirmOptions, async (c) => {
      const options = await confirmation.options(actorOf(c), c.get('relyingParty'));
      return c.json({ options: { ...options } }, 200);
    })
    .openapi(contract.confirm, async (c) => {
      const { password, passkey } = c.req.valid('json');
      const until = passkey
        ? await confirmation.byPasskey(actorOf(c), passkey, c.get('relyingParty'))
        : await confirmation.byPassword(actorOf(c), password ?? '', callerOf(c));
      return c.json({ confirmed_until: until.toISOString() }, 200);
    });
}
