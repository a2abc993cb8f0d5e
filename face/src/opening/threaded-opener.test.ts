import { randomBytes } from 'node:crypto';
import type { StoredFace } from '@rollcall/core/faces/face.ports';
import { openFace } from '@rollcall/core/faces/keys/face-opener';
import { createInstallationKeys } from '@rollcall/core/faces/keys/master-key.rules';
import { createTemplateVault } from '@rollcall/core/faces/keys/template-vault';
import { afterEach, describe, expect, it } from 'vitest';
import { createThreadedOpener } from './threaded-opener.ts';

const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) };
const [before, after] = ['before', 'after'].map((id) => ({ id, bytes: random.bytes(32) }));
if (!before || !after) throw new Error('two keys');
const oldKeys = createInstallationKeys([before], { kind: 'ok', id: before.id });
const bothKeys = createInstallationKeys([after], { kind: 'ok', id: after.id }, [before]);
const newKeys = createInstallationKeys([after], { kind: 'ok', id: after.id });

async function faceOf(personId: number, keys = oldKeys, models = ['m', 'm', 'other']): Promise<StoredFace> {
  const vault = createTemplateVault({ keys, random });
  const key = await vault.newKey(personId);
  const person = await vault.forPerson(personId, key);
  const templates = await Promise.all(
    models.map(async (modelId, at) => {
      const embedding = Float32Array.from({ length: 128 }, (_, i) => Math.sin(personId * 31 + at * 7 + i));
      return { modelId, quality: 1 / (at + 1), sealed: await person.seal(modelId, embedding) };
    }),
  );
  return { personId, key, templates };
}

/** The face with one bit of its first template changed. */
const altered = (face: StoredFace): StoredFace => ({
  ...face,
  templates: face.templates.map((template, at) => {
    const sealed = Uint8Array.from(template.sealed);
    sealed[40] = (sealed[40] ?? 0) ^ (at === 0 ? 1 : 0);
    return { ...template, sealed };
  }),
});

let opened: { close(): Promise<void> } | null = null;
const open = (options?: Parameters<typeof createThreadedOpener>[0]) => {
  const opener = createThreadedOpener(options);
  opened = opener;
  return opener;
};
afterEach(async () => {
  await opened?.close();
  opened = null;
});

describe('createThreadedOpener', () => {
  it.each([1, 2, 3])(
    'opens on %s threads, in order, exactly what is opened in the same thread',
    async (threads) => {
      const faces = await Promise.all(Array.from({ length: 41 }, (_, i) => faceOf(i)));
      faces[3] = { ...(await faceOf(3)), key: null };
      faces[5] = altered(await faceOf(5));
      faces[7] = await faceOf(7, newKeys); // a key that is not here
      faces[9] = { ...(await faceOf(9)), personId: 10 }; // copied to another person
      const vault = createTemplateVault({ keys: oldKeys, random });
      const here = await Promise.all(faces.map((face) => openFace(vault, face)));
      expect(here.flatMap(({ problem }) => problem ?? [])).toEqual([
        'no_key',
        'template_not_opened',
        'key_not_opened',
        'key_not_opened',
      ]);
      const opener = open({ threads });
      expect(await opener.open(faces, oldKeys)).toEqual(here);
      expect(await opener.open(faces.slice(0, 1), oldKeys)).toEqual(here.slice(0, 1));
      expect(await opener.open([], oldKeys)).toEqual([]);
    },
  );

  it('opens with the keys of the moment while the master key is rotated', async () => {
    const opener = open();
    const rotating = createTemplateVault({ keys: bothKeys, random });
    const faces = await Promise.all([1, 2].map((id) => faceOf(id)));
    const rotated = await Promise.all(
      faces.map(async (face) => ({
        ...face,
        key: face.key && (await rotating.rewrap(face.personId, face.key)),
      })),
    );
    const problems = async (stored: readonly StoredFace[], keys: typeof oldKeys) =>
      (await opener.open(stored, keys)).map(({ problem }) => problem);
    expect(await problems(faces, oldKeys)).toEqual([null, null]);
    expect(await problems(rotated, oldKeys)).toEqual(['key_not_opened', 'key_not_opened']);
    expect(await problems([...faces, ...rotated], bothKeys)).toEqual([null, null, null, null]);
    expect(await problems([...faces, ...rotated], newKeys)).toEqual([
      'key_not_opened',
      'key_not_opened',
      null,
      null,
    ]);
  });

  it('fails the call whose thread died, and ends the process for it never', async () => {
    const opener = open({ workerUrl: new URL('../testing/dying-opening.worker.mjs', import.meta.url) });
    await expect(opener.open([await faceOf(13)], oldKeys)).rejects.toThrow();
    expect(await opener.open([await faceOf(1)], oldKeys)).toEqual([{ templates: [], problem: null }]);
  });
});
