import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { damageIn } from '@rollcall/db/embedded/embedded-errors';
import { filesDirOf, homeOf, type ServerEnv } from '../env.ts';

/** The data folder cannot be used, in one sentence that says what to do. */
class FolderProblem extends Error {
  override readonly name = 'FolderProblem';
  readonly code = 'FOLDER_PROBLEM';
}

const codeOf = (error: unknown): string | null => {
  for (let each: unknown = error; each instanceof Error; each = each.cause)
    if ('code' in each && typeof each.code === 'string') return each.code;
  return null;
};

/** The files of the database are damaged; the message names the newest backup and the command that restores it. */
export class DamagedDatabaseError extends Error {
  override readonly name = 'DamagedDatabaseError';
  readonly code = 'DAMAGED_DATABASE';
}

/** The newest backup in the folder of files by its date there, because the list of them is in the damaged database. */
function newestBackup(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder)
    .filter((name) => /^backup-.*\.rollcall$/.test(name))
    .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  return files[0]?.path ?? null;
}

/** A sentence for damaged files of the database; null for any other error. */
export function asDamage(error: unknown, env: ServerEnv): Error | null {
  if (error instanceof DamagedDatabaseError) return error;
  const damage = damageIn(error);
  if (damage === null) return null;
  const folder = filesDirOf(env);
  const newest = newestBackup(folder);
  const found = newest ? `The newest backup is ${newest}` : `There is no backup in ${folder}`;
  return new DamagedDatabaseError(
    `The database is damaged: ${damage.replace(/\.?$/, '.')} ${found}. To restore one: rollcall restore ${newest ?? 'FILE'} --replace "NAME OF THE INSTITUTION" --without-backup. Check the disk.`,
    { cause: error },
  );
}

/** A sentence for errors of the file system and for damaged files; null for any other error. */
export function asFolderProblem(error: unknown, env: ServerEnv): Error | null {
  const folder = homeOf(env);
  const code = codeOf(error);
  const say = (message: string) => new FolderProblem(message, { cause: error });
  if (code === 'EROFS')
    return say(`${folder} is on a read-only file system. Rollcall must be able to write there.`);
  if (code === 'EACCES' || code === 'EPERM')
    return say(
      `${folder} belongs to another user, or may not be written. Give it to the user that runs Rollcall, or choose another DATA_DIR.`,
    );
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return say(`${folder} is not a folder. Choose another DATA_DIR.`);
  return asDamage(error, env);
}
