import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import { AppError } from '../errors.ts';
import type { Announcing } from '../events/announcing.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { classStatus, meetsOn, slotProblems } from './classes.rules.ts';
import type {
  ClassSession,
  ClassStatus,
  ClassToday,
  NewClass,
  RosterEntry,
  SchoolClass,
} from './classes.types.ts';

type Needs = Pick<Ports, 'clock' | 'repos'> & { settings: SettingsService; announcing: Announcing };

export type ClassWithStatus = ClassToday & { readonly status: ClassStatus };

export function createClassService({ clock, repos, settings, announcing }: Needs) {
  const checkSlot = (schoolClass: NewClass) => {
    const fields = slotProblems(schoolClass);
    if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
  };

  const existing = async (id: number): Promise<SchoolClass> => {
    const found = await repos.classes.byId(id);
    if (!found) throw new AppError('class_not_found');
    return found;
  };

  const listToday = async (): Promise<ClassWithStatus[]> => {
    const { now, zone, date } = await settings.today();
    const minutes = zone.minutesOf(now);
    const classes = await repos.classes.listFor(date);
    return classes.map((each) => ({ ...each, status: classStatus(each, minutes) }));
  };

  return {
    existing,
    list: listToday,

    /** Those that meet today, in the order of the day. */
    async active(): Promise<ClassWithStatus[]> {
      const { date } = await settings.today();
      return (await listToday()).filter((each) => meetsOn(each, date));
    },

    async roster(id: number): Promise<RosterEntry[]> {
      await existing(id);
      return repos.classes.roster(id, (await settings.today()).date);
    },

    create: (actor: Actor, schoolClass: NewClass): Promise<SchoolClass> => {
      checkSlot(schoolClass);
      return announcing('classes', async (tx) => {
        const created = await tx.classes.insert(schoolClass);
        await tx.audit.insert(auditOf(actor, clock.now(), 'class_created', created.name, { id: created.id }));
        return created;
      });
    },

    update: (actor: Actor, id: number, schoolClass: NewClass): Promise<SchoolClass> => {
      checkSlot(schoolClass);
      return announcing('classes', async (tx) => {
        const updated = await tx.classes.update(id, schoolClass);
        if (!updated) throw new AppError('class_not_found');
        await tx.audit.insert(auditOf(actor, clock.now(), 'class_updated', updated.name, { id }));
        return updated;
      });
    },

    remove: (actor: Actor, id: number): Promise<void> =>
      announcing('classes', async (tx) => {
        const name = await tx.classes.remove(id);
        if (name === null) throw new AppError('class_not_found');
        await tx.audit.insert(auditOf(actor, clock.now(), 'class_deleted', name, { id }));
      }),

    setRoster: async (actor: Actor, id: number, codes: readonly string[]): Promise<void> => {
      const { name } = await existing(id);
      await announcing('classes', async (tx) => {
        const ids = await tx.classes.idsOfCodes(codes);
        const unknown = codes.filter((code) => !ids.has(code));
        if (unknown.length > 0) {
          throw new AppError('invalid_input', {
            fields: { user_ids: `Unknown: ${unknown.slice(0, 10).join(', ')}` },
          });
        }
        await tx.classes.setRoster(id, [...new Set(ids.values())]);
        await tx.audit.insert(auditOf(actor, clock.now(), 'roster_changed', name, { id, people: ids.size }));
      });
    },

    async startSession(
      actor: Actor,
      classId: number,
    ): Promise<{ session: ClassSession; schoolClass: SchoolClass }> {
      const schoolClass = await existing(classId);
      const { now, date } = await settings.today();
      // Opening it is news; looking at it again is not.
      const known = await repos.classes.sessionOn(classId, date);
      if (known) return { session: known, schoolClass };
      const session = await announcing('classes', async (tx) => {
        const opened = await tx.classes.openSession({ classId, date, at: now, openedBy: actor.personId });
        await tx.audit.insert(
          auditOf(actor, now, 'class_attendance_started', schoolClass.name, { id: classId, date }),
        );
        return opened;
      });
      return { session, schoolClass };
    },
  };
}

export type ClassService = ReturnType<typeof createClassService>;
