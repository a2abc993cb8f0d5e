import type { FaceLogPosition } from '@rollcall/core/faces/face.ports';
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

const people: number[] = [];
beforeEach(async () => {
  await test.reset();
  people.length = 0;
  for (const code of ['a', 'b', 'c']) {
    const { rows } = await test.pool.query(
      `insert into people (code, name, kind, registered_on) values ($1, $1, 'student', '2026-01-01') returning id`,
      [code],
    );
    people.push(rows[0].id);
  }
});

const changed = async (since: FaceLogPosition) => {
  const { entries } = await repos.faces.changesSince(since);
  return [...new Set(entries.map(({ personId }) => people.indexOf(personId)))];
};
const now = async () => (await repos.faces.changesSince(null)).position;
const at = (index: number) => people[index] ?? 0;
const AT = new Date('2026-03-02T04:00:00Z');
const addKey = (index: number) =>
  repos.faces.saveKey(at(index), { masterKeyId: 'm', wrappedKey: new Uint8Array([1]) }, AT);
const addTemplate = (index: number) =>
  repos.faces.addTemplate({
    personId: at(index),
    modelId: 'm',
    sealed: new Uint8Array([1]),
    quality: 1,
    createdAt: AT,
  });

describe('the log of face changes', () => {
  it.each<[string, () => Promise<unknown>, number[]]>([
    ['a key', () => addKey(0), [0]],
    ['a template', () => addTemplate(1), [1]],
    ['look-alikes', () => repos.faces.addLookAlikes(at(2), at(0), AT, at(1)), [0, 2]],
    [
      'a consent',
      () => repos.privacy.giveConsent(at(1), { textVersion: '1', givenBy: 'x', givenAt: AT, notedBy: 'y' }),
      [1],
    ],
    ['a deletion', () => test.pool.query('update people set deleted_at = now() where id = $1', [at(2)]), [2]],
  ])('names the person after %s', async (_what, change, expected) => {
    const before = await now();
    await change();
    expect((await changed(before)).sort()).toEqual(expected);
  });

  it('names the person whose templates and key go with the row of the person', async () => {
    await addKey(0);
    await addTemplate(0);
    const before = await now();
    await test.pool.query('delete from people where id = $1', [at(0)]);
    expect(await changed(before)).toEqual([0]);
  });

  it('holds nothing of a transaction that was rolled back', async () => {
    const before = await now();
    await expect(
      test.db.transaction(async (tx) => {
        await createRepositories(tx).faces.addTemplate({
          personId: at(0),
          modelId: 'm',
          sealed: new Uint8Array([1]),
          quality: 1,
          createdAt: AT,
        });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await changed(before)).toEqual([]);
  });

  it('is broken for a reader who missed pruned entries, and after a restore', async () => {
    const before = await now();
    await addTemplate(0);
    await test.pool.query(`update face_changes set at = now() - interval '2 days'`);
    expect((await repos.faces.changesSince(before)).isBroken).toBe(false);
    await repos.faces.claimMasterKey('m');
    const after = await now();
    // Entries stay while any transaction of the cluster is older: other test files have some.
    const isBrokenBefore = async () => {
      await repos.faces.pruneChanges();
      return (await repos.faces.changesSince({ ...before, logId: after.logId })).isBroken;
    };
    await expect.poll(isBrokenBefore).toBe(true);
    const { position, isBroken } = await repos.faces.changesSince(await now());
    expect(isBroken).toBe(false);
    await test.pool.query('delete from face_state');
    await repos.faces.claimMasterKey('m');
    expect((await repos.faces.changesSince(position)).isBroken).toBe(true);
  });
});

const FAR = '999999999999';
describe('a log that was written in another cluster', () => {
  it.each([
    ['pruned', `update face_state set pruned_to = '${FAR}'`],
    ['scrubbed', `update face_state set scrubbed_to = '${FAR}'`],
    ['full', `update face_changes set xact = '${FAR}'`],
  ])('and is %s is replaced, once', async (_state, moved) => {
    await repos.faces.claimMasterKey('m');
    await addTemplate(0);
    const before = await now();
    await repos.faces.replaceForeignLog();
    expect((await now()).logId).toBe(before.logId);
    await test.pool.query(moved);
    await repos.faces.replaceForeignLog();
    const position = await now();
    expect(position.logId).not.toBe(before.logId);
    expect(await repos.faces.scrubTarget()).toMatchObject({ isFirst: true });
    expect((await repos.faces.masterKeyRecord()).expected).toBe('m');
    await addTemplate(1);
    const { isBroken, entries } = await repos.faces.changesSince(position);
    expect([isBroken, entries.map(({ personId }) => personId)]).toEqual([false, [at(1)]]);
    await repos.faces.replaceForeignLog();
    expect((await now()).logId).toBe(position.logId);
  });
});

describe('what is to be scrubbed', () => {
  const scrubAll = async () => {
    const target = await repos.faces.scrubTarget();
    if (target) await repos.faces.noteScrubbed(target.xact);
    return target;
  };

  it('tells an erased face from replaced photos', async () => {
    await repos.faces.claimMasterKey('m');
    await addKey(0);
    await addTemplate(0);
    expect(await scrubAll()).toMatchObject({ isFirst: true });
    // Everything until then has ended once no other transaction of the cluster is older.
    await expect.poll(scrubAll).toBeNull();
    await repos.faces.removeTemplates(at(0));
    expect(await repos.faces.scrubTarget()).toMatchObject({ isErasure: false, isFirst: false });
    await test.pool.query(`update face_changes set at = at - interval '30 hours'`);
    expect((await repos.faces.scrubTarget())?.waitingHours).toBeCloseTo(30, 1);
    await repos.faces.removeKey(at(0));
    const target = await scrubAll();
    expect(target).toMatchObject({ isErasure: true, isFirst: false });
    expect(await scrubAll()).toBeNull();
    await repos.faces.noteScrubbed(1n);
    expect(await scrubAll()).toBeNull();
  });
});

describe('the fingerprint of the master key', () => {
  it('is that of the first server, whoever comes later', async () => {
    expect(await repos.faces.masterKeyRecord()).toEqual({ expected: null, hasDependents: false });
    // On two connections either of them may be the first.
    const claimed = await Promise.all(['one', 'other'].map(repos.faces.claimMasterKey));
    const [first] = claimed;
    expect(['one', 'other']).toContain(first);
    expect(claimed).toEqual([first, first]);
    expect(await repos.faces.claimMasterKey('third')).toBe(first);
    expect(await repos.faces.masterKeyRecord()).toEqual({ expected: first, hasDependents: false });
  });

  it('is the key that wraps most face keys where none was recorded', async () => {
    await addKey(0);
    await addKey(1);
    await repos.faces.saveKey(at(2), { masterKeyId: 'other', wrappedKey: new Uint8Array([1]) }, AT);
    expect(await repos.faces.masterKeyRecord()).toEqual({ expected: 'm', hasDependents: true });
  });

  it('keeps a key that another master key wraps out of the database', async () => {
    await repos.faces.claimMasterKey('one');
    await expect(addKey(0)).rejects.toMatchObject({ code: 'face_key_mismatch' });
    expect(await repos.faces.allKeys()).toEqual([]);
  });
});

describe('removeOfDeletedPeople', () => {
  it('removes templates and keys of deleted people only, and says how many', async () => {
    for (const index of [0, 1]) {
      await addKey(index);
      await addTemplate(index);
      await addTemplate(index);
    }
    await test.pool.query('update people set deleted_at = now() where id = $1', [at(1)]);
    expect(await repos.faces.removeOfDeletedPeople()).toEqual({ people: 1, templates: 2 });
    expect(await repos.faces.removeOfDeletedPeople()).toEqual({ people: 0, templates: 0 });
    expect((await repos.faces.facesOf(people)).map(({ personId }) => personId)).toEqual([at(0)]);
  });
});
