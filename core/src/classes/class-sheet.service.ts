import type { Actor } from '../access.ts';
import { judgeDay } from '../attendance/verdict.ts';
import { auditOf } from '../audit/audit.service.ts';
import { AppError } from '../errors.ts';
import type { Announcing } from '../events/announcing.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService, Today } from '../settings/settings.service.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import { classRule, markOf, proposalFor } from './class-marks.rules.ts';
import { MARK_STATUSES, type MarkStatus, type Proposal, type SheetEntry } from './class-marks.types.ts';
import type { ClassService } from './classes.service.ts';
import type { SchoolClass } from './classes.types.ts';

type Needs = Pick<Ports, 'repos'> & {
  settings: SettingsService;
  announcing: Announcing;
  classes: ClassService;
};

export interface ClassSheet {
  readonly revision: number;
  readonly entries: readonly (SheetEntry & { readonly proposal: Proposal | null })[];
}

export interface SheetChange {
  /** What the saver had before them: see `save`. */
  readonly revision: number;
  readonly marks: readonly { readonly code: string; readonly status: MarkStatus }[];
}

/** The attendance sheet of a class: who is there today, as photos, check-ins and whoever takes it say. */
export function createClassSheetService({ repos, settings, announcing, classes }: Needs) {
  const ruleOf = async (schoolClass: SchoolClass, { date }: Today): Promise<TimeSettings> =>
    classRule(await settings.timeSettingsOn(date), schoolClass);

  return {
    async read(classId: number): Promise<ClassSheet> {
      const schoolClass = await classes.existing(classId);
      const today = await settings.today();
      const rule = await ruleOf(schoolClass, today);
      const revision = await repos.classMarks.revision(classId, today.date);
      const entries = await repos.classMarks.sheet(classId, today.date);
      const proposed = (entry: SheetEntry) => proposalFor(entry, rule, schoolClass, today.zone);
      return { revision, entries: entries.map((entry) => ({ ...entry, proposal: proposed(entry) })) };
    },

    /**
     * Puts the sheet into the state that was sent, all of it or nothing. Sent twice, from a retry or a second
     * tab, it changes nothing the second time. A change made on top of a state that is no longer the last one is
     * refused: whoever sent it has not seen what they would overwrite.
     */
    async save(actor: Actor, classId: number, change: SheetChange): Promise<{ changed: number }> {
      const schoolClass = await classes.existing(classId);
      const today = await settings.today();
      const { now, date, zone } = today;
      const rule = await ruleOf(schoolClass, today);
      return announcing(['attendance', 'classes'], async (tx) => {
        await tx.classMarks.lockSheet(classId);
        const roster = new Map(
          (await tx.classMarks.sheet(classId, date)).map((entry) => [entry.code, entry]),
        );
        const strangers = change.marks.filter(({ code }) => !roster.has(code)).map(({ code }) => code);
        if (strangers.length > 0) {
          const marks = `Not in this class: ${strangers.slice(0, 10).join(', ')}`;
          throw new AppError('invalid_input', { fields: { marks } });
        }
        const changes = change.marks.flatMap(({ code, status }) => {
          const entry = roster.get(code);
          return entry && entry.mark?.status !== status ? [{ entry, status }] : [];
        });
        if (changes.length === 0) return { changed: 0 };
        if (change.revision !== (await tx.classMarks.revision(classId, date))) {
          throw new AppError('conflict', {
            message:
              'This sheet was saved from somewhere else meanwhile. Look at what changed, then save again.',
          });
        }
        const tally = { by_photo: 0, by_hand: 0, own: 0 };
        // In one order everywhere, so that two savers never wait for each other in a circle.
        for (const { entry, status } of changes.toSorted((a, b) => a.entry.personId - b.entry.personId)) {
          await tx.attendance.lockPerson(entry.personId);
          const mark = markOf({ entry, status, rule, slot: schoolClass, zone, now });
          await tx.classMarks.put({
            ...mark,
            classId,
            className: schoolClass.name,
            personId: entry.personId,
            date,
            rule,
            markedAt: now,
            markedBy: actor.personId,
          });
          await judgeDay(tx, entry.personId, date, zone, now);
          tally[mark.means === 'class_photo' ? 'by_photo' : mark.means === 'own' ? 'own' : 'by_hand'] += 1;
        }
        const counts = MARK_STATUSES.map((each) => [
          each,
          changes.filter(({ status }) => status === each).length,
        ]);
        const detail = {
          id: classId,
          date,
          changed: changes.length,
          ...Object.fromEntries(counts),
          ...tally,
        };
        await tx.audit.insert(auditOf(actor, now, 'class_attendance_saved', schoolClass.name, detail));
        return { changed: changes.length };
      });
    },
  };
}
