import { resolve } from 'node:path';
import { ArchiveError } from '@rollcall/core/backup/archive-error';
import { type KeyExport, keysByPerson, openKeys, withKeys } from '@rollcall/core/backup/key-export';
import { type Inspection, inspectArchive, restoreArchive } from '@rollcall/core/backup/restore.archive';
import type { MasterKey, MasterKeys } from '@rollcall/core/faces/face.ports';
import type { Repositories } from '@rollcall/core/ports';
import { readMigrations } from '@rollcall/db/migrations-folder';
import { createPassphraseKdf } from './backup-passphrase.ts';
import { openRestoreTarget } from './backup-target.ts';
import {
  type CliContext,
  CliError,
  homeOf,
  neededPassphrase,
  openedFile,
  random,
  readPassphrase,
} from './cli-context.ts';
import { systemClock } from './clock.ts';
import { hasMasterKey, openMasterKeys, placeMasterKey } from './master-keys.ts';

interface Options {
  readonly file: string;
  readonly into?: string | undefined;
  readonly keys?: string | undefined;
  readonly 'keys-passphrase-file'?: string | undefined;
  readonly 'passphrase-file'?: string | undefined;
  readonly 'dry-run'?: boolean | undefined;
}

export async function restoreFromFile(context: CliContext, options: Options): Promise<string> {
  const { env, locations } = context;
  const path = resolve(options.file);
  const kdf = createPassphraseKdf();
  const given = await givenKeys(options, kdf);
  const folder = `${homeOf(env)}/keys`;
  const source = {
    open: () => openedFile(path),
    passphrase: await readPassphrase(options['passphrase-file']),
    faceKeys: keysByPerson(given.faces),
  };
  const migrations = await readMigrations(locations.migrations);
  const newest = Math.max(...migrations.map(({ version }) => version));

  // Only what is here already: a dry run, or an archive that is refused, leaves no new key behind.
  const known = await keysHere(folder, env.templateKey);
  const inspected = await inspectArchive(
    { keys: withKeys(known, given.master), kdf, random },
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
    // The same master key as before, so that older backups still open at the new place.
    const [master] = given.master;
    if (master && env.templateKey === undefined && !(await hasMasterKey(folder)))
      await placeMasterKey(folder, master.bytes);
    const keys = withKeys(await openMasterKeys(folder, env.templateKey), given.master);
    const needs = { keys, kdf, random, target };
    await restoreArchive(needs, source, inspected, systemClock.now(), noteRestore);
    await target.keep();
    return `${describe(inspected)}\nRestored into ${target.place}.`;
  } catch (error) {
    await target.discard();
    throw error;
  }
}

async function noteRestore(tx: Repositories, head: Inspection['head']): Promise<void> {
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

async function givenKeys(options: Options, kdf: ReturnType<typeof createPassphraseKdf>): Promise<KeyExport> {
  if (options.keys === undefined) return { master: [], faces: [] };
  const passphrase = await neededPassphrase(options['keys-passphrase-file'], '--keys-passphrase-file');
  return openKeys({ keys: noKeys, kdf }, await openedFile(resolve(options.keys)), passphrase);
}

const noKeys: MasterKeys = {
  current: (): MasterKey => {
    throw new ArchiveError('key_missing');
  },
  byId: () => null,
};

async function keysHere(folder: string, fromEnvironment: string | undefined): Promise<MasterKeys> {
  const isHere = fromEnvironment !== undefined || (await hasMasterKey(folder));
  return isHere ? openMasterKeys(folder, fromEnvironment) : noKeys;
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
