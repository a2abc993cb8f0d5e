import type { Actor } from '@rollcall/core/kernel/access';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import type { rangeQuery } from '../analytics/analytics.contract.ts';
import { rangeFrom } from '../analytics/analytics.routes.ts';
import { actorOf, picturesOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './classes.contract.ts';
import {
  presentClass,
  presentClassPhoto,
  presentClassRates,
  presentRosterEntry,
  presentSheetEntry,
} from './classes.presenter.ts';

const classById = async (classes: Services['classes'], actor: Actor, id: number) =>
  presentClass(await classes.today(actor, id));

export function classRoutes({ classes, settings }: Services) {
  const withDefaults = async (given: z.infer<typeof contract.classBody>) => {
    const defaults = await settings.classConfig();
    return {
      ...given,
      program: given.program ?? defaults.program,
      semester: given.semester ?? defaults.semester,
      section: given.section ?? defaults.section,
      subject: given.subject ?? defaults.subject,
    };
  };

  const rangeOf = async (query: z.infer<typeof rangeQuery>) =>
    rangeFrom(query, (await settings.today()).date);

  const rosterOf = async (actor: Actor, id: number) => {
    const { zone } = await settings.today();
    return (await classes.roster(actor, id)).map(presentRosterEntry(zone));
  };

  return createRouter()
    .openapi(contract.activeClasses, async (c) =>
      c.json({ classes: (await classes.listMeetingToday(actorOf(c))).map(presentClass) }, 200),
    )
    .openapi(contract.listClasses, async (c) =>
      c.json({ classes: (await classes.list(actorOf(c))).map(presentClass) }, 200),
    )
    .openapi(contract.classRates, async (c) =>
      c.json(presentClassRates(await classes.rates(actorOf(c), await rangeOf(c.req.valid('query')))), 200),
    )
    .openapi(contract.ownClassRates, async (c) =>
      c.json(presentClassRates(await classes.ownRates(actorOf(c), await rangeOf(c.req.valid('query')))), 200),
    )
    .openapi(contract.createClass, async (c) => {
      const { id, name } = await classes.create(actorOf(c), await withDefaults(c.req.valid('json')));
      return c.json(
        { message: `Class ${name} added.`, class: await classById(classes, actorOf(c), id) },
        200,
      );
    })
    .openapi(contract.updateClass, async (c) => {
      const { id } = c.req.valid('param');
      const { name } = await classes.update(actorOf(c), id, await withDefaults(c.req.valid('json')));
      return c.json(
        { message: `Class ${name} saved.`, class: await classById(classes, actorOf(c), id) },
        200,
      );
    })
    .openapi(contract.deleteClass, async (c) => {
      await classes.remove(actorOf(c), c.req.valid('param').id);
      return c.json({ message: 'Class deleted.' }, 200);
    })
    .openapi(contract.getRoster, async (c) =>
      c.json({ roster: await rosterOf(actorOf(c), c.req.valid('param').id) }, 200),
    )
    .openapi(contract.setRoster, async (c) => {
      const { id } = c.req.valid('param');
      await classes.setRoster(actorOf(c), id, c.req.valid('json').user_ids);
      return c.json({ roster: await rosterOf(actorOf(c), id) }, 200);
    });
}

export function classAttendanceRoutes(services: Services) {
  const { classes, classSheet, faceStatus, groupIdentification, settings } = services;

  const sheetOf = async (actor: Actor, id: number) => {
    const presented = await classById(classes, actor, id);
    const { revision, entries } = await classSheet.read(actor, id);
    const { zone } = await settings.today();
    return { class: presented, revision, roster: entries.map(presentSheetEntry(zone)) };
  };

  return createRouter()
    .openapi(contract.startAttendance, async (c) => {
      const { class_id } = c.req.valid('json');
      const { meeting } = await classes.startMeeting(actorOf(c), class_id);
      return c.json({ session_id: meeting.id, ...(await sheetOf(actorOf(c), class_id)) }, 200);
    })
    .openapi(contract.getAttendance, async (c) =>
      c.json(await sheetOf(actorOf(c), c.req.valid('param').id), 200),
    )
    .openapi(contract.identifyClass, async (c) => {
      const image = picturesOf(c, faceStatus)(c.req.valid('json').image);
      const photo = await groupIdentification.identify(actorOf(c), c.req.valid('param').id, image);
      return c.json(presentClassPhoto(photo), 200);
    })
    .openapi(contract.saveAttendance, async (c) => {
      const { id } = c.req.valid('param');
      const { revision, marks } = c.req.valid('json');
      const { changed } = await classSheet.save(actorOf(c), id, {
        revision,
        marks: marks.map(({ user_id, status }) => ({ code: user_id, status })),
      });
      const message = changed === 0 ? 'Nothing had changed.' : 'Class attendance saved successfully!';
      return c.json({ message, changed, ...(await sheetOf(actorOf(c), id)) }, 200);
    });
}
