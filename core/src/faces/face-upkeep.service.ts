import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Clock } from '../kernel/clock.ts';
import type { FaceRepos, ScrubFaceFiles } from './face.ports.ts';

type Repos = AuditRepos & FaceRepos;

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
  readonly files: 'clean' | 'scrubbed' | 'later';
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

  const scrub = async (): Promise<UpkeepResult['files']> => {
    const target = await repos.faces.scrubTarget();
    if (target === null) return 'clean';
    // A rewritten table would still hold the rows that a running backup can see.
    if (await repos.faces.isSeenByOthers(target)) return 'later';
    await scrubFaceFiles();
    await repos.faces.noteScrubbed(target);
    return 'scrubbed';
  };

  return {
    scrub,

    async run(): Promise<UpkeepResult> {
      const removed = await sweep();
      await repos.faces.pruneChanges();
      return { ...removed, files: await scrub() };
    },
  };
}
