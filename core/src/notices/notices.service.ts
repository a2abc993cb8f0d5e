import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { Transact } from '../kernel/transact.ts';
import type { NoticeRepos } from './notices.ports.ts';
import { tidyTags } from './notices.rules.ts';
import type { NewNotice, Notice, NoticeForReader, Reaction } from './notices.types.ts';

type Repos = AuditRepos & NoticeRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly transactAndPublish: TransactAndPublish<Repos>;
}

export function createNoticeService({ clock, repos, transact, transactAndPublish }: Needs) {
  return {
    list: (actor: Actor): Promise<NoticeForReader[]> => repos.notices.listFor(actor.personId),

    create: (actor: Actor, notice: NewNotice): Promise<Notice> => {
      const at = clock.now();
      return transactAndPublish('notices', async (tx) => {
        const created = await tx.notices.insert({
          ...notice,
          title: notice.title.trim(),
          content: notice.content.trim(),
          tags: tidyTags(notice.tags),
          createdAt: at,
          authorId: actor.personId,
          authorName: actor.name,
        });
        await tx.audit.insert(auditEntry(actor, at, 'notice_created', created.title, { id: created.id }));
        return created;
      });
    },

    remove: (actor: Actor, id: number): Promise<void> =>
      transactAndPublish('notices', async (tx) => {
        const title = await tx.notices.remove(id);
        if (title === null) throw new AppError('notice_not_found');
        await tx.audit.insert(auditEntry(actor, clock.now(), 'notice_deleted', title, { id }));
      }),

    /** Records a view (once per reader), a like or a bookmark of the reader. */
    react: (actor: Actor, id: number, reaction: Reaction): Promise<NoticeForReader> =>
      transact(async (tx) => {
        if (!(await tx.notices.byIdFor(actor.personId, id))) throw new AppError('notice_not_found');
        await tx.notices.react(actor.personId, id, reaction, clock.now());
        const after = await tx.notices.byIdFor(actor.personId, id);
        if (!after) throw new AppError('notice_not_found');
        return after;
      }),
  };
}
