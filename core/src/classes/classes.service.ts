import type { DateRange } from '../analytics/analytics.types.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Actor } from '../kernel/access.ts';
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

  const requireClass = async (id: number): Promise<SchoolClass> => {
    const found = await repos.classes.byId(id);
    if (!found) throw new AppError('class_not_found');
    return found;
  };

  const listToday = async (classId?: number): Promise<ClassWithStatus[]> => {
    const { now, zone, date } = await settings.today();
    const minutes = zone.minutesOf(now);
    const classes = await repos.classes.listFor(date, classId);
    return classes.map((each) => ({ ...each, status: classStatus(each, minutes) }));
  };

  return {
    requireClass,
    list: () => listToday(),

    /** One class with the figures of today. */
    async today(id: number): Promise<ClassWithStatus> {
      const [found] = await listToday(id);
      if (!found) throw new AppError('class_not_found');
      return found;
    },

    /** The marks of each class in the range. */
    rates: (range: DateRange): Promise<ClassTally[]> => repos.classMarks.tallies(range),

    /** The marks that the caller has in each class. */
    ownRates: (actor: Actor, range: DateRange): Promise<ClassTally[]> =>
      repos.classMarks.tallies(range, actor.personId),

    /** Classes that meet today, by start time; none on a holiday or a day off. */
    async listMeetingToday(): Promise<ClassWithStatus[]> {
      const { date, isWorkingDay } = await settings.today();
      return !isWorkingDay ? [] : (await listToday()).filter((each) => meetsOn(each, date));
    },

    async roster(id: number): Promise<RosterEntry[]> {
      await requireClass(id);
      return repos.classes.roster(id, (await settings.today()).date);
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
      const { name } = await requireClass(id);
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
      const schoolClass = await requireClass(classId);
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
