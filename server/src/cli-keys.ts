import { join, resolve } from 'node:path';
import { collectKeys, openKeys, sealKeys, withKeys } from '@rollcall/core/backup/key-export';
import { createTemplateVault } from '@rollcall/core/faces/template-vault';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { createPassphraseKdf } from './backup-passphrase.ts';
import {
  type CliContext,
  CliError,
  homeOf,
  neededPassphrase,
  openedFile,
  random,
  writeWhole,
} from './cli-context.ts';
import { systemClock } from './clock.ts';
import { hasMasterKey, openMasterKeys, placeMasterKey, rotateMasterKey } from './master-keys.ts';
import { openDatabase } from './open-database.ts';

interface Options {
  readonly out?: string | undefined;
  readonly 'passphrase-file'?: string | undefined;
}

const folderOf = (context: CliContext) => join(homeOf(context.env), 'keys');

export async function exportKeys(context: CliContext, options: Options): Promise<string> {
  const { env, locations, log } = context;
  if (options.out === undefined) throw new CliError('Please say where to: keys export --out FILE.');
  const passphrase = await neededPassphrase(options['passphrase-file'], '--passphrase-file');
  const path = resolve(options.out);
  const database = await openDatabase(env, locations, log);
  try {
    const repos = createRepositories(database.db);
    const keys = await openMasterKeys(folderOf(context), env.templateKey);
    const faces = await repos.faces.allKeys();
    const institution = await repos.settings.institution();
    await writeWhole(
      path,
      sealKeys({ keys, kdf: createPassphraseKdf(), random }, collectKeys(keys, faces), {
        institution: institution?.name ?? '',
        demo: institution?.isDemo ?? false,
        at: systemClock.now(),
        passphrase,
      }),
    );
    return `${path}: the master key and ${faces.length} face keys.\nKeep it apart from the backups, and replace it after someone was erased: an old key export still opens their old templates.`;
  } finally {
    await database.close();
  }
}

/** For a database that is still there while its key file is not, or a restore that was made without the keys. */
export async function importKeys(
  context: CliContext,
  options: Options & { readonly file: string },
): Promise<string> {
  const { env, locations, log } = context;
  const passphrase = await neededPassphrase(options['passphrase-file'], '--passphrase-file');
  const kdf = createPassphraseKdf();
  const none = { current: () => ({ id: '', bytes: new Uint8Array() }), byId: () => null };
  const given = await openKeys({ keys: none, kdf }, await openedFile(resolve(options.file)), passphrase);
  const folder = folderOf(context);
  const [newest] = given.master;
  const placed = env.templateKey === undefined && newest !== undefined && !(await hasMasterKey(folder));
  if (placed) await placeMasterKey(folder, newest.bytes);
  const keys = withKeys(await openMasterKeys(folder, env.templateKey), given.master);
  const vault = createTemplateVault({ keys, random });
  const database = await openDatabase(env, locations, log);
  try {
    const repos = createRepositories(database.db);
    const present = new Map((await repos.faces.allKeys()).map(({ personId, key }) => [personId, key]));
    let count = 0;
    await createTransact(database.db)(async (tx) => {
      for (const { personId, key } of given.faces) {
        const known = present.get(personId);
        // A key that is here and can be unwrapped stays: it may be newer than the export.
        if (known && keys.byId(known.masterKeyId)) continue;
        if (!(await tx.people.byId(personId))) continue;
        await tx.faces.saveKey(personId, await vault.rewrap(personId, key), systemClock.now());
        count += 1;
      }
    });
    return `${placed ? 'The master key is back in its place. ' : ''}Put back ${count} face keys; the rest were here already.`;
  } finally {
    await database.close();
  }
}

export async function rotateKeys(context: CliContext): Promise<string> {
  const { env, locations, log } = context;
  if (env.templateKey !== undefined) {
    throw new CliError(
      'The master key comes from TEMPLATE_KEY. Move it into a file under DATA_DIR to rotate it here.',
    );
  }
  const database = await openDatabase(env, locations, log);
  try {
    const transact = createTransact(database.db);
    let count = 0;
    const { id } = await rotateMasterKey(folderOf(context), async (keys) => {
      const vault = createTemplateVault({ keys, random });
      const wrapped = await createRepositories(database.db).faces.allKeys();
      await transact(async (tx) => {
        for (const { personId, key } of wrapped) {
          if (key.masterKeyId === keys.current().id) continue;
          await tx.faces.saveKey(personId, await vault.rewrap(personId, key), systemClock.now());
          count += 1;
        }
      });
    });
    return `Rewrapped ${count} face keys. The master key is now ${id}; the old one opens no face any more.\nBackups made until now were sealed with the old one: make a new backup and a new key export, or keep the old key export for them.`;
  } finally {
    await database.close();
  }
}
