import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Clock } from '../kernel/clock.ts';
import { createZoneHistory } from '../kernel/zones/zone-history.ts';
import type { SettingsRepos } from '../settings/settings.ports.ts';
import type { FaceRepos, ScrubFaceFiles, ScrubTarget } from './face.ports.ts';

type Repos = AuditRepos & FaceRepos & SettingsRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly scrubFaceFiles: ScrubFaceFiles;
}

interface UpkeepResult {
  /** Deleted people who still had face data. Must be 0: storing a face checks this. */
  readonly people: number;
  readonly templates: number;
  /** `at_night`: only replaced photos wait to be scrubbed. */
  readonly files: 'clean' | 'scrubbed' | 'later' | 'at_night';
}

/** Until five in the morning: rewriting the tables holds up marks by face for a moment. */
const NIGHT_ENDS_AT_MINUTE = 5 * 60;
/** A server that is switched off every night scrubs replaced photos by day. */
const LONGEST_WAIT_HOURS = 24;

/** Fails the job, for the log and the readiness check, when removed faces have waited for a day after they were due. */
function putOff({ isErasure, waitingHours }: ScrubTarget): 'later' {
  if (waitingHours < (isErasure ? LONGEST_WAIT_HOURS : 2 * LONGEST_WAIT_HOURS)) return 'later';
  throw new Error(
    `Removed faces have been in the files of the database for ${Math.floor(waitingHours)} hours, because something still sees or locks their rows. Look for it in pg_stat_activity (backend_xid, backend_xmin), pg_prepared_xacts and pg_replication_slots, and end it.`,
  );
}

/** Removes what deletions of faces left behind: rows of deleted people, and bytes in the database's files. */
export function createFaceUpkeepService({ clock, repos, transactAndPublish, scrubFaceFiles }: Needs) {
  const sweep = () =>
    transactAndPublish('faces', async (tx) => {
      const removed = await tx.faces.removeOfDeletedPeople();
      if (removed.people > 0) {
        const by = { personId: 0, name: 'Rollcall', address: 'server' };
        const entry = auditEntry(by, clock.now(), 'face_removed', null, { ...removed });
        await tx.audit.insert({ ...entry, actorId: null });
      }
      return removed;
    });

  const isDue = async ({ isErasure, isFirst, waitingHours }: ScrubTarget): Promise<boolean> => {
    if (isErasure || isFirst || waitingHours >= LONGEST_WAIT_HOURS) return true;
    const institution = await repos.settings.institution();
    if (!institution) return true;
    const zone = createZoneHistory(institution.timeZone, institution.earlierZones);
    return zone.minutesOf(clock.now()) < NIGHT_ENDS_AT_MINUTE;
  };

  const scrub = async (): Promise<UpkeepResult['files']> => {
    const target = await repos.faces.scrubTarget();
    if (target === null) return 'clean';
    if (!(await isDue(target))) return 'at_night';
    // A rewritten table would still hold the rows that a running backup can see.
    if (await repos.faces.isSeenByOthers(target.xact)) return putOff(target);
    const result = await scrubFaceFiles({ withStatistics: target.isFirst });
    if (result === 'later') return putOff(target);
    await repos.faces.noteScrubbed(target.xact);
    return result;
  };

  return {
    scrub,

    async run(): Promise<UpkeepResult> {
      const removed = await sweep();
      await repos.faces.replaceForeignLog();
      await repos.faces.pruneChanges();
      return { ...removed, files: await scrub() };
    },
  };
}
