import { join, resolve } from 'node:path';
import { collectKeys, combineMasterKeys, openKeys, sealKeys } from '@rollcall/core/backup/archive/key-export';
import { createTemplateVault } from '@rollcall/core/faces/template-vault';
import { systemClock } from '@rollcall/core/kernel/clock';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { homeOf } from '../env.ts';
import { hasMasterKey, openMasterKeys, placeMasterKey, rotateMasterKey } from '../keys/master-keys.ts';
import { createPassphraseKdf, systemRandom } from '../keys/secrets.ts';
import {
  type CliContext,
  CliError,
  openFile,
  requirePassphrase,
  withDatabase,
  writeAtomically,
} from './cli-context.ts';

interface Options {
  readonly out?: string | undefined;
  readonly 'passphrase-file'?: string | undefined;
}

const folderOf = (context: CliContext) => join(homeOf(context.env), 'keys');

export async function exportKeys(context: CliContext, options: Options): Promise<string> {
  const { env } = context;
  if (options.out === undefined) throw new CliError('Please say where to: keys export --out FILE.');
  const passphrase = await requirePassphrase(options['passphrase-file'], '--passphrase-file');
  const path = resolve(options.out);
  return withDatabase(context, async (database) => {
    const repos = createRepositories(database.db);
    const keys = await openMasterKeys(folderOf(context), env.templateKey);
    const faces = await repos.faces.allKeys();
    const institution = await repos.settings.institution();
    await writeAtomically(
      path,
      sealKeys({ keys, kdf: createPassphraseKdf(), random: systemRandom }, collectKeys(keys, faces), {
        institution: institution?.name ?? '',
        demo: institution?.isDemo ?? false,
        at: systemClock.now(),
        passphrase,
      }),
    );
    return `${path}: the master key and ${faces.length} face keys.\nKeep it apart from the backups, and replace it after someone was erased: an old key export still opens their old templates.`;
  });
}

/** Puts back a lost master key, and the face keys that are missing after a restore without the key export. */
export async function importKeys(
  context: CliContext,
  options: Options & { readonly file: string },
): Promise<string> {
  const { env } = context;
  const passphrase = await requirePassphrase(options['passphrase-file'], '--passphrase-file');
  const kdf = createPassphraseKdf();
  const none = { current: () => ({ id: '', bytes: new Uint8Array() }), byId: () => null };
  const given = await openKeys({ keys: none, kdf }, await openFile(resolve(options.file)), passphrase);
  const folder = folderOf(context);
  const [newest] = given.master;
  const placed = env.templateKey === undefined && newest !== undefined && !(await hasMasterKey(folder));
  if (placed) await placeMasterKey(folder, newest.bytes);
  const keys = combineMasterKeys(await openMasterKeys(folder, env.templateKey), given.master);
  const vault = createTemplateVault({ keys, random: systemRandom });
  return withDatabase(context, async (database) => {
    const repos = createRepositories(database.db);
    const present = new Map((await repos.faces.allKeys()).map(({ personId, key }) => [personId, key]));
    let count = 0;
    await createTransact(database.db)(async (tx) => {
      for (const { personId, key } of given.faces) {
        const known = present.get(personId);
        // A stored key that can be unwrapped stays: it may be newer than the export.
        if (known && keys.byId(known.masterKeyId)) continue;
        if (!(await tx.people.byId(personId))) continue;
        await tx.faces.saveKey(personId, await vault.rewrap(personId, key), systemClock.now());
        count += 1;
      }
    });
    return `${placed ? 'The master key is back in its place. ' : ''}Put back ${count} face keys; the rest were here already.`;
  });
}

export async function rotateKeys(context: CliContext): Promise<string> {
  const { env } = context;
  if (env.templateKey !== undefined) {
    throw new CliError(
      'The master key comes from TEMPLATE_KEY. Move it into a file under DATA_DIR to rotate it here.',
    );
  }
  return withDatabase(context, async (database) => {
    const transact = createTransact(database.db);
    let count = 0;
    const { id } = await rotateMasterKey(folderOf(context), async (keys) => {
      const vault = createTemplateVault({ keys, random: systemRandom });
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
  });
}
