import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/**
 * Faces that the product enrolled in a run before. Enrolling 5,000 people takes twenty minutes: with `--cache` it is done once, and
 * later runs get the same rows.
 */
export interface KeptFaces {
  /** The master key that they are sealed with. */
  readonly templateKey: string;
  readonly refused: readonly (readonly [code: string, reason: string])[];
  /** Codes and ids: a template opens for the person with its id only. */
  readonly people: readonly { readonly code: string; readonly id: number }[];
  readonly keys: readonly object[];
  readonly templates: readonly object[];
}

export const newTemplateKey = (): string => randomBytes(32).toString('base64');

const fileIn = (folder: string) => join(folder, 'faces.json');

/** Null where none are kept. */
export async function readKeptFaces(folder: string): Promise<KeptFaces | null> {
  const text = await readFile(fileIn(folder), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as KeptFaces); // written by keepFaces
}

const readPeople = async (pool: pg.Pool): Promise<KeptFaces['people']> =>
  (
    await pool.query<{ code: string; id: number }>(
      `select code, id from people where kind <> 'admin' order by id`,
    )
  ).rows;

/** Keeps the faces of a database beside the pictures. */
export async function keepFaces(
  pool: pg.Pool,
  folder: string,
  { templateKey, refused }: { readonly templateKey: string; readonly refused: ReadonlyMap<string, string> },
): Promise<void> {
  const all = async (table: 'face_keys' | 'face_templates') =>
    (await pool.query<{ row: object }>(`select to_jsonb(t) as row from ${table} t`)).rows.map(
      ({ row }) => row,
    );
  const kept: KeptFaces = {
    templateKey,
    refused: [...refused],
    people: await readPeople(pool),
    keys: await all('face_keys'),
    templates: await all('face_templates'),
  };
  await writeFile(fileIn(folder), JSON.stringify(kept));
}

/** Writes kept faces into the database of a school that was set up alike. */
export async function writeFaces(pool: pg.Pool, { people, keys, templates }: KeptFaces): Promise<void> {
  if (JSON.stringify(await readPeople(pool)) !== JSON.stringify(people))
    throw new Error('The kept faces are of people with other ids: remove faces.json from the cache.');
  await pool.query(
    `insert into face_keys (person_id, master_key_id, wrapped_key, created_at)
     select person_id, master_key_id, wrapped_key, created_at from json_populate_recordset(null::face_keys, $1::json)`,
    [JSON.stringify(keys)],
  );
  await pool.query(
    `insert into face_templates (person_id, model_id, sealed, quality, created_at)
     select person_id, model_id, sealed, quality, created_at
     from json_populate_recordset(null::face_templates, $1::json) order by id`,
    [JSON.stringify(templates)],
  );
}
