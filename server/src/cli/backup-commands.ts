import { join, resolve } from 'node:path';
import { backupArchive } from '@rollcall/core/backup/archive/archive-content';
import { ArchiveError } from '@rollcall/core/backup/archive/archive-error';
import {
  type Inspection,
  inspectArchive,
  restoreArchive,
} from '@rollcall/core/backup/archive/archive-restore';
import {
  combineMasterKeys,
  type KeyExport,
  keysByPerson,
  openKeys,
} from '@rollcall/core/backup/archive/key-export';
import type { PassphraseKdf } from '@rollcall/core/backup/backup.ports';
import type { MasterKey, MasterKeys } from '@rollcall/core/faces/face.ports';
import { createTemplateVault } from '@rollcall/core/faces/template-vault';
import { systemClock } from '@rollcall/core/kernel/clock';
import type { Repositories } from '@rollcall/core/ports';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { createRepositories } from '@rollcall/db/repositories';
import { homeOf } from '../env.ts';
import { hasMasterKey, openMasterKeys, placeMasterKey } from '../keys/master-keys.ts';
import { createPassphraseKdf, systemRandom } from '../keys/secrets.ts';
import {
  type CliContext,
  CliError,
  openFile,
  readPassphrase,
  requirePassphrase,
  withDatabase,
  writeAtomically,
} from './cli-context.ts';
import { openRestoreTarget } from './restore-target.ts';

export async function backupToFile(
  context: CliContext,
  options: { out?: string | undefined; 'passphrase-file'?: string | undefined },
): Promise<string> {
  const passphrase = await readPassphrase(options['passphrase-file']);
  const { env } = context;
  const at = systemClock.now();
  const stamp = at.toISOString().slice(0, 16).replace(/[:T]/g, '-');
  const path = resolve(options.out ?? `rollcall-${stamp}.rollcall`);
  return withDatabase(context, async (database) => {
    const institution = await createRepositories(database.db).settings.institution();
    if (!institution) throw new CliError('There is nothing to back up: this installation is not set up yet.');
    const keys = await openMasterKeys(join(homeOf(env), 'keys'), env.templateKey);
    let rows = 0;
    const bytes = await database.snapshots.read((reader) =>
      writeAtomically(
        path,
        backupArchive({ keys, kdf: createPassphraseKdf(), random: systemRandom }, reader, {
          institution: institution.name,
          demo: institution.isDemo,
          at,
          sealWith: passphrase === null ? { by: 'master' } : { by: 'passphrase', passphrase },
          onProgress: (done) => {
            rows = done;
          },
        }),
      ),
    );
    const key =
      passphrase === null
        ? 'It opens with the master key of this installation: keep a key export (rollcall keys export) apart from it.'
        : 'It opens with the passphrase. The faces in it also need the key export (rollcall keys export).';
    return `${path}: ${rows} rows, ${bytes} bytes.\n${key}`;
  });
}

interface RestoreOptions {
  readonly file: string;
  readonly into?: string | undefined;
  readonly keys?: string | undefined;
  readonly 'keys-passphrase-file'?: string | undefined;
  readonly 'passphrase-file'?: string | undefined;
  readonly 'dry-run'?: boolean | undefined;
}

export async function restoreFromFile(context: CliContext, options: RestoreOptions): Promise<string> {
  const { env, locations } = context;
  const path = resolve(options.file);
  const kdf = createPassphraseKdf();
  const given = await readKeyExport(options, kdf);
  const folder = `${homeOf(env)}/keys`;
  const source = {
    open: () => openFile(path),
    passphrase: await readPassphrase(options['passphrase-file']),
    faceKeys: keysByPerson(given.faces),
  };
  const migrations = await readMigrations(locations.migrations);
  const newest = Math.max(...migrations.map(({ version }) => version));

  // Creates no new key yet: a dry run, or an archive that is refused, must not leave one behind.
  const known = await existingKeys(folder, env.templateKey);
  const inspected = await inspectArchive(
    keyNeeds(combineMasterKeys(known, given.master), kdf),
    source,
    newest,
  );
  if (inspected.head.demo !== env.demoMode && options.into === undefined)
    throw new CliError(
      inspected.head.demo
        ? 'This is an archive of the demo school; it does not go among real data.'
        : 'This is an archive of a real institution. Set DEMO_MODE=false to restore it.',
    );
  if (options['dry-run']) return `${describe(inspected)}\nThe archive is whole. Nothing was changed.`;

  const target = await openRestoreTarget(context, options.into, migrations);
  try {
    // Keeps the previous master key, so that older backups still open on this installation.
    const [master] = given.master;
    if (master && env.templateKey === undefined && !(await hasMasterKey(folder)))
      await placeMasterKey(folder, master.bytes);
    const keys = combineMasterKeys(await openMasterKeys(folder, env.templateKey), given.master);
    const needs = { ...keyNeeds(keys, kdf), target };
    await restoreArchive(needs, source, inspected, systemClock.now(), auditRestore);
    await target.keep();
    return `${describe(inspected)}\nRestored into ${target.place}.`;
  } catch (error) {
    await target.discard();
    throw error;
  }
}

const keyNeeds = (keys: MasterKeys, kdf: PassphraseKdf) => ({
  keys,
  kdf,
  random: systemRandom,
  vault: createTemplateVault({ keys, random: systemRandom }),
});

async function auditRestore(tx: Repositories, head: Inspection['head']): Promise<void> {
  await tx.audit.insert({
    at: systemClock.now(),
    actorId: null,
    actorName: 'Command line',
    action: 'restored',
    subject: head.institution,
    address: 'console',
    detail: { backup_of: head.createdAt, schema: head.schema },
  });
}

async function readKeyExport(
  options: RestoreOptions,
  kdf: ReturnType<typeof createPassphraseKdf>,
): Promise<KeyExport> {
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

async function existingKeys(folder: string, fromEnvironment: string | undefined): Promise<MasterKeys> {
  const exists = fromEnvironment !== undefined || (await hasMasterKey(folder));
  return exists ? openMasterKeys(folder, fromEnvironment) : noKeys;
}

function describe({ head, rows, faces }: Inspection): string {
  const counts = Object.entries(head.counts)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `  ${table.padEnd(20)} ${String(count).padStart(9)}`);
  const missing = faces.people - faces.readable;
  return [
    `${head.institution}, backup of ${head.createdAt}, schema ${head.schema}, ${rows} rows:`,
    ...counts,
    `Faces: ${faces.readable} of ${faces.people} people can be recognised.`,
    ...(missing > 0
      ? [
          `${missing} must enrol again: the keys of their faces are in no backup. With the key export, give --keys FILE.`,
        ]
      : []),
  ].join('\n');
}
