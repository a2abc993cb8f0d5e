import type { ShownCode } from '@rollcall/core/attendance/evidence/evidence.service';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../../http/access.ts';
import { createRouter } from '../../http/router.ts';
import * as contract from './evidence.contract.ts';

const presentCode = ({ code, leftMs, className }: ShownCode): z.infer<typeof contract.wireShownCode> => ({
  code,
  left_ms: leftMs,
  class_name: className,
});

export function evidenceRoutes({ evidence, classes: schoolClasses }: Services) {
  return createRouter()
    .openapi(contract.getEvidenceSettings, async (c) => {
      const { demands, networks, classes, ownAddress, isOwnAddressKnown } = await evidence.settings(
        actorOf(c),
      );
      return c.json(
        {
          demands,
          networks: networks.map(({ network, name }) => ({ network, name })),
          classes: classes.map(({ classId, name, demand }) => ({ id: classId, name, demand })),
          own_address: ownAddress,
          own_address_known: isOwnAddressKnown,
        },
        200,
      );
    })
    .openapi(contract.saveDemands, async (c) => {
      await evidence.saveDemands(actorOf(c), c.req.valid('json'));
      return c.json({ message: 'Settings saved.' }, 200);
    })
    .openapi(contract.saveClassDemand, async (c) => {
      await evidence.saveClassDemand(actorOf(c), c.req.valid('param').id, c.req.valid('json').demand);
      return c.json({ message: 'Settings saved.' }, 200);
    })
    .openapi(contract.addNetwork, async (c) => {
      await evidence.addNetwork(actorOf(c), c.req.valid('json'));
      return c.json({ message: 'Network added.' }, 200);
    })
    .openapi(contract.removeNetwork, async (c) => {
      await evidence.removeNetwork(actorOf(c), c.req.valid('query').network);
      return c.json({ message: 'Network removed.' }, 200);
    })
    .openapi(contract.placeCode, async (c) => c.json(presentCode(await evidence.shownCode(null)), 200))
    .openapi(contract.classCode, async (c) => {
      const schoolClass = await schoolClasses.requireClass(
        actorOf(c),
        'classes.take',
        c.req.valid('param').id,
      );
      return c.json(presentCode(await evidence.shownCode(schoolClass)), 200);
    });
}
