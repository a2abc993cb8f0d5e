import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { FaceRepos, GalleryReload } from '../faces/face.ports.ts';
import type { Clock } from '../kernel/clock.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { PrivacyRepos } from './privacy.ports.ts';
import { cutoffsOf } from './privacy.rules.ts';
import type { PrivacySettings, RetentionCount } from './privacy.types.ts';

type Repos = AuditRepos & FaceRepos & PrivacyRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly gallerySync: GalleryReload;
}

/** Removes data older than the retention settings allow; the preview counts it by the same rules. */
export function createRetentionService({ clock, repos, settings, transactAndPublish, gallerySync }: Needs) {
  const dueForRemoval = async (rules: PrivacySettings) => {
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
    const { cutoffs, faces, count } = await dueForRemoval(await repos.privacy.settings());
    if (Object.values(count).every((rows) => rows === 0)) return count;
    const { attendanceBefore, auditBefore } = cutoffs;
    const at = clock.now();
    await transactAndPublish(['faces', 'attendance'], async (tx) => {
      for (const { personId } of faces) {
        await tx.faces.removeTemplates(personId);
        await tx.faces.removeKey(personId);
      }
      if (attendanceBefore) await tx.privacy.removeAttendanceBefore(attendanceBefore);
      if (auditBefore) await tx.privacy.removeAuditBefore(auditBefore);
      const by = { personId: 0, name: 'Retention', address: 'server' };
      await tx.audit.insert({
        ...auditEntry(by, at, 'retention_applied', null, { ...count }),
        actorId: null,
      });
    });
    for (const { personId } of faces) await gallerySync.refresh(personId);
    return count;
  };

  let lastRunOn: LocalDate | null = null;

  return {
    /** Counts what the saved rules, or the given unsaved ones, would remove. */
    preview: async (rules?: PrivacySettings): Promise<RetentionCount> =>
      (await dueForRemoval(rules ?? (await repos.privacy.settings()))).count,

    run,

    /**
     * Applies the rules once a day; called by the host every hour. The day is kept in memory only: after a restart
     * the rules run again and find nothing to remove.
     */
    async runDaily(): Promise<RetentionCount | null> {
      const { date } = await settings.today();
      if (lastRunOn === date) return null;
      const count = await run();
      lastRunOn = date; // set after the run, so that a failed run is retried an hour later
      return count;
    },
  };
}
