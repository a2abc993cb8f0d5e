import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLocalEvents } from '../events/publish.ts';
import type { FaceChanges, FaceLogPosition, FaceRepos, StoredFace } from './face.ports.ts';
import type { FaceGallery, GalleryEntry } from './gallery.ports.ts';
import { createGallerySync } from './gallery-sync.ts';
import { createInstallationKeys } from './keys/master-key.rules.ts';
import { createTemplateVault } from './keys/template-vault.ts';

const KEY = { id: 'k', bytes: new Uint8Array(32).fill(1) };
const masterKeys = createInstallationKeys([KEY], { kind: 'ok', id: 'k' });
const vault = createTemplateVault({
  keys: masterKeys,
  random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
});
const EMBEDDING = new Float32Array([1, 0, 0, 0]);

async function faceOf(personId: number): Promise<StoredFace> {
  const key = await vault.newKey(personId);
  const sealed = await (await vault.forPerson(personId, key)).seal('m', EMBEDDING);
  const template = { personId, modelId: 'm', sealed, quality: 1, createdAt: new Date(0) };
  return { personId, key, templates: [template] };
}

/** A database with a log, as the repository presents it. `beforeRead` runs before each question. */
function createDatabase() {
  const faces = new Map<number, StoredFace>();
  const log: FaceChanges['entries'][number][] = [];
  let logId = 'log-1';
  const state = {
    masterKeyId: 'k',
    /** A transaction that began here has not ended: the position stays before it. */
    heldAt: Number.POSITIVE_INFINITY,
    beforeRead: async (_what: 'changes' | 'page' | 'people'): Promise<void> => {},
  };
  const position = (): FaceLogPosition => ({ logId, xact: BigInt(Math.min(log.length, state.heldAt)) });
  const change = (personId: number, face: StoredFace | null) => {
    if (face) faces.set(personId, face);
    else faces.delete(personId);
    log.push({ id: String(log.length), personId, xact: BigInt(log.length) });
  };
  const repos = {
    faces: {
      changesSince: async (since: FaceLogPosition | null): Promise<FaceChanges> => {
        await state.beforeRead('changes');
        return {
          position: position(),
          isBroken: since !== null && since.logId !== logId,
          entries: since === null ? [] : log.slice(Number(since.xact)),
          masterKeyId: state.masterKeyId,
        };
      },
      facesOf: async (ids: readonly number[]) => {
        await state.beforeRead('people');
        return ids.flatMap((id) => faces.get(id) ?? []);
      },
      allFaces: async function* () {
        // Read once, as a page of the database is: what changes later is not in it.
        const all = [...faces.values()];
        for (const face of all) {
          await state.beforeRead('page');
          yield [face];
        }
      },
      claimMasterKey: async (id: string) => id,
      replaceForeignLog: async () => {},
    },
  } as unknown as FaceRepos; // the sync uses nothing else
  return {
    repos,
    faces,
    state,
    change,
    /** As a restore does: other content, another log. */
    replaceAll: (content: readonly StoredFace[]) => {
      faces.clear();
      for (const face of content) faces.set(face.personId, face);
      log.length = 0;
      logId = 'log-2';
    },
  };
}

function createFakeGallery() {
  let people = new Set<string>();
  let lost = () => {};
  const add = (to: Set<string>, entries: readonly GalleryEntry[]) => {
    for (const { personId, templates } of entries) {
      if (templates.length > 0) to.add(personId);
      else to.delete(personId);
    }
  };
  const gallery = {
    put: async (entries: readonly GalleryEntry[]) => add(people, entries),
    draft: () => {
      const next = new Set<string>();
      return {
        put: async (entries: readonly GalleryEntry[]) => add(next, entries),
        swapIn: async () => {
          people = next;
        },
        discard: async () => {},
      };
    },
    count: async () => ({ people: people.size, templates: people.size }),
    onLost: (listener: () => void) => {
      lost = listener;
    },
  } as unknown as FaceGallery; // the sync does not search
  return {
    gallery,
    people: () => [...people].sort(),
    lose: () => {
      people = new Set();
      lost();
    },
  };
}

type Sync = ReturnType<typeof createGallerySync>;

