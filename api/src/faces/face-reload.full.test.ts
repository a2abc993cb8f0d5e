import { randomBytes } from 'node:crypto';
import { createLocalEvents } from '@rollcall/core/events/publish';
import type { FaceOpener } from '@rollcall/core/faces/face.ports';
import type { FaceGallery } from '@rollcall/core/faces/gallery.ports';
import { createGallerySync } from '@rollcall/core/faces/gallery-sync';
import { createInstallationKeys } from '@rollcall/core/faces/keys/master-key.rules';
import { createTemplateVault } from '@rollcall/core/faces/keys/template-vault';
import { createSerial } from '@rollcall/core/kernel/serial';
import { createRepositories } from '@rollcall/db/repositories';
import { openTestDb, type TestDb } from '@rollcall/db/testing/test-db';
import { createInlineGallery } from '@rollcall/face/gallery/inline-gallery';
import { createThreadedOpener } from '@rollcall/face/opening/threaded-opener';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const AT = new Date('2026-03-02T04:00:00Z');
/** Three pages of the database. */
const PEOPLE = 1100;
const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) };
const OLD = { id: 'old', bytes: random.bytes(32) };
const NEW = { id: 'new', bytes: random.bytes(32) };
const oldKeys = createInstallationKeys([OLD], { kind: 'ok', id: OLD.id });
const bothKeys = createInstallationKeys([NEW], { kind: 'ok', id: NEW.id }, [OLD]);

let test: TestDb;
let repos: ReturnType<typeof createRepositories>;
const threads = createThreadedOpener();
beforeAll(async () => {
  test = await openTestDb();
  repos = createRepositories(test.db);
});
afterAll(async () => {
  await threads.close();
  await test.close();
});

const vaultOf = (keys: typeof oldKeys) => createTemplateVault({ keys, random });

async function addPeople(count: number, prefix: string): Promise<number[]> {
  const { rows } = await test.pool.query(
    `insert into people (code, name, kind, registered_on)
     select $2 || i, 'p' || i, 'student', '2026-01-01' from generate_series(1, $1::int) i returning id`,
    [count, prefix],
  );
  return rows.map(({ id }: { id: number }) => id).sort((a, b) => a - b);
}

/** Stores faces as enrolments do, in one statement each for keys and templates. */
async function enrol(ids: readonly number[], keys = oldKeys): Promise<void> {
  const vault = vaultOf(keys);
  const faces = await Promise.all(
    ids.map(async (id) => {
      const key = await vault.newKey(id);
      const embedding = Float32Array.from({ length: 8 }, (_, i) => Math.sin(id + i));
      return { id, key, sealed: await (await vault.forPerson(id, key)).seal('m', embedding) };
    }),
  );
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  await test.pool.query(
    `insert into face_keys (person_id, master_key_id, wrapped_key, created_at)
     select id, $2, decode(key, 'hex'), $4::timestamptz from unnest($1::int[], $3::text[]) as t (id, key)`,
    [
      faces.map(({ id }) => id),
      keys.current().id,
      faces.map(({ key }) => hex(key.wrappedKey)),
      AT.toISOString(),
    ],
  );
  await test.pool.query(
    `insert into face_templates (person_id, model_id, sealed, quality, created_at)
     select id, 'm', decode(sealed, 'hex'), 1, $3::timestamptz from unnest($1::int[], $2::text[]) as t (id, sealed)`,
    [faces.map(({ id }) => id), faces.map(({ sealed }) => hex(sealed)), AT.toISOString()],
  );
}

async function erase(id: number): Promise<void> {
  await repos.faces.removeTemplates(id);
  await repos.faces.removeKey(id);
}

/** A sync whose opener and gallery call `step` before a page is opened and before and after the swap. */
function createWatched(keys: typeof oldKeys, step: (what: 'page' | 'swap' | 'swapped') => Promise<void>) {
  const inner = createInlineGallery();
  const gallery: FaceGallery = {
    ...inner,
    draft: () => {
      const draft = inner.draft();
      return {
        ...draft,
        swapIn: async () => {
          await step('swap');
          await draft.swapIn();
          await step('swapped');
        },
      };
    },
  };
  // Pages are opened at the same time; what happens at each of them, one after the other.
  const serial = createSerial();
  const faceOpener: FaceOpener = {
    open: async (faces, known) => {
      await serial.run(() => step('page'));
      return threads.open(faces, known);
    },
  };
  const sync = createGallerySync({
    clock: { now: () => AT },
    repos,
    events: createLocalEvents(),
    gallery,
    vault: vaultOf(keys),
    masterKeys: keys,
    faceOpener,
  });
  const members = async () => (await inner.members('m')).map(Number).sort((a, b) => a - b);
  return { sync, members };
}

describe('reading all faces again', () => {
  it('leaves nobody out at any moment and brings nobody back, while people are enrolled and erased', async () => {
    await test.reset();
    const ids = await addPeople(PEOPLE, 'p');
    const later = await addPeople(8, 'later');
    await enrol(ids);
    const expected = new Set(ids);
    let changes = false;
    const steps: string[] = [];
    const { sync, members } = createWatched(oldKeys, async (what) => {
      if (!changes) return;
      steps.push(what);
      // The changed people are known to the gallery that is searched; those who were always there must stay.
      expect(await members()).toEqual([...expected].sort((a, b) => a - b));
      if (what !== 'page') return;
      const page = steps.length - 1;
      const newcomer = later[page] ?? 0;
      // From a page that was read, from this one or the next, and from the last one.
      const gone = [ids[page], ids[600 + page], ids[PEOPLE - 1 - page]].map((id) => id ?? 0);
      await enrol([newcomer]);
      for (const id of gone) await erase(id);
      for (const id of [newcomer, ...gone]) await sync.refresh(id);
      expected.add(newcomer);
      for (const id of gone) expected.delete(id);
      expect(await members()).toEqual([...expected].sort((a, b) => a - b));
    });
    await sync.load();
    expect(await members()).toEqual(ids);
    changes = true;
    await sync.load();
    expect(steps).toEqual(['page', 'page', 'page', 'swap', 'swapped']);
    expect(await members()).toEqual([...expected].sort((a, b) => a - b));
    expect(expected.size).toBe(PEOPLE + 3 - 9);
    expect((await sync.status()).unreadable).toEqual([]);
  });

  it('opens everybody while the master key is rotated, and says whose key is not here', async () => {
    await test.reset();
    const ids = await addPeople(6, 'r');
    await enrol(ids);
    const rotating = vaultOf(bothKeys);
    const rotate = async (id: number) => {
      const key = await repos.faces.keyOf(id);
      if (!key) throw new Error('a key');
      const { masterKeyId, wrappedKey } = await rotating.rewrap(id, key);
      await test.pool.query(
        "update face_keys set master_key_id = $2, wrapped_key = decode($3, 'hex') where person_id = $1",
        [id, masterKeyId, Buffer.from(wrappedKey).toString('hex')],
      );
    };
    const both = createWatched(bothKeys, async () => {});
    const old = createWatched(oldKeys, async () => {});
    for (const id of ids.slice(0, 3)) await rotate(id);
    await both.sync.load();
    expect(await both.members()).toEqual(ids);
    await old.sync.load();
    expect(await old.members()).toEqual(ids.slice(3));
    expect((await old.sync.status()).unreadable).toEqual(
      ids.slice(0, 3).map((personId) => ({ personId, problem: 'key_not_opened' })),
    );
    for (const id of ids.slice(3)) await rotate(id);
    await both.sync.load();
    expect(await both.members()).toEqual(ids);
  });
});
