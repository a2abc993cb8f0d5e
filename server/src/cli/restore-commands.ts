import { join, resolve } from 'node:path';
import { resealSecrets } from '@rollcall/core/auth/reseal-secrets';
import { createSecretBox } from '@rollcall/core/auth/secret-box';
import { ArchiveError } from '@rollcall/core/backup/archive/archive-error';
import type { ArchiveHead } from '@rollcall/core/backup/archive/archive-head';
import {
  type ArchiveSource,
  type Inspection,
  inspectArchive,
  restoreArchive,
} from '@rollcall/core/backup/archive/archive-restore';
import {
  combineMasterKeys,
  currentKeyId,
  type KeyExport,
  keysByPerson,
  openKeys,
} from '@rollcall/core/backup/archive/key-export';
import { readFileHead } from '@rollcall/core/backup/archive/sealed-file';
import type { PassphraseKdf, RestoreEffects, RestoreTarget } from '@rollcall/core/backup/backup.ports';
import { finishRestore } from '@rollcall/core/backup/restored-entry';
import { createSafetyBackup } from '@rollcall/core/backup/safety-backup';
import { EVENT_TOPICS } from '@rollcall/core/events/events.types';
import type { MasterKey, MasterKeys } from '@rollcall/core/faces/face.ports';
import { createTemplateVault } from '@rollcall/core/faces/keys/template-vault';
import { systemClock } from '@rollcall/core/kernel/clock';
import type { Repositories } from '@rollcall/core/ports';
import { institutionIn } from '@rollcall/db/archive/institution-in';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { createRepositories } from '@rollcall/db/repositories';
import { filesDirOf, homeOf } from '../env.ts';
import { hasMasterKey, openMasterKeys, placeMasterKey } from '../keys/master-keys.ts';
import { createPassphraseKdf, systemRandom } from '../keys/secrets.ts';
import { createFileStore } from '../storage/file-store.ts';
import { DamagedDatabaseError } from '../storage/folder-problems.ts';
import type { ServerDatabase } from '../storage/open-database.ts';
import { checkFile, describeEffects, describeInspection } from './check-archive.ts';
import {
  type CliContext,
  CliError,
  keysOf,
  openFile,
  readPassphrase,
  requirePassphrase,
  withDatabase,
} from './cli-context.ts';
import {
  describeErasures,
  hasOwnDatabase,
  openRestoreTarget,
  readAddress,
  readErasures,
} from './restore-target.ts';
import { tellRows } from './tell-progress.ts';

export interface RestoreOptions {
  readonly file: string;
  readonly into?: string | undefined;
  readonly 'into-file'?: string | undefined;
  readonly replace?: string | undefined;
  readonly 'without-backup'?: boolean | undefined;
  readonly keys?: string | undefined;
  readonly 'keys-passphrase-file'?: string | undefined;
  readonly 'passphrase-file'?: string | undefined;
  readonly 'dry-run'?: boolean | undefined;
}

const CONSOLE = { by: { name: 'Command line', address: 'console' }, clock: systemClock };

interface Restore {
  readonly context: CliContext;
  readonly options: RestoreOptions;
  readonly kdf: PassphraseKdf;
  readonly given: KeyExport;
  readonly source: ArchiveSource;
}

export async function restoreFromFile(context: CliContext, options: RestoreOptions): Promise<string> {
  const kdf = createPassphraseKdf();
  const given = await readKeyExport(options, kdf);
  const path = resolve(options.file);
  const source = {
    open: () => openFile(path),
    passphrase: await readPassphrase(options['passphrase-file']),
    faceKeys: keysByPerson(given.faces),
  };
  const into = await readAddress(options);
  const restore = { context, options, kdf, given, source };
  if (options['dry-run']) return dryRun(restore, into);
  if (into !== undefined || !(await hasOwnDatabase(context))) return restoreIntoEmpty(restore, into);
  try {
    return await restoreInPlace(restore);
  } catch (error) {
    const isInFolder = context.env.databaseUrl === undefined;
    if (!(error instanceof DamagedDatabaseError && isInFolder && options['without-backup'])) throw error;
    return restoreIntoEmpty(restore, undefined, { isDamaged: true });
  }
}

