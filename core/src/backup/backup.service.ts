import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import { randomName } from '../auth/token.ts';
import { AppError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { attendanceCsv, backupArchive, exportJson } from './archive.format.ts';
import { FILE_LIFETIME_MS, FILE_NAME } from './backup.rules.ts';
import type { CsvChoice, Operation, OperationKind } from './backup.types.ts';

type Needs = Pick<Ports, 'clock' | 'random' | 'repos' | 'transact' | 'files' | 'archive'> & {
  settings: SettingsService;
};

const ENDINGS: Record<OperationKind, string> = { backup: 'jsonl.gz', export_json: 'json', export_csv: 'csv' };
const LISTED = 20;

export function createBackupService({ clock, random, repos, transact, files, archive, settings }: Needs) {
  const make = async (
    actor: Actor,
    kind: OperationKind,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<Operation> => {
    const file = `${kind.replace('_', '-')}-${randomName(random)}.${ENDINGS[kind]}`;
    const stored = await files.write(file, chunks);
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + FILE_LIFETIME_MS);
    return transact(async (tx) => {
      const operation = await tx.operations.insert({
        kind,
        file,
        ...stored,
        createdAt,
        createdBy: actor.name,
        expiresAt,
      });
      const action = kind === 'backup' ? 'backup_created' : 'export_created';
      await tx.audit.insert(auditOf(actor, createdAt, action, file, { kind, bytes: stored.bytes }));
      return operation;
    });
  };

  return {
    recent: (): Promise<Operation[]> => repos.operations.list(LISTED),

    async backup(actor: Actor): Promise<Operation> {
      return make(actor, 'backup', backupArchive(archive, clock.now()));
    },

    async exportJson(actor: Actor): Promise<Operation> {
      return make(actor, 'export_json', exportJson(archive, clock.now()));
    },

    async exportCsv(actor: Actor, choice: CsvChoice): Promise<Operation> {
      const { zone } = await settings.today();
      return make(actor, 'export_csv', attendanceCsv(archive, choice.date, zone));
    },

    async open(actor: Actor, file: string) {
      const operation = FILE_NAME.test(file) ? await repos.operations.byFile(file) : null;
      if (!operation || operation.expiresAt <= clock.now()) throw new AppError('file_not_found');
      const content = await files.read(operation.file);
      if (!content) throw new AppError('file_not_found');
      await repos.audit.insert(
        auditOf(actor, clock.now(), 'file_downloaded', file, { kind: operation.kind }),
      );
      return { operation, content };
    },

    /** Run by the host every hour: what has expired goes, row and file. */
    async removeExpired(): Promise<number> {
      const expired = await repos.operations.takeExpired(clock.now());
      for (const { file } of expired) await files.remove(file);
      return expired.length;
    },
  };
}
