import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { MasterKeys } from '../faces/face.ports.ts';
import type { JobRepos, Jobs } from '../jobs/jobs.ports.ts';
import { INTERRUPTED } from '../jobs/jobs.rules.ts';
import type { JobContext } from '../jobs/jobs.types.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { RandomSource } from '../kernel/random.ts';
import type { Transact } from '../kernel/transact.ts';
import type { CheckedFiles, OperationRepos } from '../operations/operations.ports.ts';
import {
  DAY_MS,
  downloadName,
  FILE_LIFETIME_MS,
  FILE_NAME_PATTERN,
  hasFile,
} from '../operations/operations.rules.ts';
import type { NamedOperation, Operation } from '../operations/operations.types.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import { backupArchive } from './archive/archive-content.ts';
import type { SealWith } from './archive/archive-key.ts';
import type { BackupRepos, BackupSchedule, CsvChoice, PassphraseKdf, Snapshots } from './backup.ports.ts';
import { isBackupDue, lifetimeDays } from './backup.rules.ts';
import { planExpiry } from './expiry.rules.ts';
import { attendanceCsv, exportJson } from './export-formats.ts';
import { createFileMaker, type MadeKind, type OnProgress, type Requester } from './file-maker.ts';

type Repos = AuditRepos & BackupRepos & JobRepos & OperationRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly files: CheckedFiles;
  readonly snapshots: Snapshots;
  readonly masterKeys: MasterKeys;
  readonly kdf: PassphraseKdf;
  readonly settings: SettingsReader;
  readonly jobs: Jobs;
  /** Fails with `confirmation_needed`; for an API token with `forbidden`. */
  readonly requireConfirmation: (actor: Actor) => void;
  /** Reads a stored backup as a dry run of its restore does. */
  readonly verifyBackup: (file: string) => Promise<void>;
}

/** What a job of the kind `file` was asked for. */
interface FileRequest {
  readonly by: Requester;
  readonly kind: MadeKind;
  readonly date: LocalDate | null;
}

export interface BackupHealth {
  readonly lastSuccessAt: Date | null;
  readonly failuresInARow: number;
  readonly problem: string | null;
}

const MAX_LISTED = 20;
const SCHEDULE: Requester = { personId: null, name: 'Schedule', address: 'server' };
/** Backups and exports of one server follow one another: each holds a connection for as long as it reads. */
const LANE = 'files';
const FILE_JOB = 'file';
const SEALED_JOB = 'sealed_backup';
const NIGHTLY_JOB = 'nightly_backup';

/** Progress of an export: its total is unknown, so the rows written are reported as both. */
const rowCounter = (onProgress: OnProgress) => {
  let done = 0;
  return (rows: number) => {
    done += rows;
    onProgress(done, done);
  };
};

