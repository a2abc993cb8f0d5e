import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { ClassReader } from '../classes/classes.ports.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import { type Actor, requireReach } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { Transact } from '../kernel/transact.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { AfterNotice, NoticeReader, NoticeRepos } from './notices.ports.ts';
import { tidyTags } from './notices.rules.ts';
import type { Audience, NewNotice, Notice, NoticeForReader, Reaction } from './notices.types.ts';

type Repos = AuditRepos & NoticeRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly classes: ClassReader;
  readonly transact: Transact<Repos>;
  readonly transactAndPublish: TransactAndPublish<Repos>;
}

export function createNoticeService({
  clock,
  repos,
  settings,
  classes,
  transact,
  transactAndPublish,
}: Needs) {
  const readerOf = async ({ personId }: Actor): Promise<NoticeReader> => ({
    personId,
    on: (await settings.today()).date,
  });

  /** A teacher writes to a class of their own, an office to one of its sections, administrators to anybody. */
  const assertMayWriteTo = async (actor: Actor, audience: Audience): Promise<void> => {
    const reach = requireReach(actor, 'notices.manage');
    if (audience.of === 'class') await classes.requireClass(actor, 'notices.manage', audience.classId);
    const mayWrite =
      reach.of === 'institution' ||
      (reach.of === 'classes' && audience.of === 'class') ||
      (reach.of === 'sections' && audience.of === 'section' && reach.sections.includes(audience.section));
    if (!mayWrite) throw new AppError('forbidden');
  };

  return {
    list: async (actor: Actor, after?: AfterNotice): Promise<NoticeForReader[]> =>
      repos.notices.listFor(await readerOf(actor), after),

    /** The notices that the actor may delete. */
    listManaged: (actor: Actor, after?: AfterNotice): Promise<NoticeForReader[]> =>
      repos.notices.listWithin(requireReach(actor, 'notices.manage'), actor.personId, after),

    create: async (actor: Actor, notice: NewNotice): Promise<Pick<Notice, 'id'>> => {
      await assertMayWriteTo(actor, notice.audience);
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
        const title = await tx.notices.remove(id, requireReach(actor, 'notices.manage'));
        if (title === null) throw new AppError('notice_not_found');
        await tx.audit.insert(auditEntry(actor, clock.now(), 'notice_deleted', title, { id }));
      }),

    /** Records a view (once per reader), a like or a bookmark of the reader. */
    async react(actor: Actor, id: number, reaction: Reaction): Promise<NoticeForReader> {
      const reader = await readerOf(actor);
      return transact(async (tx) => {
        if (!(await tx.notices.byIdFor(reader, id))) throw new AppError('notice_not_found');
        await tx.notices.react(actor.personId, id, reaction, clock.now());
        const after = await tx.notices.byIdFor(reader, id);
        if (!after) throw new AppError('notice_not_found');
        return after;
      });
    },
  };
}
