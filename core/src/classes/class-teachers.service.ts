import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import { type Actor, requireReach } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { AccountRepos } from '../people/accounts.ports.ts';
import { TEACHING_ROLES } from '../people/accounts.rules.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { ClassReader, ClassRepos } from './classes.ports.ts';
import { meetsOn, teachingProblem } from './classes.rules.ts';
import type { ClassTeacher, TaughtClass, TeachingDuty } from './classes.types.ts';

type Repos = AccountRepos & AuditRepos & ClassRepos & PeopleRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly classes: Pick<ClassReader, 'requireClass'>;
}

export type GivenTeacher = Omit<TeachingDuty, 'personId'> & { readonly code: string };

/** Who teaches which class, and what they have today. */
export function createClassTeacherService({ clock, repos, settings, transactAndPublish, classes }: Needs) {
  /** Teachers are people with a role that has classes; anybody else has to be given one first. */
  const dutyOf = async (tx: Repos, { code, ...days }: GivenTeacher): Promise<TeachingDuty> => {
    const person = await tx.people.byCode(code);
    if (!person) throw new AppError('invalid_input', { fields: { teachers: `Unknown: ${code}` } });
    if (!TEACHING_ROLES.includes(person.role))
      throw new AppError('invalid_input', {
        fields: { teachers: `${person.name} does not have the teacher role.` },
      });
    return { personId: person.id, ...days };
  };

  return {
    async list(actor: Actor, classId: number): Promise<ClassTeacher[]> {
      await classes.requireClass(actor, 'classes.manage', classId);
      return repos.classTeachers.ofClass(classId);
    },

    async set(actor: Actor, classId: number, given: readonly GivenTeacher[]): Promise<void> {
      const { name } = await classes.requireClass(actor, 'classes.manage', classId);
      const problem = teachingProblem(given);
      if (problem) throw new AppError('invalid_input', { fields: { teachers: problem } });
      await transactAndPublish(['classes', 'people'], async (tx) => {
        // Whoever loses their role or is deleted meanwhile is not left with a class.
        await tx.accounts.lockRoles();
        const duties: TeachingDuty[] = [];
        for (const each of given) duties.push(await dutyOf(tx, each));
        await tx.classTeachers.set(classId, duties);
        const substitutes = duties.filter(({ firstDay }) => firstDay !== null).length;
        const detail = { id: classId, teachers: duties.length - substitutes, substitutes };
        await tx.audit.insert(auditEntry(actor, clock.now(), 'class_teachers_changed', name, detail));
      });
    },

    /** The actor's classes that meet today; none on a holiday or a day off. */
    async today(actor: Actor): Promise<{ date: LocalDate; classes: TaughtClass[] }> {
      const { date, isWorkingDay } = await settings.today();
      const reach = requireReach(actor, 'classes.read');
      const taught = isWorkingDay ? await repos.classTeachers.classesOf(actor.personId, date, reach) : [];
      return { date, classes: taught.filter((each) => meetsOn(each, date)) };
    },
  };
}
