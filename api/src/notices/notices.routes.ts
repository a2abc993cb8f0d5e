import { NOTICES_LISTED } from '@rollcall/core/notices/notices.rules';
import type { NoticeForReader } from '@rollcall/core/notices/notices.types';
import type { Services } from '@rollcall/core/services';
import { actorOf } from '../http/access.ts';
import { toCursor } from '../http/formats/cursor.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './notices.contract.ts';
import { newNoticeOf, presentNotice } from './notices.presenter.ts';

export function noticeRoutes({ notices, settings }: Services) {
  const presenter = async () => presentNotice((await settings.today()).zone.dateOf);
  const answer = async (list: readonly NoticeForReader[]) => {
    const last = list.length === NOTICES_LISTED ? list.at(-1) : undefined;
    const next = last ? { next_cursor: toCursor([last.createdAt.toISOString(), last.id]) } : {};
    return { notices: list.map(await presenter()), ...next };
  };
  const after = ({ cursor }: { readonly cursor?: readonly [string, number] | undefined }) =>
    cursor && { createdAt: new Date(cursor[0]), id: cursor[1] };

  return createRouter()
    .openapi(contract.adminNotices, async (c) =>
      c.json(await answer(await notices.listManaged(actorOf(c), after(c.req.valid('query')))), 200),
    )
    .openapi(contract.userNotices, async (c) =>
      c.json(await answer(await notices.list(actorOf(c), after(c.req.valid('query')))), 200),
    )
    .openapi(contract.createNotice, async (c) => {
      const { id } = await notices.create(actorOf(c), newNoticeOf(c.req.valid('json')));
      return c.json({ message: 'Notice created successfully!', id }, 200);
    })
    .openapi(contract.deleteNotice, async (c) => {
      await notices.remove(actorOf(c), c.req.valid('param').id);
      return c.json({ message: 'Notice deleted successfully!' }, 200);
    })
    .openapi(contract.reactToNotice, async (c) => {
      const after = await notices.react(actorOf(c), c.req.valid('param').id, c.req.valid('json'));
      return c.json({ notice: (await presenter())(after) }, 200);
    });
}
