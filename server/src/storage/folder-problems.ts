import { homeOf, type ServerEnv } from '../env.ts';

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

/** Damaged pages and files of PostgreSQL: its checksums found them. */
const isDamage = (code: string | null) => code === 'XX001' || code === 'XX002';

/** A sentence for errors of the file system and of damaged files; null for any other error. */
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
  if (isDamage(code))
    return say(
      `The database is damaged: ${(error as Error).message}. Restore the newest backup ("rollcall backup list", then "rollcall restore FILE"), and check the disk.`, // only an Error has a code
    );
  return null;
}