describe('createGallerySync', () => {
  let database: ReturnType<typeof createDatabase>;
  let content: ReturnType<typeof createFakeGallery>;
  let sync: Sync;
  let stop: () => void;
  let errors: unknown[];
  const events = createLocalEvents();
  const wake = () => events.publish({ topic: 'faces', personId: null });
  /** Lets pending promises run; timers stand still. WebCrypto answers between two turns of the event loop. */
  const settle = async (done: () => boolean | Promise<boolean>) => {
    const giveUpAt = performance.now() + 10_000;
    while (performance.now() < giveUpAt) {
      if (await done()) return;
      await new Promise((next) => setImmediate(next));
    }
    throw new Error('It did not happen.');
  };
  const holds = (...people: string[]) => settle(() => content.people().join() === people.join());

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    database = createDatabase();
    content = createFakeGallery();
    errors = [];
    for (const id of [1, 2]) database.change(id, await faceOf(id));
    const clock = { now: () => new Date(0) };
    sync = createGallerySync({
      clock,
      repos: database.repos,
      events,
      gallery: content.gallery,
      vault,
      masterKeys,
    });
    stop = () => {};
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });
  const follow = (options?: { pollMs: number }) => {
    stop = sync.follow((error) => errors.push(error), options);
  };

  it('loads everybody, then applies what the log says, when an event wakes it', async () => {
    follow();
    await holds('1', '2');
    database.change(3, await faceOf(3));
    database.change(1, null);
    wake();
    await holds('2', '3');
  });

  it('finds at its next look what no event told it', async () => {
    follow({ pollMs: 800 });
    await holds('1', '2');
    database.change(1, null);
    await vi.advanceTimersByTimeAsync(800);
    await holds('2');
  });

  it('refuses to recognise until the first load is complete, and keeps trying when it fails', async () => {
    let failures = 3;
    database.state.beforeRead = async () => {
      if (failures-- > 0) throw new Error('too many connections');
    };
    follow();
    await settle(async () => (await sync.status()).lastError === 'too many connections');
    expect(() => sync.assertLoaded()).toThrow('starting');
    expect((await sync.status()).isLoaded).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    await holds('1', '2');
    await settle(async () => (await sync.status()).lastError === null);
    expect(() => sync.assertLoaded()).not.toThrow();
    // A series of failures is one line in the log.
    expect(errors).toHaveLength(1);
  });

  it('keeps the complete old gallery during a reload and when the reload fails', async () => {
    follow();
    await holds('1', '2');
    const restored = await faceOf(9);
    database.replaceAll([restored]);
    let fails = true;
    database.state.beforeRead = async (what) => {
      if (what === 'page' && fails) throw new Error('connection lost');
    };
    await sync.load();
    expect(content.people()).toEqual(['1', '2']);
    expect((await sync.status()).lastError).toBe('connection lost');
    fails = false;
    await vi.advanceTimersByTimeAsync(1000);
    await holds('9');
  });

  it('reads everything again when another server replaced the log', async () => {
    follow();
    await holds('1', '2');
    database.replaceAll([await faceOf(5)]);
    wake();
    await holds('5');
  });

  it('does not bring back a face that was removed while it was being read', async () => {
    let pages = 0;
    database.state.beforeRead = async (what) => {
      if (what !== 'page' || ++pages !== 2) return;
      database.change(1, null); // read already
      database.change(2, null); // in the page that comes now
      database.change(3, await faceOf(3)); // in no page
      await sync.refresh(1);
      await sync.refresh(2);
    };
    follow();
    await holds('3');
  });

  it('applies two refreshes of one person in the order of what is stored', async () => {
    follow();
    await holds('1', '2');
    let release = () => {};
    const held = new Promise<void>((go) => {
      release = go;
    });
    let first = true;
    database.state.beforeRead = async (what) => {
      if (what !== 'people' || !first) return;
      first = false;
      await held;
    };
    const one = sync.refresh(1);
    database.change(1, null);
    const other = sync.refresh(1);
    release();
    await Promise.all([one, other]);
    expect(content.people()).toEqual(['2']);
  });

  it('skips a face that cannot be opened, counts it, and forgets it when it is repaired', async () => {
    const [good, foreign] = [await faceOf(7), await faceOf(8)];
    const key = foreign.key;
    if (!key) throw new Error('a key');
    database.change(7, { ...good, key: null });
    database.change(8, { ...foreign, key: { ...key, masterKeyId: 'another' } });
    database.change(1, { ...(await faceOf(1)), templates: [...foreign.templates, ...good.templates] });
    follow();
    await holds('2');
    expect((await sync.status()).unreadable).toEqual([
      { personId: 1, problem: 'template_not_opened' },
      { personId: 7, problem: 'no_key' },
      { personId: 8, problem: 'key_not_opened' },
    ]);
    database.change(7, good);
    database.change(8, null);
    database.change(1, await faceOf(1));
    wake();
    await holds('1', '2', '7');
    expect((await sync.status()).unreadable).toEqual([]);
  });

  it('tries again when reading the changes failed, although no further event comes', async () => {
    follow();
    await holds('1', '2');
    let failures = 2;
    database.state.beforeRead = async (what) => {
      if (what === 'changes' && failures-- > 0) throw new Error('connection lost');
    };
    database.change(1, null);
    wake();
    await settle(async () => (await sync.status()).lastError === 'connection lost');
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1000);
      expect(content.people()).toEqual(['2']);
    });
  });

  it('says that its master key is another one as soon as the database names another one', async () => {
    follow();
    await holds('1', '2');
    database.state.masterKeyId = 'rotated';
    wake();
    await settle(async () => (await sync.status()).masterKey.kind === 'mismatch');
    expect(() => masterKeys.current()).toThrow('rotated');
    database.state.masterKeyId = 'k';
    wake();
    await settle(async () => (await sync.status()).masterKey.kind === 'ok');
  });

  it('opens again only what the gallery has not seen, also while a long transaction holds the log back', async () => {
    follow();
    await holds('1', '2');
    database.state.heldAt = 2;
    for (const id of [3, 4]) database.change(id, await faceOf(id));
    wake();
    await holds('1', '2', '3', '4');
    await settle(() => sync.seen().applied.size === 2);
    const seen = sync.seen();
    expect(seen.position?.xact).toBe(2n);
    database.change(5, await faceOf(5));
    const changed = await sync.changedFaces(database.repos, seen);
    expect(changed.map(({ personId }) => personId)).toEqual(['5']);
  });

  it('compares with no log that does not continue what the gallery has', async () => {
    follow();
    await holds('1', '2');
    const seen = sync.seen();
    database.replaceAll([await faceOf(9)]);
    await expect(sync.changedFaces(database.repos, seen)).rejects.toMatchObject({
      code: 'face_engine_starting',
    });
    await holds('9');
  });

  it('puts everybody in again when the gallery lost its content', async () => {
    follow();
    await holds('1', '2');
    content.lose();
    expect(() => sync.assertLoaded()).toThrow('starting');
    await holds('1', '2');
  });
});
