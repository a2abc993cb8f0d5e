import { createRoute } from '@hono/zod-openapi';
import { PIN_DIGITS } from '@rollcall/core/auth/pins/pins.rules';
import type { Services } from '@rollcall/core/services';
import { z } from 'zod';
import { actorOf, allow } from '../../http/access.ts';
import { answers, body, message } from '../../http/contract-parts.ts';
import { createRouter } from '../../http/router.ts';

const tags = ['Kiosk'];
const problem = `A PIN has ${PIN_DIGITS.least} to ${PIN_DIGITS.most} digits.`;
export const pinBody = z.object({
  pin: z.string(problem).regex(new RegExp(`^\\d{${PIN_DIGITS.least},${PIN_DIGITS.most}}$`), problem),
});
export const wirePin = z.object({
  /** When the PIN was last chosen; null without one. */
  changed_at: z.string().nullable(),
});

const getPin = createRoute({
  ...allow('account.own'),
  tags,
  method: 'get',
  path: '/user/pin',
  summary: 'Whether the signed-in person has a PIN for kiosks',
  responses: answers(wirePin, 'When it was chosen'),
});

const savePin = createRoute({
  ...allow('account.own', { confirm: true }),
  tags,
  method: 'put',
  path: '/user/pin',
  summary: 'Choose a PIN for kiosks',
  request: { body: body(pinBody) },
  responses: answers(message, 'Saved'),
});

const removePin = createRoute({
  ...allow('account.own'),
  tags,
  method: 'delete',
  path: '/user/pin',
  summary: 'Remove the PIN for kiosks',
  responses: answers(message, 'Removed'),
});

/** A person's own PIN. */
export function pinRoutes({ pins }: Services) {
  return createRouter()
    .openapi(getPin, async (c) =>
      c.json({ changed_at: (await pins.changedAt(actorOf(c)))?.toISOString() ?? null }, 200),
    )
    .openapi(savePin, async (c) => {
      await pins.save(actorOf(c), c.req.valid('json').pin);
      return c.json({ message: 'PIN saved.' }, 200);
    })
    .openapi(removePin, async (c) => {
      await pins.remove(actorOf(c));
      return c.json({ message: 'PIN removed.' }, 200);
    });
}
