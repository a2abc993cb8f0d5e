import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMasterKeys, rotateMasterKey } from './master-keys.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-keys-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('master keys', () => {
  const recorded = (expected: string | null, hasDependents = false) => ({
    expected,
    hasDependents,
    claim: async (id: string) => expected ?? id,
  });

  it('are created once, readable by the owner only, and reopened', async () => {
    const first = await openMasterKeys(join(folder, 'keys'), undefined);
    const again = await openMasterKeys(join(folder, 'keys'), undefined);
    expect(again.current()).toEqual(first.current());
    expect((await stat(join(folder, 'keys', 'template.key'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'keys'))).mode & 0o777).toBe(0o700);
  });

  it('come from the environment when set there, without writing a file', async () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const keys = await openMasterKeys(folder, key);
    expect(Buffer.from(keys.current().bytes).toString('base64')).toBe(key);
    expect(await readdir(folder)).toEqual([]);
  });

  it('come from the environment with those that a rotation in the folder retired', async () => {
    const before = (await openMasterKeys(folder, undefined)).current();
    const { bytes } = await rotateMasterKey(folder, before.id, async () => {});
    const keys = await openMasterKeys(folder, Buffer.from(bytes).toString('base64'));
    expect([keys.current().bytes, keys.byId(before.id)]).toEqual([bytes, before]);
  });

  it('have ids that do not reveal the key', async () => {
    const keys = await openMasterKeys(folder, undefined);
    expect(Buffer.from(keys.current().bytes).toString('hex')).not.toContain(keys.current().id);
  });

  it('rotate: the new key replaces the old one only after everything was rewrapped', async () => {
    const before = (await openMasterKeys(folder, undefined)).current();
    const next = await rotateMasterKey(folder, before.id, async (keys) => {
      expect(keys.byId(before.id)).toEqual(before);
      expect(keys.current().id).not.toBe(before.id);
    });
    const after = await openMasterKeys(folder, undefined);
    expect(after.current()).toEqual(next);
    // What the old key sealed is still opened, until its file is deleted.
    expect(after.byId(before.id)).toEqual(before);
    expect(await readdir(folder)).toEqual(['template.key', `template.key.retired-${before.id}`]);
    await rm(join(folder, `template.key.retired-${before.id}`));
    expect((await openMasterKeys(folder, undefined)).byId(before.id)).toBeNull();
  });

  it('that were retired are never in use, also where the one in use is lost', async () => {
    const before = (await openMasterKeys(folder, undefined)).current();
    await rotateMasterKey(folder, before.id, async () => {});
    await rm(join(folder, 'template.key'));
    const keys = await openMasterKeys(folder, undefined, recorded(before.id));
    expect(keys.state().kind).toBe('missing');
    expect(keys.byId(before.id)).toEqual(before);
  });

  it('rotate: a file that a power cut left empty does not stop it', async () => {
    const before = (await openMasterKeys(folder, undefined)).current();
    await writeFile(join(folder, 'template.key.next'), '');
    await writeFile(join(folder, `template.key.retired-${before.id}`), '');
    const next = await rotateMasterKey(folder, before.id, async () => {});
    const after = await openMasterKeys(folder, undefined);
    expect([after.current(), after.byId(before.id)]).toEqual([next, before]);
  });

  it('rotate: an interruption loses neither key, and the next try continues with the same new key', async () => {
    const before = (await openMasterKeys(folder, undefined)).current();
    let newId = '';
    const interrupted = rotateMasterKey(folder, before.id, async (keys) => {
      newId = keys.current().id;
      throw new Error('power cut');
    });
    await expect(interrupted).rejects.toThrow('power cut');
    const between = await openMasterKeys(folder, undefined);
    expect(between.current()).toEqual(before);
    expect(between.byId(newId)).not.toBeNull();
    const next = await rotateMasterKey(folder, before.id, async () => {});
    expect(next.id).toBe(newId);
  });

  it('are refused when they are not 32 bytes', async () => {
    await expect(openMasterKeys(folder, Buffer.alloc(16).toString('base64'))).rejects.toThrow('32 bytes');
    expect(await readFile(join(folder, 'template.key')).catch(() => null)).toBeNull();
  });

  it.each([
    ['a fingerprint', recorded('0123456789abcdef')],
    ['face keys or backups', recorded(null, true)],
  ])('are not created where the database has %s', async (_what, guard) => {
    const keys = await openMasterKeys(folder, undefined, guard);
    expect(keys.state()).toEqual({ kind: 'missing', expected: guard.expected });
    expect(() => keys.current()).toThrow('rollcall keys import');
    expect(await readdir(folder)).toEqual([]);
  });

  it('are not replaced where the file is empty', async () => {
    await writeFile(join(folder, 'template.key'), '');
    const keys = await openMasterKeys(folder, undefined, recorded(null));
    expect(keys.state().kind).toBe('unreadable');
    expect(() => keys.current()).toThrow('contains no key');
    expect(await readFile(join(folder, 'template.key'), 'utf8')).toBe('');
  });

  it("that are not the database's seal nothing", async () => {
    const own = (await openMasterKeys(folder, undefined)).current();
    const keys = await openMasterKeys(folder, undefined, recorded('0123456789abcdef'));
    expect(keys.state()).toEqual({ kind: 'mismatch', id: own.id, expected: '0123456789abcdef' });
    expect(() => keys.current()).toThrow('0123456789abcdef');
    expect(keys.byId(own.id)).toEqual(own);
  });

  it('are created by one of two servers that start at once on a new database', async () => {
    let first: string | null = null;
    const guard = {
      ...recorded(null),
      claim: async (id: string) => {
        first ??= id;
        return first;
      },
    };
    const [one, other] = await Promise.all(
      ['one', 'other'].map((name) => openMasterKeys(join(folder, name), undefined, guard)),
    );
    expect([one?.state().kind, other?.state().kind].sort()).toEqual(['missing', 'ok']);
    const files = await Promise.all(['one', 'other'].map((name) => readdir(join(folder, name))));
    expect(files.flat()).toEqual(['template.key']);
  });

  it.each([
    ['the database takes its time', async () => new Promise((go) => setImmediate(go))],
    ['it is quick', async () => {}],
  ])('are one key for all servers that start at once with one folder, when %s', async (_when, pause) => {
    let first: string | null = null;
    const guard = () => ({
      ...recorded(first),
      claim: async (id: string) => {
        await pause();
        first ??= id;
        await pause();
        return first;
      },
    });
    const servers = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        for (let turn = 0; turn < index; turn++) await new Promise((go) => setImmediate(go));
        return openMasterKeys(folder, undefined, guard());
      }),
    );
    expect(servers.map((keys) => keys.state())).toEqual(servers.map(() => ({ kind: 'ok', id: first })));
    expect(await readdir(folder)).toEqual(['template.key']);
  });

  it('are created although a power cut left an empty file of an earlier try', async () => {
    await writeFile(join(folder, 'template.key.first'), '');
    const keys = await openMasterKeys(folder, undefined, recorded(null));
    expect(keys.state().kind).toBe('ok');
    expect(await readdir(folder)).toEqual(['template.key']);
  });

  it('survive a power cut between the record in the database and the name of the file', async () => {
    const { id } = (await openMasterKeys(folder, undefined)).current();
    await rename(join(folder, 'template.key'), join(folder, 'template.key.first'));
    expect((await openMasterKeys(folder, undefined, recorded(id))).current().id).toBe(id);
    expect(await readdir(folder)).toEqual(['template.key']);
  });

  it('rotate: after an interruption the key that the database records is in use', async () => {
    const before = (await openMasterKeys(folder, undefined)).current();
    let newId = '';
    const interrupted = rotateMasterKey(folder, before.id, async (keys) => {
      newId = keys.current().id; // the database has committed
      throw new Error('power cut');
    });
    await expect(interrupted).rejects.toThrow('power cut');
    const second = (await openMasterKeys(folder, undefined, recorded(newId))).current();
    expect(second.id).toBe(newId);
    // The next rotation ends that one and replaces the key that is in use.
    const third = await rotateMasterKey(folder, newId, async (keys) => {
      expect(keys.byId(newId)).toEqual(second);
      expect((await readdir(folder)).sort()).toEqual(
        ['', '.next', `.retired-${before.id}`, `.retired-${newId}`].map((end) => `template.key${end}`).sort(),
      );
    });
    expect([before.id, newId]).not.toContain(third.id);
    const after = await openMasterKeys(folder, undefined, recorded(third.id));
    expect([before, second, third].map(({ id }) => after.byId(id))).toEqual([before, second, third]);
    expect(after.current()).toEqual(third);
  });
});
