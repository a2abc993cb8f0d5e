import { auditOf } from '../audit/audit.service.ts';
import type { Announcing } from '../events/announcing.ts';
import type { GalleryKeeper } from '../faces/gallery-keeper.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { LocalDate } from '../time/local-date.ts';
import { cutoffsOf } from './privacy.rules.ts';
import type { PrivacySettings, RetentionCount } from './privacy.types.ts';

type Needs = Pick<Ports, 'clock' | 'repos'> & {
  settings: SettingsService;
  announcing: Announcing;
  keeper: GalleryKeeper;
};

/** What has been kept long enough goes by itself, by the same rule that the preview shows. */
export function createRetentionService({ clock, repos, settings, announcing, keeper }: Needs) {
  const dueUnder = async (rules: PrivacySettings) => {
    const { date, zone } = await settings.today();
    const cutoffs = cutoffsOf(rules, date, zone);
    const { facesUnusedSince, attendanceBefore, auditBefore } = cutoffs;
    const faces = facesUnusedSince ? await repos.privacy.unusedFaces(facesUnusedSince) : [];
    const attendance = attendanceBefore
      ? await repos.privacy.countAttendanceBefore(attendanceBefore)
      : { days: 0, checkIns: 0 };
    const count: RetentionCount = {
      peopleWithUnusedFaces: faces.length,
      attendanceDays: attendance.days,
      checkIns: attendance.checkIns,
      auditEntries: auditBefore ? await repos.privacy.countAuditBefore(auditBefore) : 0,
    };
    return { cutoffs, faces, count };
  };

  const run = async (): Promise<RetentionCount> => {
    const { cutoffs, faces, count } = await dueUnder(await repos.privacy.settings());
    if (Object.values(count).every((rows) => rows === 0)) return count;
    const { attendanceBefore, auditBefore } = cutoffs;
    const at = clock.now();
    await announcing(['faces', 'attendance'], async (tx) => {
      for (const { personId } of faces) {
        await tx.faces.removeTemplates(personId);
        await tx.faces.removeKey(personId);
      }
      if (attendanceBefore) await tx.privacy.removeAttendanceBefore(attendanceBefore);
      if (auditBefore) await tx.privacy.removeAuditBefore(auditBefore);
      const by = { personId: 0, name: 'Retention', address: 'server' };
      await tx.audit.insert({ ...auditOf(by, at, 'retention_applied', null, { ...count }), actorId: null });
    });
    for (const { personId } of faces) await keeper.refresh(personId);
    return count;
  };

  let doneOn: LocalDate | null = null;

  return {
    /** Of the saved rules, or of others that someone thinks about saving. */
    preview: async (rules?: PrivacySettings): Promise<RetentionCount> =>
      (await dueUnder(rules ?? (await repos.privacy.settings()))).count,

    run,

    /**
     * Asked by the host every hour, does its work at the first time on each day. That day is remembered in memory only:
     * a server that starts again looks again, and finds nothing left to remove.
     */
    async runDaily(): Promise<RetentionCount | null> {
      const { date } = await settings.today();
      if (doneOn === date) return null;
      const count = await run();
      doneOn = date; // after the work: a failure is tried again an hour later
      return count;
    },
  };
}
