import type { ApiToken } from '@rollcall/core/auth/tokens/tokens.ports';
import type { Services } from '@rollcall/core/services';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './tokens.contract.ts';

/** API tokens: one's own, and those of people whom an administrator looks after. */
export function tokenRoutes({ tokens, settings }: Services) {
  const present = async () => {
    const { zone } = await settings.today();
    return (token: ApiToken) => ({
      id: token.id,
      name: token.name,
      actions: [...token.actions],
      created_at: token.createdAt.toISOString(),
      // It ends with the beginning of the next day.
      expires_on: zone.dateOf(new Date(token.expiresAt.getTime() - 1)),
      last_used_at: token.lastUsedAt?.toISOString() ?? null,
    });
  };

  return createRouter()
    .openapi(contract.listTokens, async (c) => {
      const actor = actorOf(c);
      const own = (await tokens.list(actor)).map(await present());
      return c.json({ tokens: own, actions: tokens.actionsFor(actor) }, 200);
    })
    .openapi(contract.createToken, async (c) => {
      const { name, actions, expires_on } = c.req.valid('json');
      const made = await tokens.create(actorOf(c), { name, actions, expiresOn: expires_on });
      const shown = (await present())(made);
      return c.json({ ...shown, token: made.text }, 200);
    })
    .openapi(contract.revokeToken, async (c) => {
      await tokens.end(actorOf(c), c.req.valid('param').id);
      return c.json({ message: 'Token revoked.' }, 200);
    })
    .openapi(contract.listTokensOf, async (c) => {
      const theirs = await tokens.listOf(actorOf(c), c.req.valid('param').user_id);
      return c.json({ tokens: theirs.map(await present()) }, 200);
    })
    .openapi(contract.revokeTokenOf, async (c) => {
      const { user_id, id } = c.req.valid('param');
      await tokens.endOf(actorOf(c), user_id, id);
      return c.json({ message: 'Token revoked.' }, 200);
    });
}
