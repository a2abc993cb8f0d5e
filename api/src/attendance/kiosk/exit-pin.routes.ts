import { createRoute } from '@hono/zod-openapi';
import { PIN_DIGITS } from '@rollcall/core/auth/pins/pins.rules';
import type { Services } from '@rollcall/core/services';
import { z } from 'zod';
import { actorOf, allow } from '../../http/access.ts';
import { answers, body, message } from '../../http/contract-parts.ts';
import { createRouter } from '../../http/router.ts';

const tags = ['Kiosk'];
const path = '/admin/kiosk-exit-pin';

const wireExitPin = z.object({
  /** Null while none is set. */
  changed_at: z.string().nullable(),
});

const exitPinBody = z.object({ pin: z.string().max(PIN_DIGITS.most * 2) });

const readExitPin = createRoute({
  ...allow('kiosks.manage'),
  tags,
  method: 'get',
  path,
  summary: 'Whether kiosks have an exit PIN',
  responses: answers(wireExitPin, 'When it was set; never the PIN itself'),
});

const saveExitPin = createRoute({
  ...allow('kiosks.manage', { confirm: true }),
  tags,
  method: 'put',
  path,
  summary: 'Set the PIN that opens the menu of all kiosks',
  request: { body: body(exitPinBody) },
  responses: answers(message, 'Saved'),
});

const removeExitPin = createRoute({
  ...allow('kiosks.manage', { confirm: true }),
  tags,
  method: 'delete',
  path,
  summary: 'Remove the exit PIN; kiosks stop keeping the list of who is present',
  responses: answers(message, 'Removed'),
});

export function exitPinRoutes({ exitPin }: Services) {
  return createRouter()
    .openapi(readExitPin, async (c) => {
      const changedAt = await exitPin.changedAt();
      return c.json({ changed_at: changedAt?.toISOString() ?? null }, 200);
    })
    .openapi(saveExitPin, async (c) => {
      await exitPin.save(actorOf(c), c.req.valid('json').pin);
      return c.json({ message: 'Exit PIN saved.' }, 200);
    })
    .openapi(removeExitPin, async (c) => {
      await exitPin.remove(actorOf(c));
      return c.json({ message: 'Exit PIN removed.' }, 200);
    });
}
