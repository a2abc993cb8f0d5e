import { createRoute } from '@hono/zod-openapi';
import { toBase64Url } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import type { Services } from '@rollcall/core/services';
import { z } from 'zod';
import { actorOf, allow } from '../../../http/access.ts';
import { answers, body, message } from '../../../http/contract-parts.ts';
import { createRouter } from '../../../http/router.ts';
import { phoneId, wirePhone } from './card.contract.ts';
import { presentPhone } from './card.routes.ts';

const tags = ['Kiosk'];
/** The server's time in milliseconds since 1970, by which codes are made. */
const server_time = z.number();

const listPhones = createRoute({
  ...allow('account.own'),
  tags,
  method: 'get',
  path: '/user/phones',
  summary: 'The phones on which the signed-in person shows codes for kiosks, and the time',
  responses: answers(z.object({ phones: z.array(wirePhone), server_time }), 'The last added first'),
});

const addPhone = createRoute({
  ...allow('account.own', { confirm: true }),
  tags,
  method: 'post',
  path: '/user/phones',
  summary: 'Let this browser show codes for kiosks; it replaces what the browser had before',
  request: { body: body(z.object({ replaces: phoneId.nullable() })) },
  responses: answers(
    z.object({
      phone_id: phoneId,
      /** The key of the codes, 32 bytes in base64url. It is never answered again. */
      key: z.string(),
      /** Whose codes they are. */
      name: z.string(),
      server_time,
    }),
    'What the browser makes codes with',
  ),
});

const removePhone = createRoute({
  ...allow('account.own'),
  tags,
  method: 'delete',
  path: '/user/phones/{phone_id}',
  summary: 'The codes of one of your phones count no more',
  request: { params: z.object({ phone_id: phoneId }) },
  responses: answers(message, 'Removed'),
});

/** A person's own phones. */
export function phoneRoutes({ phones, clock }: Services) {
  return createRouter()
    .openapi(listPhones, async (c) => {
      const found = await phones.listOf(actorOf(c));
      return c.json({ phones: found.map(presentPhone), server_time: clock.now().getTime() }, 200);
    })
    .openapi(addPhone, async (c) => {
      const { replaces } = c.req.valid('json');
      const userAgent = c.req.header('User-Agent') ?? '';
      const actor = actorOf(c);
      const { id, key } = await phones.enrol(actor, { userAgent, replaces });
      return c.json(
        {
          phone_id: id,
          key: toBase64Url(key),
          name: actor.name,
          server_time: clock.now().getTime(),
        },
        200,
      );
    })
    .openapi(removePhone, async (c) => {
      await phones.remove(actorOf(c), c.req.valid('param').phone_id);
      return c.json({ message: 'Phone removed.' }, 200);
    });
}
