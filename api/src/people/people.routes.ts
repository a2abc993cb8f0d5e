import { can } from '@rollcall/core/kernel/access';
import type { Services } from '@rollcall/core/services';
import { actorOf } from '../http/access.ts';
import { toCursor } from '../http/formats/cursor.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './people.contract.ts';
import { presentListed, presentUser } from './people.presenter.ts';

const RECENT_SHOWN = 6;

export function peopleRoutes({ people }: Services) {
  return createRouter()
    .openapi(contract.registerUser, async (c) => {
      const { user_id, type, class_section, contact_phone, ...rest } = c.req.valid('json');
      const person = await people.register(actorOf(c), {
        ...rest,
        code: user_id,
        kind: type,
        classSection: class_section ?? null,
        email: rest.email ?? null,
        contactPhone: contact_phone ?? null,
      });
      const user = presentUser({ ...person, hasFaceData: false, hasPassword: true });
      return c.json({ message: `User ${person.name} registered successfully!`, user }, 200);
    })
    .openapi(contract.listUsers, async (c) => {
      const { search, type, section, has_face_data, sort, order, ...place } = c.req.valid('query');
      const { page = 1, limit, cursor } = place;
      const { rows, total } = await people.list(actorOf(c), {
        search,
        kind: type,
        section,
        hasFaceData: has_face_data,
        sort,
        descending: order === 'desc',
        limit,
        offset: limit === undefined || cursor ? undefined : (page - 1) * limit,
        after: cursor?.[0],
      });
      const last = rows.length === limit ? rows.at(-1) : undefined;
      const next = last ? { next_cursor: toCursor([last.id]) } : {};
      const sections = await people.sections(actorOf(c));
      const users = rows.map(presentListed(can(actorOf(c), 'people.manage')));
      return c.json({ users, total, page, limit: limit ?? null, sections, ...next }, 200);
    })
    .openapi(contract.recentUsers, async (c) => {
      return c.json({ users: (await people.recent(actorOf(c), RECENT_SHOWN)).map(presentUser) }, 200);
    })
    .openapi(contract.updateUser, async (c) => {
      const { user_id, type, class_section, contact_phone, ...rest } = c.req.valid('json');
      await people.update(actorOf(c), c.req.valid('param').id, {
        ...(rest.name === undefined ? {} : { name: rest.name }),
        ...(rest.username === undefined ? {} : { username: rest.username }),
        ...(user_id === undefined ? {} : { code: user_id }),
        ...(type === undefined ? {} : { kind: type }),
        ...(class_section === undefined ? {} : { classSection: class_section }),
        ...(rest.email === undefined ? {} : { email: rest.email }),
        ...(contact_phone === undefined ? {} : { contactPhone: contact_phone }),
      });
      return c.json({ message: 'User updated successfully!' }, 200);
    })
    .openapi(contract.resetPassword, async (c) => {
      await people.resetPassword(actorOf(c), c.req.valid('param').id, c.req.valid('json').password);
      return c.json({ message: 'Password updated successfully!' }, 200);
    })
    .openapi(contract.deleteUser, async (c) => {
      const { templates, keyDestroyed, attendance } = await people.remove(
        actorOf(c),
        c.req.valid('param').id,
        { erase: c.req.valid('query').erase ?? false },
      );
      const proof = { face_templates: templates, face_key_destroyed: keyDestroyed, attendance };
      return c.json({ message: 'User deleted successfully!', proof }, 200);
    });
}
