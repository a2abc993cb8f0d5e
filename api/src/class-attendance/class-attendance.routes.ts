import { AppError } from '@rollcall/core/errors';
import type { Services } from '@rollcall/core/services';
import { presentClass } from '../classes/classes.presenter.ts';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './class-attendance.contract.ts';
import { presentGroupPicture, presentSheetEntry } from './class-attendance.presenter.ts';

export function classAttendanceRoutes(services: Services) {
  const { classes, classSheet, faceStatus, groupIdentification, settings } = services;

  const sheetNow = async (id: number) => {
    const schoolClass = (await classes.list()).find((each) => each.id === id);
    if (!schoolClass) throw new AppError('class_not_found');
    const { revision, entries } = await classSheet.read(id);
    const { zone } = await settings.today();
    return { class: presentClass(schoolClass), revision, roster: entries.map(presentSheetEntry(zone)) };
  };

  return createRouter()
    .openapi(contract.startAttendance, async (c) => {
      const { class_id } = c.req.valid('json');
      const { session } = await classes.startSession(actorOf(c), class_id);
      return c.json({ session_id: session.id, ...(await sheetNow(class_id)) }, 200);
    })
    .openapi(contract.identifyClass, async (c) => {
      const image = faceStatus.decode(c.req.valid('json').image);
      const picture = await groupIdentification.identify(actorOf(c), c.req.valid('param').id, image);
      return c.json(presentGroupPicture(picture), 200);
    })
    .openapi(contract.saveAttendance, async (c) => {
      const { id } = c.req.valid('param');
      const { revision, marks } = c.req.valid('json');
      const { changed } = await classSheet.save(actorOf(c), id, {
        revision,
        marks: marks.map(({ user_id, status }) => ({ code: user_id, status })),
      });
      const message = changed === 0 ? 'Nothing had changed.' : 'Class attendance saved successfully!';
      return c.json({ message, changed, ...(await sheetNow(id)) }, 200);
    });
}
