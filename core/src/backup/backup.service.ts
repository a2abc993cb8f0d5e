import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { MasterKeys } from '../faces/face.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { RandomSource } from '../kernel/random.ts';
import type { Transact } from '../kernel/transact.ts';
import type { FileStore, OperationRepos } from '../operations/operations.ports.ts';
import { DAY_MS, FILE_LIFETIME_MS, FILE_NAME_PATTERN, hasFile } from '../operations/operations.rules.ts';
import type { Operation } from '../operations/operations.types.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import { backupArchive } from './archive/archive-content.ts';
import type { SealWith } from './archive/archive-key.ts';
import type { BackupRepos, BackupSchedule, CsvChoice, PassphraseKdf, Snapshots } from './backup.ports.ts';
import { isBackupDue, lifetimeDays } from './backup.rules.ts';
import { attendanceCsv, exportJson } from './export-formats.ts';
import { createFileMaker, type OnProgress, type Requester } from './file-maker.ts';

type Repos = AuditRepos & BackupRepos & OperationRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly files: FileStore;
  readonly snapshots: Snapshots;
  readonly masterKeys: MasterKeys;
  readonly kdf: PassphraseKdf;
  readonly settings: SettingsReader;
}

const MAX_LISTED = 20;
const SCHEDULE: Requester = { personId: null, name: 'Schedule', address: 'server' };
/** Longer than any backup takes: an operation still running then belongs to a process that ended. */
const STALE_MS = 6 * 3_600_000;

export function createBackupService(needs: Needs) {
  const { clock, random, repos, transact, files, masterKeys, kdf, settings } = needs;
  const maker = createFileMaker(needs);

  const backup = async (by: Requester, sealWith: SealWith, lifetimeMs: number): Promise<Operation> => {
    const { name, isDemo } = await settings.institution();
    return maker.make(by, 'backup', lifetimeMs, (reader, onProgress) =>
      backupArchive({ keys: masterKeys, kdf, random }, reader, {
        institution: name,
        demo: isDemo,
        at: clock.now(),
        sealWith,
        onProgress,
      }),
    );
  };

  /** Progress of an export: its total is unknown, so the rows written are reported as both. */
  const rowCounter = (onProgress: OnProgress) => {
    let done = 0;
    return (rows: number) => {
      done += rows;
      onProgress(done, done);
    };
  };

  return {
    recent: (): Promise<Operation[]> => repos.operations.list(MAX_LISTED),

    backup: (actor: Actor, passphrase: string | null): Promise<Operation> =>
      backup(
        actor,
        passphrase === null ? { by: 'master' } : { by: 'passphrase', passphrase },
        FILE_LIFETIME_MS,
      ),

    exportJson: (actor: Actor): Promise<Operation> =>
      maker.make(actor, 'export_json', FILE_LIFETIME_MS, (reader, onProgress) =>
        exportJson(reader, clock.now(), rowCounter(onProgress)),
      ),

    async exportCsv(actor: Actor, choice: CsvChoice): Promise<Operation> {
      const { zone } = await settings.today();
      return maker.make(actor, 'export_csv', FILE_LIFETIME_MS, (reader, onProgress) =>
        attendanceCsv(reader, choice.date, zone, rowCounter(onProgress)),
      );
    },

    async download(actor: Actor, file: string) {
      const operation = FILE_NAME_PATTERN.test(file) ? await repos.operations.byFile(file) : null;
      if (!operation || !hasFile(operation) || operation.expiresAt <= clock.now())
        throw new AppError('file_not_found');
      const content = await files.read(operation.file);
      if (!content) throw new AppError('file_not_found');
      await repos.audit.insert(
        auditEntry(actor, clock.now(), 'file_downloaded', file, { kind: operation.kind }),
      );
      return { operation, content };
    },

    schedule: (): Promise<BackupSchedule> => repos.backupSchedule.get(),

    saveSchedule: (actor: Actor, schedule: BackupSchedule): Promise<void> =>
      transact(async (tx) => {
        await tx.backupSchedule.save(schedule);
        await tx.audit.insert(auditEntry(actor, clock.now(), 'backup_schedule_saved', null, { ...schedule }));
      }),

    /** Makes today's backup when it is due. Run by the host every few minutes. */
    async runSchedule(): Promise<Operation | null> {
      const { date, zone, now } = await settings.today();
      const schedule = await repos.backupSchedule.get();
      const lastRun = await repos.backupSchedule.lastRun();
      if (!isBackupDue(schedule, { date, minutes: zone.minutesOf(now) }, lastRun)) return null;
      if (!(await repos.backupSchedule.claim(date))) return null;
      return backup(SCHEDULE, { by: 'master' }, lifetimeDays(schedule, date, lastRun) * DAY_MS);
    },

    /** Removes expired operations and their files. Run by the host every hour. */
    async removeExpired(): Promise<number> {
      await repos.operations.failStale(new Date(clock.now().getTime() - STALE_MS), 'It was interrupted.');
      const expired = await repos.operations.removeExpired(clock.now());
      for (const { file } of expired) await files.remove(file);
      return expired.length;
    },

    /** Marks running operations failed. For the start of a server that is the only one on its database. */
    failInterrupted: (): Promise<number> => repos.operations.failStale(clock.now(), 'It was interrupted.'),
  };
}
