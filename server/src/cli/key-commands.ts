import { resolve } from 'node:path';
import { describeLostSecrets, resealSecrets } from '@rollcall/core/auth/reseal-secrets';
import { createSecretBox } from '@rollcall/core/auth/secret-box';
import { collectKeys, combineMasterKeys, openKeys, sealKeys } from '@rollcall/core/backup/archive/key-export';
import type { InstallationKeys, MasterKeys, WrappedKey } from '@rollcall/core/faces/face.ports';
import { openFace } from '@rollcall/core/faces/keys/face-opener';
import { createInstallationKeys } from '@rollcall/core/faces/keys/master-key.rules';
import { createTemplateVault } from '@rollcall/core/faces/keys/template-vault';
import { systemClock } from '@rollcall/core/kernel/clock';
import type { Repositories } from '@rollcall/core/ports';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import {
  openMasterKeys,
  placeMasterKey,
  retiredKeyFile,
  rotateMasterKey,
  setAsideMasterKey,
} from '../keys/master-keys.ts';
import { createPassphraseKdf, systemRandom } from '../keys/secrets.ts';
import {
  type CliContext,
  CliError,
  openFile,
  requirePassphrase,
  withDatabase,
  writeAtomically,
} from './cli-context.ts';
import {
  checkFaces,
  describeFaces,
  keyFolder,
  readKeys,
  requireKeys,
  withStoppedServers,
} from './installation-keys.ts';

interface Options {
  readonly out?: string | undefined;
  readonly 'passphrase-file'?: string | undefined;
  readonly 'forget-faces'?: boolean | undefined;
}

/** Seals the secrets of accounts with the key in use; the keys may have more, which open them. */
const reseal = (tx: Repositories, keys: MasterKeys) =>
  resealSecrets(tx, createSecretBox({ keys, random: systemRandom }), keys.current().id);

const lines = (...parts: (string | false | null)[]) => parts.filter(Boolean).join('\n');
const stamp = () => systemClock.now().toISOString().slice(0, 19).replace(/[:T]/g, '-');

export async function exportKeys(context: CliContext, options: Options): Promise<string> {
  if (options.out === undefined) throw new CliError('Where to? keys export --out FILE.');
  const passphrase = await requirePassphrase(options['passphrase-file'], '--passphrase-file');
  const path = resolve(options.out);
  return withDatabase(context, async (database) => {
    const repos = createRepositories(database.db);
    const keys = await requireKeys(context, repos);
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
    return lines(
      `${path}: the master key ${keys.current().id} and ${faces.length} face keys.`,
      describeFaces(await checkFaces(repos, keys)),
      'Keep it away from the backups. Replace it after you delete a person: an old key export still opens their old face data.',
    );
  });
}

type GivenKeys = Awaited<ReturnType<typeof openKeys>>;

/** Puts the master key that the database needs into its place, if the export has it and it is not there. */
async function repairMasterKey(context: CliContext, repos: Repositories, given: GivenKeys) {
  const present = await readKeys(context, repos);
  const state = present.state();
  if (state.kind === 'ok') return { keys: present, said: `The master key ${state.id} is already here.` };
  const wanted =
    state.expected === null ? given.master[0] : given.master.find(({ id }) => id === state.expected);
  if (!wanted)
    throw new CliError(
      `The database needs the master key ${state.expected}; this export has ${given.master.map(({ id }) => id).join(', ')}. Nothing was changed.`,
    );
  if (context.env.templateKey !== undefined)
    throw new CliError(
      `TEMPLATE_KEY is another key than the database's (${wanted.id}). Unset it, then import again: the key goes into ${keyFolder(context)}. Nothing was changed.`,
    );
  const aside = await setAsideMasterKey(keyFolder(context), stamp());
  await placeMasterKey(keyFolder(context), wanted.bytes);
  await repos.faces.claimMasterKey(wanted.id);
  return {
    keys: await requireKeys(context, repos),
    said: lines(
      `The master key ${wanted.id} is back in its place, ${keyFolder(context)}.`,
      aside !== null && `What was there is now called ${aside}.`,
    ),
  };
}

/**
 * Puts back a lost master key, and the face keys that are missing or cannot be opened. A key is stored only for
 * somebody whose templates it opens: whoever was erased or withdrew their consent has none.
 */
