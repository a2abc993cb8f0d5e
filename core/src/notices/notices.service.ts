import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import { AppError } from '../errors.ts';
import type { Announcing } from '../events/announcing.ts';
import type { Ports } from '../ports.ts';
import { tidyTags } from './notices.rules.ts';
import type { NewNotice, Notice, NoticeForReader, Reaction } from './notices.types.ts';

type Needs = Pick<Ports, 'clock' | 'repos' | 'transact'> & { announcing: Announcing };

export function createNoticeService({ clock, repos, transact, announcing }: Needs) {
  return {
    list: (actor: Actor): Promise<NoticeForReader[]> => repos.notices.listFor(actor.personId),

    create: (actor: Actor, notice: NewNotice): Promise<Notice> => {
      const at = clock.now();
      return announcing('notices', async (tx) => {
        const created = await tx.notices.insert({
          ...notice,
          title: notice.title.trim(),
          content: notice.content.trim(),
          tags: tidyTags(notice.tags),
          createdAt: at,
          authorId: actor.personId,
          authorName: actor.name,
        });
        await tx.audit.insert(auditOf(actor, at, 'notice_created', created.title, { id: created.id }));
        return created;
      });
    },

    remove: (actor: Actor, id: number): Promise<void> =>
      announcing('notices', async (tx) => {
        const title = await tx.notices.remove(id);
        if (title === null) throw new AppError('notice_not_found');
        await tx.audit.insert(auditOf(actor, clock.now(), 'notice_deleted', title, { id }));
      }),

    /** Views count each reader once; likes and bookmarks are that reader's own switches. */
    react: (actor: Actor, id: number, reaction: Reaction): Promise<NoticeForReader> =>
      transact(async (tx) => {
        if (!(await tx.notices.oneFor(actor.personId, id))) throw new AppError('notice_not_found');
        await tx.notices.react(actor.personId, id, reaction, clock.now());
        const after = await tx.notices.oneFor(actor.personId, id);
        if (!after) throw new AppError('notice_not_found');
        return after;
      }),
  };
}