export function createBackupService(needs: Needs) {
  const { clock, random, repos, transact, files, masterKeys, kdf, settings, jobs, verifyBackup } = needs;
  const { requireConfirmation } = needs;
  const maker = createFileMaker(needs);

  const archive = async (sealWith: SealWith) => {
    const { name, isDemo } = await settings.institution();
    return (reader: Parameters<typeof backupArchive>[1], onProgress: OnProgress) =>
      backupArchive({ keys: masterKeys, kdf, random }, reader, {
        institution: name,
        demo: isDemo,
        at: clock.now(),
        sealWith,
        onProgress,
      });
  };

  const makeRequested = async ({ by, kind, date }: FileRequest, job: JobContext): Promise<Operation> => {
    const wanted = () => maker.newFile(by, kind, FILE_LIFETIME_MS, { day: date });
    if (kind === 'backup') return maker.make(job, by, wanted, await archive({ by: 'master' }));
    const { zone } = await settings.today();
    const { kind: of } = await settings.institution();
    return maker.make(job, by, wanted, (reader, onProgress) =>
      kind === 'export_json'
        ? exportJson(reader, clock.now(), rowCounter(onProgress))
        : attendanceCsv(reader, date, { zone, kind: of }, rowCounter(onProgress)),
    );
  };

  /** The day of the newest nightly backup that was verified. */
  const lastSuccess = async () => {
    const { date, zone, now } = await settings.today();
    const last = await repos.operations.lastScheduled(now);
    return { date, minutes: zone.minutesOf(now), last: last ? zone.dateOf(last.createdAt) : null };
  };

  /** Makes the backup of the day and reads it back; until that succeeds, the day has none. */
  const makeNightly = async (job: JobContext): Promise<Operation | null> => {
    const { date, last } = await lastSuccess();
    if (last === date) return null; // a run before this one was interrupted after the backup was verified
    const schedule = await repos.backupSchedule.get();
    if (!schedule.enabled) return null; // switched off while this one waited
    const unverified = await repos.operations.unverified(job.jobId);
    const days = lifetimeDays(schedule, date, last);
    const wanted = () => maker.newFile(SCHEDULE, 'backup', days * DAY_MS, { isScheduled: true });
    const made = await maker.make(job, SCHEDULE, wanted, await archive({ by: 'master' }));
    // Of a day whose backups cannot be verified the newest one stays: it may still be of use.
    if (unverified) {
      await files.remove(unverified.file);
      await repos.operations.remove([unverified.id]);
    }
    // The demo school is made again instead of restored.
    if (!(await settings.institution()).isDemo) await verifyBackup(made.file);
    return repos.operations.verified(made.id, clock.now());
  };

  const common = { lane: LANE, needsFiles: true };
  jobs.define<FileRequest>({
    kind: FILE_JOB,
    name: 'Making a backup or export',
    ...common,
    run: makeRequested,
  });
  jobs.define({
    kind: SEALED_JOB,
    name: 'Making a backup with a passphrase',
    // Without `needsFiles`: no other server can make it, so it fails where the files are not, instead of waiting.
    lane: LANE,
    run: async () => {
      throw new Error('Only the server that knows the passphrase can make this backup.');
    },
  });
  jobs.define({
    kind: NIGHTLY_JOB,
    name: 'Making the nightly backup',
    ...common,
    isRetried: true,
    run: (_input, job) => makeNightly(job),
  });

  const naming = async (): Promise<(operation: Operation) => string> => {
    const { name } = await settings.institution();
    const { zone } = await settings.today();
    return (operation) => downloadName(operation, name, zone);
  };

  /** Adds the job and its operation, and waits until a server has made the file. */
  const request = async (wanted: FileRequest): Promise<Operation> => {
    await files.assertHere();
    const newFile = maker.newFile(wanted.by, wanted.kind, FILE_LIFETIME_MS, { day: wanted.date });
    const { jobId, id } = await transact(async (tx) => {
      const jobId = await jobs.add(FILE_JOB, newFile.file, wanted, tx);
      const { id } = await tx.operations.insert({ ...newFile, jobId });
      return { jobId, id };
    });
    jobs.wake();
    await jobs.outcome(jobId);
    const operation = await repos.operations.byId(id);
    if (!operation) throw new AppError('file_not_found');
    return operation;
  };

  const requesterOf = ({ personId, name, address }: Actor): Requester => ({ personId, name, address });

  const sealedBackup = async (by: Requester, passphrase: string): Promise<Operation> => {
    await files.assertHere();
    const newFile = maker.newFile(by, 'backup', FILE_LIFETIME_MS);
    return jobs.attend(SEALED_JOB, newFile.file, async (job) =>
      maker.make(job, by, () => newFile, await archive({ by: 'passphrase', passphrase })),
    );
  };

  /** Adds tonight's backup to the jobs when it is due, and answers the job. Run by the host every few minutes. */
  const addDue = async (): Promise<number | null> => {
    const { date, minutes, last } = await lastSuccess();
    if (!isBackupDue(await repos.backupSchedule.get(), { date, minutes }, last)) return null;
    await repos.jobs.supersede(NIGHTLY_JOB, date);
    const id = await jobs.add(NIGHTLY_JOB, date, null);
    jobs.wake();
    return id;
  };

  return {
    async recent(): Promise<NamedOperation[]> {
      const nameOf = await naming();
      const listed = await repos.operations.list(MAX_LISTED);
      return listed.map((operation) => ({ ...operation, name: nameOf(operation) }));
    },

    /** With a passphrase, whoever asks can read all of it elsewhere: the hashes of everybody's password too. */
    async backup(actor: Actor, passphrase: string | null): Promise<Operation> {
      if (passphrase === null) return request({ by: requesterOf(actor), kind: 'backup', date: null });
      requireConfirmation(actor);
      return sealedBackup(requesterOf(actor), passphrase);
    },

    exportJson: (actor: Actor): Promise<Operation> =>
      request({ by: requesterOf(actor), kind: 'export_json', date: null }),

    exportCsv: (actor: Actor, { date }: CsvChoice): Promise<Operation> =>
      request({ by: requesterOf(actor), kind: 'export_csv', date }),

    async download(actor: Actor, file: string) {
      const operation = FILE_NAME_PATTERN.test(file) ? await repos.operations.byFile(file) : null;
      if (!operation || !hasFile(operation) || operation.expiresAt <= clock.now())
        throw new AppError('file_not_found');
      const content = await files.read(operation.file);
      if (!content) throw new AppError('file_not_found');
      await repos.audit.insert(
        auditEntry(actor, clock.now(), 'file_downloaded', file, { kind: operation.kind }),
      );
      const nameOf = await naming();
      return { name: nameOf(operation), content };
    },

    schedule: (): Promise<BackupSchedule> => repos.backupSchedule.get(),

    saveSchedule: (actor: Actor, schedule: BackupSchedule): Promise<void> =>
      transact(async (tx) => {
        await tx.backupSchedule.save(schedule);
        // Nor is a failed one tried again.
        if (!schedule.enabled) await tx.jobs.supersede(NIGHTLY_JOB, '');
        await tx.audit.insert(auditEntry(actor, clock.now(), 'backup_schedule_saved', null, { ...schedule }));
      }),

    addDue,

    /** Makes today's backup when it is due, and waits for it. */
    async runSchedule(): Promise<Operation | null> {
      const id = await addDue();
      if (id === null) return null;
      await jobs.outcome(id);
      return repos.operations.lastScheduled(clock.now());
    },

    /** The newest nightly backup, and the failures since. There are none to mend while the schedule is off. */
    async health(): Promise<BackupHealth> {
      const last = await repos.operations.lastScheduled(clock.now());
      const { enabled } = await repos.backupSchedule.get();
      const nightly = (await repos.jobs.status()).find(({ kind }) => enabled && kind === NIGHTLY_JOB);
      return {
        lastSuccessAt: last?.createdAt ?? null,
        failuresInARow: nightly?.failuresInARow ?? 0,
        problem: nightly?.problem ?? null,
      };
    },

    /** Removes expired operations and their files, and files that no operation names. Run by the host every hour. */
    async removeExpired(): Promise<number> {
      const now = clock.now();
      const schedule = await repos.backupSchedule.get();
      // The files first: an operation that is added meanwhile has a file that is not in the list yet.
      const stored = await files.list();
      const filesSince = await repos.filePlaces.since();
      const operations = await repos.operations.all();
      const plan = planExpiry({ operations, files: stored, filesSince, schedule, now });
      await repos.operations.keepUntil(
        plan.keep.map(({ id }) => id),
        plan.keepUntil,
      );
      // The file before its row: after a crash the row still names it, and the next run goes on.
      for (const { file } of plan.remove) await files.remove(file);
      for (const file of plan.orphans) await files.remove(file);
      await repos.operations.remove(plan.remove.map(({ id }) => id));
      return plan.remove.length + plan.orphans.length;
    },

    /** Marks operations failed that no server works on. */
    failInterrupted: (): Promise<number> => repos.operations.failInterrupted(INTERRUPTED),
  };
}
