import type { StoredFace } from '@rollcall/core/faces/face.ports';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRepositories } from '../../repositories.ts';
import { openTestDb, type TestDb } from '../../testing/test-db.ts';

let test: TestDb;
let repos: ReturnType<typeof createRepositories>;
beforeAll(async () => {
  test = await openTestDb();
  repos = createRepositories(test.db);
});
afterAll(() => test.close());
beforeEach(() => test.reset());

const AT = new Date('2026-03-02T04:00:00Z');
async function addPeople(count: number): Promise<number[]> {
  const { rows } = await test.pool.query(
    `insert into people (code, name, kind, registered_on)
     select 'p' || i, 'p' || i, 'student', '2026-01-01' from generate_series(1, $1::int) i returning id`,
    [count],
  );
  return rows.map(({ id }: { id: number }) => id).sort((a, b) => a - b);
}
const addTemplate = (personId: number, modelId: string, bytes: readonly number[], quality: number) =>
  repos.faces.addTemplate({ personId, modelId, sealed: Uint8Array.from(bytes), quality, createdAt: AT });
const addKey = (personId: number) =>
  repos.faces.saveKey(personId, { masterKeyId: 'k', wrappedKey: Uint8Array.of(personId % 256, 0, 255) }, AT);

async function readPages() {
  const pages: (readonly StoredFace[])[] = [];
  for await (const page of repos.faces.allFaces()) pages.push(page);
  return pages;
}
/** What the services use of a face, as plain values. */
const plain = (faces: readonly StoredFace[]) =>
  faces.map(({ personId, key, templates }) => ({
    personId,
    key: key && { masterKeyId: key.masterKeyId, wrappedKey: [...key.wrappedKey] },
    templates: templates.map(({ modelId, sealed, quality }) => ({ modelId, sealed: [...sealed], quality })),
  }));

describe('all faces', () => {
  it('are everybody who has templates, each as facesOf reads them', async () => {
    const [whole = 0, keyless = 0, deleted = 0, none = 0, other = 0] = await addPeople(5);
    for (const id of [whole, deleted, none, other]) await addKey(id);
    await addTemplate(whole, 'new "model", {a}', [0, 1, 2, 255], 0.25);
    await addTemplate(other, 'm', [9], 0.1);
    await addTemplate(whole, 'm', [], 1);
    await addTemplate(whole, 'm', [7, 7], 0.7);
    await addTemplate(keyless, 'm', [5], 1);
    await addTemplate(deleted, 'm', [6], 1);
    await test.pool.query('update people set deleted_at = now() where id = $1', [deleted]);
    const all = plain((await readPages()).flat());
    expect(all).toEqual(plain(await repos.faces.facesOf([whole, keyless, deleted, none, other])));
    expect(all.map(({ personId }) => personId)).toEqual([whole, keyless, other]);
    expect(all[0]?.templates.map(({ sealed }) => sealed)).toEqual([[0, 1, 2, 255], [], [7, 7]]);
    expect(all[1]?.key).toBeNull();
  });

  it('come in pages that leave nobody out and repeat nobody', async () => {
    const ids = await addPeople(1203);
    await test.pool.query(
      `insert into face_templates (person_id, model_id, sealed, quality, created_at)
       select id, 'm', '\\x01'::bytea, 1, now() from people where code like 'p%' and id <> all($1::int[])`,
      [[ids[0], ids[500], ids[1202]]],
    );
    const pages = await readPages();
    expect(pages.length).toBeGreaterThan(1);
    const without = new Set([ids[0], ids[500], ids[1202]]);
    expect(pages.flat().map(({ personId }) => personId)).toEqual(ids.filter((id) => !without.has(id)));
  });
});