async function dryRun(restore: Restore, into: string | undefined): Promise<string> {
  if (into === undefined && (await hasOwnDatabase(restore.context)))
    return (await checkFile({ ...restore, own: true })).text;
  const erasures = await readErasures(restore.context);
  const before = typeof erasures === 'string' ? undefined : erasures;
  return `${(await checkFile({ ...restore, own: false, before })).text}${describeErasures(erasures)}`;
}

function refuseOtherName({ replace }: RestoreOptions, name: string): void {
  if (replace?.trim() !== name)
    throw new CliError(`--replace must name the institution that is replaced: ${name}.`);
}

/** Replaces the data of this installation, after a backup of it. Tombstones, files and operations stay. */
function restoreInPlace({ context, options, kdf, given, source }: Restore): Promise<string> {
  return withDatabase(context, async (database) => {
    const institution = await institutionIn(database.db);
    if (institution && options.replace === undefined)
      throw new CliError(
        `${database.place} holds ${database.isAlone ? 'a database' : 'an institution'} already (${institution.name}). To replace it, after a backup of it: --replace "${institution.name}". Or choose another DATA_DIR or database.`,
      );
    if (institution) refuseOtherName(options, institution.name);
    const repos = createRepositories(database.db);
    const faces = [...given.faces, ...(await repos.faces.allKeys())];
    const from = { ...source, faceKeys: keysByPerson(faces) };
    const own = await keysOf(context.env, database);
    const needs = { ...keyNeeds(combineMasterKeys(own, given.master), kdf), target: database.restoreTarget };
    const inspected = await inspect(context, needs, from, database.restoreTarget.schemaVersion);
    refuseOtherKind(context, inspected.head);
    const { backup, effects } = await database.maintenance.hold(async () => {
      const made = institution ? await backUpFirst({ context, options, database, keys: own, kdf }) : null;
      const finish = withSecrets(finishRestore({ ...CONSOLE, backup: made, keys: own }), needs.keys);
      return {
        backup: made,
        effects: await write(context, needs, from, inspected, finish),
      };
    });
    for (const topic of EVENT_TOPICS) database.events.publish({ topic, personId: null });
    const before =
      backup === null ? '' : `\nThe backup of before is ${join(filesDirOf(context.env), backup)}.`;
    return `${describeInspection(inspected)}\n${describeEffects(effects)}\nRestored into ${database.place}.${before}`;
  });
}

type Finish = (tx: Repositories, head: ArchiveHead, effects: RestoreEffects) => Promise<void>;

/** Ends a restore by sealing the secrets of accounts with the key of this installation, where the given keys open them. */
const withSecrets =
  (finish: ReturnType<typeof finishRestore>, keys: MasterKeys): Finish =>
  async (tx, head, effects) => {
    await finish(tx, head, effects);
    const keyId = currentKeyId(keys);
    if (keyId !== null) await resealSecrets(tx, createSecretBox({ keys, random: systemRandom }), keyId);
  };

interface BackUpFirst extends Pick<Restore, 'context' | 'options' | 'kdf'> {
  readonly database: ServerDatabase;
  readonly keys: MasterKeys;
}

async function backUpFirst({ context, options, database, keys, kdf }: BackUpFirst): Promise<string | null> {
  const repos = createRepositories(database.db);
  try {
    const backUp = createSafetyBackup({
      clock: systemClock,
      random: systemRandom,
      repos,
      files: await createFileStore(filesDirOf(context.env), { serverId: 'command', isAlone: false }),
      snapshots: database.snapshots,
      masterKeys: keys,
      kdf,
      settings: {
        institution: async () => {
          const institution = await repos.settings.institution();
          if (!institution) throw new CliError('This installation is not set up yet.');
          return institution;
        },
      },
    });
    return await backUp({ ...CONSOLE.by, personId: null });
  } catch (cause) {
    if (options['without-backup']) return null;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(
      `The backup before the restore failed, so nothing was restored: ${reason} To restore without it: --without-backup.`,
      { cause },
    );
  }
}

