import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where PGlite keeps its two files and the module that says what is in the second. */
export const engineFolder = (): string =>
  dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));

/**
 * What a running database of ours opens: the procedural language of the triggers, time zones, and the small files
 * PGlite itself touches. The rest is for initdb, other encodings, text search and building extensions.
 */
const NEEDED =
  /^\/home\/|^\/pglite\/(bin\/|locale-a$|password$|pgstd)|\/plpgsql\.so$|\/timezone\/|\/timezonesets\/Default$/;

const ENTRY = /filename:"([^"]+)",start:([\de]+),end:([\de]+)/g;

/**
 * PGlite's file bundle with everything else blanked: the table of contents is compiled into PGlite, so the length
 * must stay, but zeros cost nothing to compress. 1.9 MB become 0.2.
 */
export async function readEngineData(): Promise<Uint8Array> {
  const folder = engineFolder();
  const data = new Uint8Array(await readFile(join(folder, 'pglite.data')));
  const entries = [...(await readContents(folder)).matchAll(ENTRY)];
  const end = Math.max(0, ...entries.map((entry) => Number(entry[3])));
  if (entries.length < 100 || end !== data.length)
    throw new Error('The contents of pglite.data are not where this version of PGlite keeps them.');
  for (const [, name = '', from, to] of entries)
    if (!NEEDED.test(name)) data.fill(0, Number(from), Number(to));
  return data;
}

/** The one of PGlite's modules that lists the bundle's files. */
async function readContents(folder: string): Promise<string> {
  const index = await readFile(join(folder, 'index.js'), 'utf8');
  for (const [, name = ''] of index.matchAll(/"\.\/(chunk-\w+\.js)"/g)) {
    const text = await readFile(join(folder, name), 'utf8');
    if (text.includes('remote_package_size')) return text;
  }
  return '';
}
