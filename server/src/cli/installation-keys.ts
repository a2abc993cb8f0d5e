import { join } from 'node:path';
import type { FaceRepos, InstallationKeys } from '@rollcall/core/faces/face.ports';
import { openFace } from '@rollcall/core/faces/keys/face-opener';
import { describeKeyProblem } from '@rollcall/core/faces/keys/master-key.rules';
import { createTemplateVault } from '@rollcall/core/faces/keys/template-vault';
import type { Repositories } from '@rollcall/core/ports';
import { withoutServers } from '@rollcall/db/postgres/server-lock';
import { homeOf } from '../env.ts';
import { keyGuard, readMasterKeys } from '../keys/master-keys.ts';
import { systemRandom } from '../keys/secrets.ts';
import type { ServerDatabase } from '../storage/open-database.ts';
import { type CliContext, CliError, withDatabase } from './cli-context.ts';

export const keyFolder = ({ env }: CliContext): string => join(homeOf(env), 'keys');

/** The master keys of this installation, compared with its database. A command never creates one. */
export const readKeys = async (context: CliContext, repos: FaceRepos): Promise<InstallationKeys> =>
  readMasterKeys(keyFolder(context), context.env.templateKey, await keyGuard(repos));

/** Fails, with what to do, when the master key here is not the one of the database. */
export async function requireKeys(context: CliContext, repos: FaceRepos): Promise<InstallationKeys> {
  const keys = await readKeys(context, repos);
  const problem = describeKeyProblem(keys.state());
  if (problem) throw new CliError(`${problem}\nKeys are looked for in ${keyFolder(context)}.`);
  return keys;
}

/** Opens the database for a command that must not run beside a server. The embedded one has a lock of its own. */
export async function withStoppedServers<T>(
  context: CliContext,
  work: (database: ServerDatabase) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = context.env;
  const run = () => withDatabase(context, work);
  const result = databaseUrl === undefined ? await run() : await withoutServers(databaseUrl, run);
  if (result === 'server_running')
    throw new CliError(
      'A Rollcall server is running on this database. Stop every server first: it would go on using the old keys.',
    );
  return result;
}

/** How many faces open with these keys, and who has one that does not. */
export async function checkFaces(repos: Repositories, keys: InstallationKeys) {
  const vault = createTemplateVault({ keys, random: systemRandom });
  let people = 0;
  const unreadable: number[] = [];
  for await (const page of repos.faces.allFaces()) {
    for (const face of page) {
      people += 1;
      if ((await openFace(vault, face)).problem !== null) unreadable.push(face.personId);
    }
  }
  const codes = (await repos.people.byIds(unreadable)).map(({ code }) => code);
  return { people, opened: people - unreadable.length, codes };
}

const MOST_CODES = 20;

/** The result of `checkFaces` in one or two lines. */
export function describeFaces({ people, opened, codes }: Awaited<ReturnType<typeof checkFaces>>): string {
  const all = `${opened} of ${people} faces open with the keys here.`;
  if (codes.length === 0) return all;
  const more = codes.length > MOST_CODES ? ` and ${codes.length - MOST_CODES} more` : '';
  return `${all}\nNot opened: ${codes.slice(0, MOST_CODES).join(', ')}${more}. They must register their face again, or you import their keys.`;
}
