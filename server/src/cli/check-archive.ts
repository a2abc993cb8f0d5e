import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ArchiveSource,
  checkArchive,
  type Inspection,
} from '@rollcall/core/backup/archive/archive-restore';
import { combineMasterKeys, type KeyExport, keysByPerson } from '@rollcall/core/backup/archive/key-export';
import type { PassphraseKdf, RestoreEffects, RestoreTarget } from '@rollcall/core/backup/backup.ports';
import type { MasterKeys } from '@rollcall/core/faces/face.ports';
import { createTemplateVault } from '@rollcall/core/faces/keys/template-vault';
import { systemClock } from '@rollcall/core/kernel/clock';
import type { Repositories } from '@rollcall/core/ports';
import type { BeforeRestore } from '@rollcall/db/archive/kept-tables';
import { createRestoreTarget } from '@rollcall/db/archive/restore-target';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { drizzleOn } from '@rollcall/db/postgres/open-postgres';
import { createRepositories } from '@rollcall/db/repositories';
import { homeOf } from '../env.ts';
import { readMasterKeys } from '../keys/master-keys.ts';
import { systemRandom } from '../keys/secrets.ts';
import { type CliContext, keysOf, withDatabase } from './cli-context.ts';

interface Check {
  readonly context: CliContext;
  readonly kdf: PassphraseKdf;
  readonly given: KeyExport;
  readonly source: ArchiveSource;
  /** Compare with the database of this installation. */
  readonly own: boolean;
  /** Otherwise: who is removed again. */
  readonly before?: BeforeRestore | undefined;
}

/** Loads an archive into a scratch database and throws that away: whatever a restore would refuse is refused. */
export async function checkFile(check: Check): Promise<{ text: string }> {
  const { context, source, given } = check;
  if (check.own)
    return withDatabase(
      context,
      async (database) => {
        const faces = [...given.faces, ...(await createRepositories(database.db).faces.allKeys())];
        const keys = await keysOf(context.env, database);
        const from = { ...source, faceKeys: keysByPerson(faces) };
        return run(check, from, keys, database.restoreTarget);
      },
      { schema: 'any' },
    );
  const { env, locations } = context;
  const migrations = await readMigrations(locations.migrations);
  const seed = await readFile(locations.seed).catch(() => undefined);
  const record = { expected: null, hasDependents: true };
  const keys = await readMasterKeys(join(homeOf(env), 'keys'), env.templateKey, record);
  const embedded = await openEmbedded({ at: 'memory', ...(seed ? { seed } : {}), statementTimeoutMs: 0 });
  try {
    const target = createRestoreTarget({ db: drizzleOn(embedded.pool), migrations, before: check.before });
    return await run(check, source, keys, target);
  } finally {
    await embedded.close();
  }
}

async function run(
  { kdf, given }: Check,
  source: ArchiveSource,
  own: MasterKeys,
  target: RestoreTarget<Repositories>,
): Promise<{ text: string }> {
  const keys = forChecking(combineMasterKeys(own, given.master));
  const vault = createTemplateVault({ keys, random: systemRandom });
  const needs = { keys, kdf, random: systemRandom, vault, target };
  const { effects, ...inspected } = await checkArchive(needs, source, systemClock.now());
  return {
    text: `${describeInspection(inspected)}\n${describeEffects(effects)}\nThe backup is complete and can be restored. Nothing was changed.`,
  };
}

/** A check rewraps face keys into the void, which must not fail where this installation has no key yet. */
function forChecking(keys: MasterKeys): MasterKeys {
  const standIn = { id: 'none', bytes: systemRandom.bytes(32) };
  return {
    byId: keys.byId,
    current: () => {
      try {
        return keys.current();
      } catch {
        return standIn;
      }
    },
  };
}

export function describeInspection({ head, rows, faces }: Inspection): string {
  const counts = Object.entries(head.counts)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `  ${table.padEnd(20)} ${String(count).padStart(9)}`);
  const missing = faces.people - faces.readable;
  return [
    `${head.institution}, backup of ${head.createdAt}, schema ${head.schema}, ${rows} rows:`,
    ...counts,
    `Faces: ${faces.readable} of ${faces.people} people can be recognized.`,
    ...(missing > 0
      ? [
          `${missing} must register their face again. Their keys are in no backup. If you have a key export, give --keys FILE.`,
        ]
      : []),
  ].join('\n');
}

const MOST_CODES = 20;

export function describeEffects(effects: RestoreEffects): string {
  const { erasedAgain, deletedAgain, consentsWithdrawnAgain, adminPasswordChanges } = effects;
  const named = (what: string, codes: readonly string[]) => {
    if (codes.length === 0) return [];
    const more = codes.length > MOST_CODES ? ` and ${codes.length - MOST_CODES} more` : '';
    return [`${what} since the backup, and removed again: ${codes.slice(0, MOST_CODES).join(', ')}${more}.`];
  };
  return [
    ...named('Erased', erasedAgain),
    ...named('Deleted', deletedAgain),
    ...(consentsWithdrawnAgain > 0
      ? [`${consentsWithdrawnAgain} consents were withdrawn since the backup and stay withdrawn.`]
      : []),
    adminPasswordChanges
      ? 'Administrators and their passwords will be those of the backup. They differ from the current ones.'
      : 'Administrators and their passwords are those of the backup.',
  ].join('\n');
}
