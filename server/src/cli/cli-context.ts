import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { PASSPHRASE_MIN } from '@rollcall/core/backup/backup.rules';
import type { ServerEnv } from '../env.ts';
import type { Log } from '../log.ts';
import type { Locations } from '../storage/locations.ts';
import { openDatabase, type ServerDatabase } from '../storage/open-database.ts';

export interface CliContext {
  readonly env: ServerEnv;
  readonly locations: Locations;
  readonly log: Log;
}

/** An error whose message is shown to the user without a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/** Opens the database for one command and closes it afterwards. */
export async function withDatabase<T>(
  { env, locations, log }: CliContext,
  work: (database: ServerDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(env, locations, log);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

export async function readPassphrase(file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  const given = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  const passphrase = given.replace(/\r?\n$/, '');
  if (passphrase.length < PASSPHRASE_MIN)
    throw new CliError(`A passphrase has at least ${PASSPHRASE_MIN} characters.`);
  return passphrase;
}

export async function requirePassphrase(file: string | undefined, option: string): Promise<string> {
  const passphrase = await readPassphrase(file);
  if (passphrase === null) throw new CliError(`Please say where the passphrase is: ${option} FILE.`);
  return passphrase;
}

export async function openFile(path: string): Promise<AsyncIterable<Uint8Array>> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new CliError(`There is no file ${path}.`);
  return createReadStream(path, { highWaterMark: 1 << 18 });
}

/** Writes to a `.part` file and renames it, so that `path` never holds half a file. */
export async function writeAtomically(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const part = `${path}.part`;
  const file = await open(part, 'w', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      bytes += chunk.length;
    }
    await file.sync();
    await file.close();
    await rename(part, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
  const folder = await open(dirname(path), 'r').catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
  return bytes;
}
