import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PASSPHRASE_MIN } from '@rollcall/core/backup/backup.rules';
import type { ServerEnv } from './env.ts';
import type { Locations } from './locations.ts';
import type { Log } from './log.ts';

export interface CliContext {
  readonly env: ServerEnv;
  readonly locations: Locations;
  readonly log: Log;
}

/** Something to tell the person at the keyboard, in words. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

export const random = { bytes: (length: number): Uint8Array => new Uint8Array(randomBytes(length)) };

/** The demo school lives apart. */
export const homeOf = (env: ServerEnv): string => join(env.dataDir, env.demoMode ? 'demo' : '');

export async function readPassphrase(file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  const given = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  const passphrase = given.replace(/\r?\n$/, '');
  if (passphrase.length < PASSPHRASE_MIN)
    throw new CliError(`A passphrase has at least ${PASSPHRASE_MIN} characters.`);
  return passphrase;
}

export async function neededPassphrase(file: string | undefined, option: string): Promise<string> {
  const passphrase = await readPassphrase(file);
  if (passphrase === null) throw new CliError(`Please say where the passphrase is: ${option} FILE.`);
  return passphrase;
}

export async function openedFile(path: string): Promise<AsyncIterable<Uint8Array>> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new CliError(`There is no file ${path}.`);
  return createReadStream(path, { highWaterMark: 1 << 18 });
}

/** Written aside and renamed: whoever finds the name finds the whole file. */
export async function writeWhole(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
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
