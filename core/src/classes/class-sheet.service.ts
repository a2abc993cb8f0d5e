import type { AttendanceRecorder, AttendanceRepos } from '../attendance/attendance.ports.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry, changed, personKey } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import { type Actor, INSTITUTION, mayWriteDaysOf, requireReach } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import type { SettingsReader, Today } from '../settings/settings.ports.ts';
import type { ClassReader, ClassRepos } from './classes.ports.ts';
import { classRule, dayRuleOfClass, markOf, proposalFor } from './classes.rules.ts';
import {
  MARK_STATUSES,
  type MarkStatus,
  type Proposal,
  type SchoolClass,
  type SheetEntry,
} from './classes.types.ts';

type Repos = AttendanceRepos & AuditRepos & ClassRepos;

interface Needs {
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly attendance: AttendanceRecorder;
  readonly classes: ClassReader;
}

export interface ClassSheet {
  readonly revision: number;
  readonly entries: readonly (SheetEntry & {
    readonly proposal: Proposal | null;
    /** The account's own entry, which it may not mark. */
    readonly isOwn: boolean;
  })[];
}

interface SheetChange {
  /** The revision that the change is based on: see `save`. */
  readonly revision: number;
  readonly marks: readonly { readonly code: string; readonly status: MarkStatus }[];
}

/** Reads and saves the class sheet of today, with proposals from photos, check-ins and leave. */
export function createClassSheetService({ repos, settings, transactAndPublish, attendance, classes }: Needs) {
  const rulesOf = async (schoolClass: SchoolClass, { date }: Today) => {
    const rule = await settings.timeSettingsOn(date);
    return { rule: classRule(rule, schoolClass), dayRule: dayRuleOfClass(rule, schoolClass) };
  };

  return {
    async read(actor: Actor, classId: number): Promise<ClassSheet> {
      const schoolClass = await classes.requireClass(actor, 'classes.read', classId);
      const today = await settings.today();
      const { rule } = await rulesOf(schoolClass, today);
      const revision = await repos.classMarks.revision(classId, today.date);
      const entries = await repos.classMarks.sheet(classId, today.date, requireReach(actor, 'classes.read'));
      const shown = entries.map((entry) => ({
        ...entry,
        proposal: proposalFor(entry, rule, schoolClass, today.zone),
        isOwn: !mayWriteDaysOf(actor, entry.personId),
      }));
      return { revision, entries: shown };
    },

    /**
     * Saves the given marks in one transaction. Idempotent: a retry changes nothing. Fails with `conflict` if the
     * sheet was saved since the given revision, because the sender has not seen those marks.
     */
    async save(actor: Actor, classId: number, change: SheetChange): Promise<{ changed: number }> {
      const schoolClass = await classes.requireClass(actor, 'classes.take', classId);
      const today = await settings.today();
      const { now, date, zone } = today;
      const { rule, dayRule } = await rulesOf(schoolClass, today);
      const wanted = new Map(change.marks.map(({ code, status }) => [code, status]));
      return transactAndPublish(['attendance', 'classes'], async (tx) => {
        await tx.classMarks.lockSheet(classId);
        // Locked before the sheet is read, so that a check-in that comes meanwhile is seen or waits.
        await tx.attendance.lockPeople([...(await tx.classes.idsOfCodes([...wanted.keys()])).values()]);
        const roster = new Map(
          (await tx.classMarks.sheet(classId, date, INSTITUTION)).map((entry) => [entry.code, entry]),
        );
        const unknownCodes = [...wanted.keys()].filter((code) => !roster.has(code));
        if (unknownCodes.length > 0) {
          const marks = `Not in this class: ${unknownCodes.slice(0, 10).join(', ')}`;
          throw new AppError('invalid_input', { fields: { marks } });
        }
        const changes = [...wanted].flatMap(([code, status]) => {
          const entry = roster.get(code);
          return entry && entry.mark?.status !== status ? [{ entry, status }] : [];
        });
        if (changes.length === 0) return { changed: 0 };
        if (change.revision !== (await tx.classMarks.revision(classId, date))) {
          throw new AppError('conflict', {
            message: 'Someone else saved this list in the meantime. Check what changed, then save again.',
          });
        }
        const marks = changes.map(({ entry, status }) => ({
          ...markOf({ entry, status, rule, slot: schoolClass, zone, now }),
          classId,
          className: schoolClass.name,
          subject: schoolClass.subject,
          personId: entry.personId,
          date,
          rule: dayRule,
          classStart: schoolClass.startTime,
          classEnd: schoolClass.endTime,
          markedAt: now,
          markedBy: actor.personId,
        }));
        await tx.classMarks.saveMarks(classId, date, marks);
        await attendance.rederiveDays(tx, marks, zone, now, actor);
        const countByMeans = { by_photo: 0, by_hand: 0, own: 0 };
        for (const { means } of marks)
          countByMeans[means === 'class_photo' ? 'by_photo' : means === 'own' ? 'own' : 'by_hand'] += 1;
        const countByStatus = MARK_STATUSES.map((each) => [
          each,
          changes.filter(({ status }) => status === each).length,
        ]);
        const detail = {
          id: classId,
          date,
          changed: changes.length,
          ...Object.fromEntries(countByStatus),
          ...countByMeans,
          ...Object.fromEntries(
            changes.map(({ entry, status }) => [personKey(entry.code), changed(entry.mark?.status, status)]),
          ),
        };
        await tx.audit.insert(auditEntry(actor, now, 'class_attendance_saved', schoolClass.name, detail));
        return { changed: changes.length };
      });
    },
  };
}