export async function importKeys(
  context: CliContext,
  options: Options & { readonly file: string },
): Promise<string> {
  const passphrase = await requirePassphrase(options['passphrase-file'], '--passphrase-file');
  const kdf = createPassphraseKdf();
  const none = createInstallationKeys([], { kind: 'missing', expected: null });
  const given = await openKeys({ keys: none, kdf }, await openFile(resolve(options.file)), passphrase);
  return withStoppedServers(context, async (database) => {
    const repos = createRepositories(database.db);
    const { keys: own, said } = await repairMasterKey(context, repos, given);
    const keys = combineMasterKeys(own, given.master);
    const vault = createTemplateVault({ keys, random: systemRandom });
    const offered = new Map(given.faces.map(({ personId, key }) => [personId, key]));
    let count = 0;
    let lost = 0;
    await createTransact(database.db)(async (tx) => {
      ({ lost } = await reseal(tx, keys));
      count = 0;
      const stored = new Map((await tx.faces.lockAllKeys()).map(({ personId, key }) => [personId, key]));
      const { consentRequired } = await tx.privacy.settings();
      for await (const page of tx.faces.allFaces()) {
        for (const face of page) {
          const { personId } = face;
          if (consentRequired && !(await tx.privacy.consentInForce(personId))) continue;
          const opens = async (key: WrappedKey | undefined) =>
            key !== undefined && (await openFace(vault, { ...face, key })).problem === null;
          const known = stored.get(personId);
          // A stored key that opens the face stays: it may be newer than the export.
          const chosen = (await opens(known)) ? known : offered.get(personId);
          if (!chosen || !(await opens(chosen))) continue;
          if (chosen === known && known.masterKeyId === own.current().id) continue;
          await tx.faces.saveKey(personId, await vault.rewrap(personId, chosen), systemClock.now());
          count += 1;
        }
      }
    });
    return lines(
      said,
      count === 0 ? 'No face key had to be put back.' : `Put back ${count} face keys.`,
      describeFaces(await checkFaces(repos, own)),
      describeLostSecrets(lost),
    );
  });
}

export async function rotateKeys(context: CliContext): Promise<string> {
  if (context.env.templateKey !== undefined) {
    throw new CliError(
      'The master key comes from TEMPLATE_KEY. Move it into a file under DATA_DIR to rotate it here.',
    );
  }
  return withStoppedServers(context, async (database) => {
    const repos = createRepositories(database.db);
    const old = (await requireKeys(context, repos)).current().id;
    let count = 0;
    let lost = 0;
    const { id } = await rotateMasterKey(keyFolder(context), old, async (keys) => {
      const vault = createTemplateVault({ keys, random: systemRandom });
      await createTransact(database.db)(async (tx) => {
        const wrapped = await tx.faces.lockAllKeys();
        await tx.faces.replaceMasterKey(keys.current().id);
        ({ lost } = await reseal(tx, keys));
        count = 0;
        for (const { personId, key } of wrapped) {
          if (key.masterKeyId === keys.current().id) continue;
          // A key that is damaged or of another master key cannot be rewrapped; it is named below.
          const next = await vault.rewrap(personId, key).catch(() => null);
          if (next === null) continue;
          await tx.faces.saveKey(personId, next, systemClock.now());
          count += 1;
        }
      });
    });
    return lines(
      `Rewrapped ${count} face keys. The master key is now ${id}; the old one no longer opens any face.`,
      describeFaces(await checkFaces(repos, await requireKeys(context, repos))),
      describeLostSecrets(lost),
      `Backups and retention files made until now are sealed with the old one, which is kept for them as ${retiredKeyFile(keyFolder(context), old)}. Delete that file when none of them is needed any more, at once if the old key became known to somebody.`,
      'Make a new backup and a new key export.',
    );
  });
}

/** Begins anew after the master key was lost for ever: removes the faces that nothing opens any more. */
export async function resetKeys(context: CliContext, options: Options): Promise<string> {
  return withStoppedServers(context, async (database) => {
    const repos = createRepositories(database.db);
    const before = await readKeys(context, repos);
    const state = before.state();
    if (state.kind === 'ok') throw new CliError(`Nothing is lost: the master key ${state.id} is here.`);
    const faces = await checkFaces(repos, before);
    if (!options['forget-faces'])
      throw new CliError(
        `${faces.people - faces.opened} faces cannot be opened without the master key ${state.expected ?? ''}. To remove them and begin with a new key: keys reset --forget-faces.`,
      );
    const aside = state.kind === 'unreadable' ? await setAsideMasterKey(keyFolder(context), stamp()) : null;
    // The key that is here stays; only where there is none is one made.
    const keys = await openMasterKeys(keyFolder(context), context.env.templateKey);
    const removed = await forgetUnreadable(database, keys);
    const { lost } = await createTransact(database.db)((tx) => reseal(tx, keys));
    return lines(
      `Removed the face data of ${removed} people. They must register their face again. The master key is now ${keys.current().id}.`,
      describeLostSecrets(lost),
      aside !== null && `What was in its place is now called ${aside}.`,
      'Make a key export and keep it away from the backups: rollcall keys export.',
    );
  });
}

async function forgetUnreadable(
  { db }: { readonly db: Parameters<typeof createTransact>[0] },
  keys: InstallationKeys,
): Promise<number> {
  const vault = createTemplateVault({ keys, random: systemRandom });
  return createTransact(db)(async (tx) => {
    const wrapped = await tx.faces.lockAllKeys();
    const lost = new Set<number>();
    for await (const page of tx.faces.allFaces())
      for (const face of page) if ((await openFace(vault, face)).problem !== null) lost.add(face.personId);
    for (const { personId, key } of wrapped) if (!keys.byId(key.masterKeyId)) lost.add(personId);
    for (const personId of lost) {
      await tx.faces.removeTemplates(personId);
      await tx.faces.removeKey(personId);
    }
    await tx.faces.replaceMasterKey(keys.current().id);
    return lost.size;
  });
}
