import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Migration } from './migrate.ts';

const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** Reads the numbered SQL files of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const version = FILE.exec(name)?.[1];
      if (version === undefined)
        throw new Error(`${name} is not named like a migration (0001_what_it_does.sql).`);
      return { version: Number(version), name, sql: await readFile(join(folder, name), 'utf8') };
    }),
  );
}
