import type { Services } from '@rollcall/core/services';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './sign-in-settings.contract.ts';

export function signInSettingsRoutes({ signInSettings, factors }: Services) {
  return createRouter()
    .openapi(contract.getSignInSettings, async (c) => {
      const { secondFactorRoles, needsApproval } = await signInSettings.read();
      return c.json({ second_factor_roles: [...secondFactorRoles], needs_approval: needsApproval }, 200);
    })
    .openapi(contract.saveSignInSettings, async (c) => {
      const { second_factor_roles, needs_approval } = c.req.valid('json');
      await signInSettings.save(actorOf(c), {
        secondFactorRoles: second_factor_roles,
        needsApproval: needs_approval,
      });
      return c.json({ message: 'Sign-in settings saved.' }, 200);
    })
    .openapi(contract.removeFactors, async (c) => {
      await factors.removeAllOf(actorOf(c), c.req.valid('param').user_id);
      return c.json({ message: 'Second factors removed.' }, 200);
    });
}
