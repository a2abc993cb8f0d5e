import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import { AppError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { attendanceCsv, exportJson } from './archive.format.ts';
import type { SealWith } from './archive-key.ts';
import { backupArchive } from './backup.archive.ts';
import { DAY_MS, FILE_LIFETIME_MS, FILE_NAME, hasFile } from './backup.rules.ts';
import type { BackupSchedule, CsvChoice, Operation } from './backup.types.ts';
import { createFileMaker, type OnProgress, type Requester } from './file-maker.ts';
import { isBackupDue, lifetimeDays } from './schedule.rules.ts';

type Needs = Pick<
  Ports,
  'clock' | 'random' | 'repos' | 'transact' | 'files' | 'snapshots' | 'masterKeys' | 'kdf'
> & { settings: SettingsService };

const LISTED = 20;
const SCHEDULE: Requester = { personId: null, name: 'Schedule', address: 'server' };
/** Longer than any backup takes: what is still running then belongs to a process that is gone. */
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

  /** Exports do not know beforehand how many rows they have; they say how many they wrote. */
  const counting = (onProgress: OnProgress) => {
    let done = 0;
    return (rows: number) => {
      done += rows;
      onProgress(done, done);
    };
  };

  return {
    recent: (): Promise<Operation[]> => repos.operations.list(LISTED),

    backup: (actor: Actor, passphrase: string | null): Promise<Operation> =>
      backup(
        actor,
        passphrase === null ? { by: 'master' } : { by: 'passphrase', passphrase },
        FILE_LIFETIME_MS,
      ),

    exportJson: (actor: Actor): Promise<Operation> =>
      maker.make(actor, 'export_json', FILE_LIFETIME_MS, (reader, onProgress) =>
        exportJson(reader, clock.now(), counting(onProgress)),
      ),

    async exportCsv(actor: Actor, choice: CsvChoice): Promise<Operation> {
      const { zone } = await settings.today();
      return maker.make(actor, 'export_csv', FILE_LIFETIME_MS, (reader, onProgress) =>
        attendanceCsv(reader, choice.date, zone, counting(onProgress)),
      );
    },

    async open(actor: Actor, file: string) {
      const operation = FILE_NAME.test(file) ? await repos.operations.byFile(file) : null;
      if (!operation || !hasFile(operation) || operation.expiresAt <= clock.now())
        throw new AppError('file_not_found');
      const content = await files.read(operation.file);
      if (!content) throw new AppError('file_not_found');
      await repos.audit.insert(
        auditOf(actor, clock.now(), 'file_downloaded', file, { kind: operation.kind }),
      );
      return { operation, content };
    },

    schedule: (): Promise<BackupSchedule> => repos.backupSchedule.get(),

    saveSchedule: (actor: Actor, schedule: BackupSchedule): Promise<void> =>
      transact(async (tx) => {
        await tx.backupSchedule.save(schedule);
        await tx.audit.insert(auditOf(actor, clock.now(), 'backup_schedule_saved', null, { ...schedule }));
      }),

    /** Run by the host every few minutes: makes today's backup when its time has come. */
    async runSchedule(): Promise<Operation | null> {
      const { date, zone, now } = await settings.today();
      const schedule = await repos.backupSchedule.get();
      const lastRun = await repos.backupSchedule.lastRun();
      if (!isBackupDue(schedule, { date, minutes: zone.minutesOf(now) }, lastRun)) return null;
      if (!(await repos.backupSchedule.claim(date))) return null;
      return backup(SCHEDULE, { by: 'master' }, lifetimeDays(schedule, date, lastRun) * DAY_MS);
    },

    /** Run by the host every hour: what has expired goes, row and file. */
    async removeExpired(): Promise<number> {
      await repos.operations.failStale(new Date(clock.now().getTime() - STALE_MS), 'It was interrupted.');
      const expired = await repos.operations.takeExpired(clock.now());
      for (const { file } of expired) await files.remove(file);
      return expired.length;
    },

    /** At the start of a server that is alone with its database: nothing can be running yet. */
    failInterrupted: (): Promise<number> => repos.operations.failStale(clock.now(), 'It was interrupted.'),
  };
}
