import { AppError } from '@rollcall/core/errors';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './classes.contract.ts';
import { presentClass, presentRosterEntry } from './classes.presenter.ts';

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

  const classNow = async (id: number) => {
    const found = (await classes.list()).find((each) => each.id === id);
    if (!found) throw new AppError('class_not_found');
    return presentClass(found);
  };

  const rosterNow = async (id: number) => {
    const { zone } = await settings.today();
    return (await classes.roster(id)).map(presentRosterEntry(zone));
  };

  return createRouter()
    .openapi(contract.activeClasses, async (c) =>
      c.json({ classes: (await classes.active()).map(presentClass) }, 200),
    )
    .openapi(contract.listClasses, async (c) =>
      c.json({ classes: (await classes.list()).map(presentClass) }, 200),
    )
    .openapi(contract.createClass, async (c) => {
      const { id, name } = await classes.create(actorOf(c), await withDefaults(c.req.valid('json')));
      return c.json({ message: `Class ${name} added.`, class: await classNow(id) }, 200);
    })
    .openapi(contract.updateClass, async (c) => {
      const { id } = c.req.valid('param');
      const { name } = await classes.update(actorOf(c), id, await withDefaults(c.req.valid('json')));
      return c.json({ message: `Class ${name} saved.`, class: await classNow(id) }, 200);
    })
    .openapi(contract.deleteClass, async (c) => {
      await classes.remove(actorOf(c), c.req.valid('param').id);
      return c.json({ message: 'Class deleted.' }, 200);
    })
    .openapi(contract.getRoster, async (c) =>
      c.json({ roster: await rosterNow(c.req.valid('param').id) }, 200),
    )
    .openapi(contract.setRoster, async (c) => {
      const { id } = c.req.valid('param');
      await classes.setRoster(actorOf(c), id, c.req.valid('json').user_ids);
      return c.json({ roster: await rosterNow(id) }, 200);
    });
}
