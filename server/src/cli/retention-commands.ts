import { basename, join } from 'node:path';
import { createRetentionSeal } from '@rollcall/core/backup/archive/retention-seal';
import { systemClock } from '@rollcall/core/kernel/clock';
import type { Repositories } from '@rollcall/core/ports';
import type { RetentionRun } from '@rollcall/core/privacy/retention.types';
import { retentionRows } from '@rollcall/core/privacy/retention-file';
import { STEP_ROWS } from '@rollcall/core/privacy/retention-run';
import { putBackRows } from '@rollcall/core/privacy/retention-undo';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { filesDirOf } from '../env.ts';
import { createPassphraseKdf, systemRandom } from '../keys/secrets.ts';
import { type CliContext, CliError, openFile, withDatabase } from './cli-context.ts';
import { requireKeys } from './installation-keys.ts';

const RUNS_LISTED = 1000;

const describe = ({ file, startedAt, expiresAt, removed, undoneAt }: RetentionRun): string => {
  const rows = Object.entries(removed).map(([table, count]) => `${count} ${table}`);
  const undone = undoneAt ? `, put back ${undoneAt.toISOString()}` : '';
  return `${file}  ${startedAt.toISOString()}  ${rows.join(', ')}, until ${expiresAt.toISOString()}${undone}`;
};

/** Lists what retention removed and can still be put back. */
export async function listRetention(context: CliContext): Promise<string> {
  return withDatabase(context, async ({ db }) => {
    const runs = await createRepositories(db).retention.runs(RUNS_LISTED);
    return runs.length === 0 ? 'There is no deleted data to restore.' : runs.map(describe).join('\n');
  });
}

/** Opens a file of the file store by its name, or a copy of it by its path. */
async function openRetentionFile(context: CliContext, file: string): Promise<AsyncIterable<Uint8Array>> {
  if (basename(file) !== file) return openFile(file);
  return openFile(join(filesDirOf(context.env), file)).catch((error: unknown) => {
    if (error instanceof CliError) return openFile(file);
    throw error;
  });
}

async function runOf(repos: Repositories, file: string): Promise<RetentionRun | null> {
  const operation = await repos.operations.byFile(basename(file));
  return operation && repos.retention.run(operation.id);
}

/** Puts the rows of a retention file back. A second time changes nothing. */
export async function undoRetention(context: CliContext, file: string): Promise<string> {
  return withDatabase(context, async (database) => {
    const repos = createRepositories(database.db);
    const institution = await repos.settings.institution();
    if (!institution) throw new CliError('This installation is not set up yet.');
    const seal = createRetentionSeal({
      keys: await requireKeys(context, repos),
      kdf: createPassphraseKdf(),
      random: systemRandom,
      clock: systemClock,
      schema: database.restoreTarget.schemaVersion,
      institution: async () => institution,
    });
    const { writtenAt, content } = await seal.open(await openRetentionFile(context, file));
    const counts = await putBackRows(
      { clock: systemClock, transact: createTransact(database.db) },
      {
        file: basename(file),
        writtenAt,
        pages: retentionRows(content, STEP_ROWS),
        run: await runOf(repos, file),
      },
      { personId: null, name: 'Command line', address: 'console' },
    );
    const rows = Object.entries(counts).map(([table, count]) => `  ${table.padEnd(20)} ${count}`);
    return [
      'Put back:',
      ...rows,
      'The retention rules that deleted them are turned off. Set them again when you know what to keep.',
    ].join('\n');
  });
}
