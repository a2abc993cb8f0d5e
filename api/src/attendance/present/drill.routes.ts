import type { Drill, DrillPerson } from '@rollcall/core/attendance/today/present/drill.ports';
import type { Zone } from '@rollcall/core/kernel/zones/zone';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../../http/access.ts';
import { toWireDate } from '../../http/contract-parts.ts';
import { createRouter } from '../../http/router.ts';
import * as contract from './present.contract.ts';

type WireDrill = z.infer<typeof contract.wireDrill>;

const presentDrill = (drill: Drill, zone: Zone): Omit<WireDrill, 'people' | 'may_end'> => ({
  id: drill.id,
  date: toWireDate(drill.date),
  started_time: zone.timeOf(drill.startedAt),
  started_by: drill.startedBy,
  ended_time: drill.endedAt && zone.timeOf(drill.endedAt),
  ended_by: drill.endedBy,
});

const presentPerson =
  (zone: Zone) =>
  (person: DrillPerson): WireDrill['people'][number] => ({
    id: person.code,
    name: person.name,
    type: person.kind,
    class_section: person.classSection,
    seen: person.seen && {
      time: zone.timeOf(person.seen.at),
      by: person.seen.by,
      place: person.seen.place,
    },
    was_in: person.wasIn,
    ticked_time: person.tickedAt && zone.timeOf(person.tickedAt),
    ticked_by: person.tickedBy,
  });

export function drillRoutes({ drills, settings }: Services) {
  const zoneNow = async (): Promise<Zone> => (await settings.today()).zone;
  const present = async (found: { drill: Drill; people: readonly DrillPerson[]; mayEnd: boolean }) => {
    const zone = await zoneNow();
    const people = found.people.map(presentPerson(zone));
    return { ...presentDrill(found.drill, zone), people, may_end: found.mayEnd };
  };

  return createRouter()
    .openapi(contract.currentDrill, async (c) => {
      const current = await drills.current(actorOf(c));
      return c.json({ drill: current && (await present(current)) }, 200);
    })
    .openapi(contract.listDrills, async (c) => {
      const zone = await zoneNow();
      const listed = await drills.list(actorOf(c));
      return c.json(
        {
          drills: listed.map((drill) => ({
            ...presentDrill(drill, zone),
            people: drill.people,
            ticked: drill.ticked,
          })),
        },
        200,
      );
    })
    .openapi(contract.readDrill, async (c) =>
      c.json(await present(await drills.report(actorOf(c), c.req.valid('param').id)), 200),
    )
    .openapi(contract.startDrill, async (c) => {
      const id = await drills.start(actorOf(c));
      return c.json({ message: 'Drill started.', drill_id: id }, 200);
    })
    .openapi(contract.tickPerson, async (c) => {
      const { user_id, seen } = c.req.valid('json');
      await drills.tick(actorOf(c), c.req.valid('param').id, user_id, seen);
      return c.json({ message: seen ? 'Ticked.' : 'Tick taken back.' }, 200);
    })
    .openapi(contract.endDrill, async (c) => {
      await drills.end(actorOf(c), c.req.valid('param').id);
      return c.json({ message: 'Drill ended.' }, 200);
    });
}
