import type { AuditRepos } from '../../../audit/audit.ports.ts';
import { auditEntry } from '../../../audit/audit.rules.ts';
import type { TransactAndPublish } from '../../../events/events.ports.ts';
import { type Actor, INSTITUTION, reachOf, requireReach } from '../../../kernel/access.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { PeopleReach } from '../../../people/people.ports.ts';
import type { SettingsReader } from '../../../settings/settings.ports.ts';
import type { Drill, DrillListing, DrillPerson, DrillRepos, NewDrillPerson } from './drill.ports.ts';
import type { PresentPerson, PresentService } from './present.service.ts';

type Repos = AuditRepos & DrillRepos;

interface Needs {
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly settings: SettingsReader;
  readonly reach: PeopleReach;
  readonly present: Pick<PresentService, 'whole'>;
}

interface DrillWithPeople {
  readonly drill: Drill;
  readonly people: readonly DrillPerson[];
  readonly mayEnd: boolean;
}

const LISTED = 20;

/**
 * Whether somebody may end a drill: it is over then for everybody, so that it takes the whole institution as reach, or
 * having started it.
 */
const mayEnd = (actor: Actor, { starterId }: Drill): boolean => {
  const reach = reachOf(actor, 'drills.manage');
  return reach !== null && (reach.of === 'institution' || starterId === actor.personId);
};

const entryOf =
  (wasIn: boolean) =>
  ({ id, presence }: PresentPerson): NewDrillPerson => {
    const { at, by, place } = presence;
    return { personId: id, wasIn, seen: { at, by, place } };
  };

/**
 * Drills: the list of who is in, frozen when one begins, and ticked off by several people at once. There is one at a
 * time, of the whole institution; everybody sees the people whom they reach.
 */
export function createDrillService({ repos, transactAndPublish, settings, reach, present }: Needs) {
  const withPeople = async (actor: Actor, drill: Drill): Promise<DrillWithPeople> => ({
    drill,
    people: await repos.drills.people(drill.id, requireReach(actor, 'people.read')),
    mayEnd: drill.endedAt === null && mayEnd(actor, drill),
  });

  /** Says why a drill cannot be changed. */
  const refusalOf = async (tx: Repos, id: number): Promise<AppError> =>
    new AppError((await tx.drills.byId(id)) ? 'drill_ended' : 'drill_not_found');

  return {
    async current(actor: Actor): Promise<DrillWithPeople | null> {
      const drill = await repos.drills.running();
      return drill && withPeople(actor, drill);
    },

    list: (actor: Actor): Promise<DrillListing[]> =>
      repos.drills.list(requireReach(actor, 'people.read'), LISTED),

    async report(actor: Actor, id: number): Promise<DrillWithPeople> {
      const drill = await repos.drills.byId(id);
      if (!drill) throw new AppError('drill_not_found');
      return withPeople(actor, drill);
    },

    async start(actor: Actor): Promise<number> {
      const { today, present: people } = await present.whole();
      const { date, now } = today;
      return transactAndPublish('drills', async (tx) => {
        const id = await tx.drills.insert({ date, startedAt: now, starterId: actor.personId });
        await tx.drills.addPeople(id, people.map(entryOf(true)));
        const detail = { date, people: people.length };
        await tx.audit.insert(auditEntry(actor, now, 'drill_started', null, detail));
        return id;
      });
    },

    /** Ticks somebody as seen at the assembly point, or takes that back. Twice is the same as once. */
    async tick(actor: Actor, id: number, code: string, isSeen: boolean): Promise<void> {
      const person = await reach.require(actor, 'attendance.mark-today', code);
      const { now } = await settings.today();
      await transactAndPublish('drills', async (tx) => {
        if (!(await tx.drills.holdRunning(id))) throw await refusalOf(tx, id);
        if (isSeen) await tx.drills.tick(id, person.id, now, actor.personId);
        else await tx.drills.untick(id, person.id);
      });
    },

    /** Ends the drill. Whoever came meanwhile and was not ticked is in the report as well. */
    async end(actor: Actor, id: number): Promise<void> {
      const { today, present: people } = await present.whole();
      const { now } = today;
      await transactAndPublish('drills', async (tx) => {
        const drill = await tx.drills.byId(id);
        if (drill && !mayEnd(actor, drill)) throw new AppError('forbidden');
        if (!(await tx.drills.end(id, now, actor.personId))) throw await refusalOf(tx, id);
        await tx.drills.addPeople(id, people.map(entryOf(false)));
        const all = await tx.drills.people(id, INSTITUTION);
        const ticked = all.filter(({ tickedAt }) => tickedAt !== null).length;
        const detail = { people: all.length, ticked, missing: all.length - ticked };
        await tx.audit.insert(auditEntry(actor, now, 'drill_ended', null, detail));
      });
    },
  };
}