/** Restores into an empty database, or in the place of the embedded one that is too damaged to be replaced row by row. */
async function restoreIntoEmpty(
  restore: Restore,
  into: string | undefined,
  { isDamaged = false } = {},
): Promise<string> {
  const { context, options, kdf, given, source } = restore;
  const { env, locations } = context;
  const folder = join(homeOf(env), 'keys');
  const migrations = await readMigrations(locations.migrations);
  const newest = Math.max(...migrations.map(({ version }) => version));
  // Creates no new key yet: an archive that is refused must not leave one behind.
  const known = await existingKeys(folder, env.templateKey);
  const inspected = await inspect(
    context,
    keyNeeds(combineMasterKeys(known, given.master), kdf),
    source,
    newest,
  );
  if (into === undefined) refuseOtherKind(context, inspected.head);
  if (isDamaged) refuseOtherName(options, inspected.head.institution);
  const erasures = await readErasures(context);
  const before = typeof erasures === 'string' ? undefined : erasures;
  const target = await openRestoreTarget(context, into, { migrations, before, isDamaged });
  try {
    // Keeps the previous master key, so that older backups still open on this installation.
    const [master] = given.master;
    if (master && env.templateKey === undefined && !(await hasMasterKey(folder)))
      await placeMasterKey(folder, master.bytes);
    const own = await openMasterKeys(folder, env.templateKey);
    const needs = { ...keyNeeds(combineMasterKeys(own, given.master), kdf), target };
    const finish = withSecrets(finishRestore({ ...CONSOLE, backup: null, keys: own }), needs.keys);
    const effects = await write(context, needs, source, inspected, finish);
    const aside = await target.keep();
    const kept = aside ? `\nThe damaged database is kept in ${aside}.` : '';
    return `${describeInspection(inspected)}\n${describeEffects(effects)}\nRestored into ${target.place}.${kept}${describeErasures(erasures)}`;
  } catch (error) {
    await target.discard();
    throw error;
  }
}

/** Verifies the archive and says how far it is. */
async function inspect(
  context: CliContext,
  needs: ReturnType<typeof keyNeeds>,
  source: ArchiveSource,
  knownSchema: number,
): Promise<Inspection> {
  const { counts } = await readFileHead(await source.open(), 'rollcall-backup');
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return inspectArchive(needs, source, knownSchema, tellRows(context, 'Checked', rows));
}

/** Writes the verified archive and says how far it is. */
const write = (
  context: CliContext,
  needs: ReturnType<typeof keyNeeds> & { readonly target: RestoreTarget<Repositories> },
  source: ArchiveSource,
  inspected: Inspection,
  finish: Finish,
): Promise<RestoreEffects> =>
  restoreArchive(
    needs,
    source,
    inspected,
    systemClock.now(),
    finish,
    tellRows(context, 'Written', inspected.rows),
  );

function refuseOtherKind({ env }: CliContext, head: ArchiveHead): void {
  if (head.demo === env.demoMode) return;
  throw new CliError(
    head.demo
      ? 'This is a backup of the demo school. It cannot be mixed with real data.'
      : 'This is a backup of a real institution. Set DEMO_MODE=false to restore it.',
  );
}

export const keyNeeds = (keys: MasterKeys, kdf: PassphraseKdf) => ({
  keys,
  kdf,
  random: systemRandom,
  vault: createTemplateVault({ keys, random: systemRandom }),
});

async function readKeyExport(options: RestoreOptions, kdf: PassphraseKdf): Promise<KeyExport> {
  if (options.keys === undefined) return { master: [], faces: [] };
  const passphrase = await requirePassphrase(options['keys-passphrase-file'], '--keys-passphrase-file');
  return openKeys({ keys: noKeys, kdf }, await openFile(resolve(options.keys)), passphrase);
}

const noKeys: MasterKeys = {
  current: (): MasterKey => {
    throw new ArchiveError('key_missing');
  },
  byId: () => null,
};

export async function existingKeys(folder: string, fromEnvironment: string | undefined): Promise<MasterKeys> {
  const exists = fromEnvironment !== undefined || (await hasMasterKey(folder));
  return exists ? openMasterKeys(folder, fromEnvironment) : noKeys;
}
