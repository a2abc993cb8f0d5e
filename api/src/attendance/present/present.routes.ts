import type { PresentPerson } from '@rollcall/core/attendance/today/present/present.service';
import type { Zone } from '@rollcall/core/kernel/zones/zone';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf, kioskOf } from '../../http/access.ts';
import { toWireDate } from '../../http/contract-parts.ts';
import { createRouter } from '../../http/router.ts';
import * as contract from './present.contract.ts';

const presentPerson =
  (zone: Zone) =>
  ({
    code,
    name,
    kind,
    classSection,
    presence,
  }: PresentPerson): z.infer<typeof contract.wirePresentPerson> => ({
    id: code,
    name,
    type: kind,
    class_section: classSection,
    time: zone.timeOf(presence.at),
    by: presence.by,
    place: presence.place,
  });

export function presentRoutes({ present, settings }: Services) {
  return createRouter()
    .openapi(contract.readPresent, async (c) => {
      const list = await present.read(actorOf(c));
      const { zone, date, now } = list.today;
      return c.json(
        {
          date: toWireDate(date),
          time: zone.timeOf(now),
          present: list.present.map(presentPerson(zone)),
          left: list.left.map(presentPerson(zone)),
          not_seen: list.notSeen,
        },
        200,
      );
    })
    .openapi(contract.kioskPresent, async (c) => {
      const { today, present: people } = await present.forKiosk(kioskOf(c));
      const { name: institution } = await settings.institution();
      return c.json(
        {
          institution,
          date: toWireDate(today.date),
          time: today.zone.timeOf(today.now),
          present: people.map(presentPerson(today.zone)),
        },
        200,
      );
    });
}
