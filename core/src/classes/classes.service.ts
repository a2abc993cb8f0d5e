import type { DateRange } from '../analytics/analytics.types.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import { type Action, type Actor, type Reach, requireReach } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { ClassRepos } from './classes.ports.ts';
import { classStatus, meetsOn, slotProblems } from './classes.rules.ts';
import type {
  ClassMeeting,
  ClassStatus,
  ClassTally,
  ClassToday,
  NewClass,
  RosterEntry,
  SchoolClass,
} from './classes.types.ts';

type Repos = AuditRepos & ClassRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly transactAndPublish: TransactAndPublish<Repos>;
}

export type ClassWithStatus = ClassToday & { readonly status: ClassStatus };

export function createClassService({ clock, repos, settings, transactAndPublish }: Needs) {
  const checkSlot = (schoolClass: NewClass) => {
    const fields = slotProblems(schoolClass);
    if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
  };

  const requireClass = async (actor: Actor, action: Action, id: number): Promise<SchoolClass> => {
    const found = await repos.classes.byIdWithin(id, requireReach(actor, action));
    if (!found) throw new AppError('class_not_found');
    return found;
  };

  const listToday = async (reach: Reach, classId?: number): Promise<ClassWithStatus[]> => {
    const { now, zone, date } = await settings.today();
    const minutes = zone.minutesOf(now);
    const classes = await repos.classes.listFor(date, reach, classId);
    return classes.map((each) => ({ ...each, status: classStatus(each, minutes) }));
  };

  return {
    requireClass,
    /** The classes that the actor reaches. */
    list: async (actor: Actor) => listToday(requireReach(actor, 'classes.read')),

    /** One class with the figures of today. */
    async today(actor: Actor, id: number): Promise<ClassWithStatus> {
      const [found] = await listToday(requireReach(actor, 'classes.read'), id);
      if (!found) throw new AppError('class_not_found');
      return found;
    },

    /** The marks of each class in the range, as far as the actor reaches. */
    rates: async (actor: Actor, range: DateRange): Promise<ClassTally[]> =>
      repos.classMarks.tallies(range, requireReach(actor, 'reports.print')),

    /** The marks that the caller has in each class. */
    ownRates: (actor: Actor, range: DateRange): Promise<ClassTally[]> =>
      repos.classMarks.tallies(range, { of: 'self', personId: actor.personId }),

    /** Classes that meet today, by start time; none on a holiday or a day off. */
    async listMeetingToday(actor: Actor): Promise<ClassWithStatus[]> {
      const reach = requireReach(actor, 'classes.read');
      const { date, isWorkingDay } = await settings.today();
      return !isWorkingDay ? [] : (await listToday(reach)).filter((each) => meetsOn(each, date));
    },

    async roster(actor: Actor, id: number): Promise<RosterEntry[]> {
      await requireClass(actor, 'classes.read', id);
      const { date } = await settings.today();
      return repos.classes.roster(id, date, requireReach(actor, 'classes.read'));
    },

    create: (actor: Actor, schoolClass: NewClass): Promise<SchoolClass> => {
      checkSlot(schoolClass);
      return transactAndPublish('classes', async (tx) => {
        const created = await tx.classes.insert(schoolClass);
        await tx.audit.insert(
          auditEntry(actor, clock.now(), 'class_created', created.name, { id: created.id }),
        );
        return created;
      });
    },

    update: (actor: Actor, id: number, schoolClass: NewClass): Promise<SchoolClass> => {
      checkSlot(schoolClass);
      return transactAndPublish('classes', async (tx) => {
        const updated = await tx.classes.update(id, schoolClass);
        if (!updated) throw new AppError('class_not_found');
        await tx.audit.insert(auditEntry(actor, clock.now(), 'class_updated', updated.name, { id }));
        return updated;
      });
    },

    remove: (actor: Actor, id: number): Promise<void> =>
      transactAndPublish('classes', async (tx) => {
        const name = await tx.classes.remove(id);
        if (name === null) throw new AppError('class_not_found');
        await tx.audit.insert(auditEntry(actor, clock.now(), 'class_deleted', name, { id }));
      }),

    setRoster: async (actor: Actor, id: number, codes: readonly string[]): Promise<void> => {
      const { name } = await requireClass(actor, 'classes.manage', id);
      await transactAndPublish('classes', async (tx) => {
        const ids = await tx.classes.idsOfCodes(codes);
        const unknownCodes = codes.filter((code) => !ids.has(code));
        if (unknownCodes.length > 0) {
          throw new AppError('invalid_input', {
            fields: { user_ids: `Unknown: ${unknownCodes.slice(0, 10).join(', ')}` },
          });
        }
        await tx.classes.setRoster(id, [...new Set(ids.values())]);
        await tx.audit.insert(
          auditEntry(actor, clock.now(), 'roster_changed', name, { id, people: ids.size }),
        );
      });
    },

    /** Opens today's meeting of the class, or answers the one that is open. */
    async startMeeting(
      actor: Actor,
      classId: number,
    ): Promise<{ meeting: ClassMeeting; schoolClass: SchoolClass }> {
      const schoolClass = await requireClass(actor, 'classes.take', classId);
      const { now, date } = await settings.today();
      // Only a new meeting is audited and published.
      const existing = await repos.classes.meetingOn(classId, date);
      if (existing) return { meeting: existing, schoolClass };
      const meeting = await transactAndPublish('classes', async (tx) => {
        const opened = await tx.classes.openMeeting({ classId, date, at: now, openedBy: actor.personId });
        await tx.audit.insert(
          auditEntry(actor, now, 'class_attendance_started', schoolClass.name, { id: classId, date }),
        );
        return opened;
      });
      return { meeting, schoolClass };
    },
  };
}
