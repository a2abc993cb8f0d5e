import type { Events } from '../events/events.ports.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { createSerial, inLanes, retryUntilDone } from '../kernel/serial.ts';
import type {
  FaceChanges,
  FaceLogPosition,
  FaceOpener,
  FaceRepos,
  GalleryStatus,
  InstallationKeys,
  OpenedFace,
  StoredFace,
  TemplateVault,
  UnreadableFace,
} from './face.ports.ts';
import type { FaceTemplate } from './face.types.ts';
import { type FaceGallery, type GalleryEntry, galleryKey } from './gallery.ports.ts';
import { openFace } from './keys/face-opener.ts';

interface Needs {
  readonly clock: Clock;
  readonly repos: FaceRepos;
  readonly events: Events;
  readonly gallery: FaceGallery;
  readonly vault: TemplateVault;
  readonly masterKeys: InstallationKeys;
  /** Opens the pages of a load; without one they are opened here. */
  readonly faceOpener?: FaceOpener | undefined;
}

interface FollowOptions {
  /** How often the change log is read although nobody said that it grew; not at all by default. */
  readonly pollMs?: number;
}

/** People read and opened at a time. */
const BATCH = 100;
/** Pages of a load under way: one is read, some are opened, one is put in. */
const PAGES_AT_ONCE = 4;
const STARTING_RETRY_SECONDS = 2;
/** A catch-up that failed is tried again, because no further event may come. */
const CATCH_UP_RETRY_MS = 1000;

/** What the gallery has: everything before the position, and these entries after it. */
interface SeenChanges {
  readonly position: FaceLogPosition | null;
  readonly applied: ReadonlyMap<string, bigint>;
}

/**
 * Keeps the in-memory gallery in step with the sealed templates in the database (docs/decisions/0028): all people at
 * the start, then the entries of the change log. An event only says that the log grew; a server that missed one finds
 * the entries at its next look. Applying an entry means reading that person again, so the order of entries is no matter.
 */
export function createGallerySync({ clock, repos, events, gallery, vault, masterKeys, faceOpener }: Needs) {
  const serial = createSerial();
  let position: FaceLogPosition | null = null;
  /** Applied entries at or after the position: they are read again until the position has passed them. */
  let applied = new Map<string, bigint>();
  let unreadable = new Map<number, UnreadableFace['problem']>();
  let isLoaded = false;
  /** How often the gallery lost its content: a load that began before a loss does not count. */
  let losses = 0;
  let lastReadAt: Date | null = null;
  let lastChangeAt: Date | null = null;
  let lastError: string | null = null;
  /** Set while following. */
  let onError: ((error: unknown) => void) | null = null;

  const failed = (error: unknown) => {
    // Only the first of a series: a database that is away would fill the log.
    if (lastError === null) onError?.(error);
    lastError = error instanceof Error ? error.message : String(error);
  };
  const succeeded = () => {
    lastReadAt = clock.now();
    lastError = null;
  };

  type Put = (entries: readonly GalleryEntry[]) => Promise<void>;

  const openHere = (faces: readonly StoredFace[]) => Promise.all(faces.map((face) => openFace(vault, face)));

  const putOpened = async (
    faces: readonly StoredFace[],
    opened: readonly OpenedFace[],
    put: Put,
    problems: typeof unreadable,
  ) => {
    const entries = faces.map(({ personId }, at): GalleryEntry => {
      const { templates = [], problem = null } = opened[at] ?? {};
      if (problem === null) problems.delete(personId);
      else problems.set(personId, problem);
      return { personId: galleryKey(personId), templates };
    });
    await put(entries);
  };

  /** Reads these people and puts them into the gallery, or takes them out. */
  const putPeople = async (ids: readonly number[], put: Put, problems: typeof unreadable) => {
    for (let at = 0; at < ids.length; at += BATCH) {
      const batch = ids.slice(at, at + BATCH);
      const faces = await repos.faces.facesOf(batch);
      const found = new Set(faces.map(({ personId }) => personId));
      const gone = batch.filter((id) => !found.has(id));
      for (const id of gone) problems.delete(id);
      await put(gone.map((id) => ({ personId: galleryKey(id), templates: [] })));
      await putOpened(faces, await openHere(faces), put, problems);
    }
  };

  const advance = (changes: FaceChanges) => {
    position = changes.position;
    applied = new Map(
      changes.entries.filter(({ xact }) => xact >= changes.position.xact).map(({ id, xact }) => [id, xact]),
    );
  };

  /** A rotation that ran although this server was up leaves it with the old key: it must say so and seal nothing. */
  const compareKeys = ({ masterKeyId }: FaceChanges) => {
    if (masterKeyId !== null) masterKeys.compareWith(masterKeyId);
  };

  const peopleOf = (entries: FaceChanges['entries']) => [...new Set(entries.map(({ personId }) => personId))];

  /** Fills a new gallery aside and swaps it in. The present one is searched, and kept up to date, meanwhile. */
  const loadOnce = async (): Promise<void> => {
    const lossesBefore = losses;
    const draft = gallery.draft();
    try {
      await repos.faces.replaceForeignLog();
      const { position: start } = await repos.faces.changesSince(null);
      const problems: typeof unreadable = new Map();
      // Reading, opening and putting in go on at the same time.
      await inLanes(repos.faces.allFaces(), PAGES_AT_ONCE, async (faces) => {
        const opened = await (faceOpener?.open(faces, masterKeys) ?? openHere(faces));
        await putOpened(faces, opened, draft.put, problems);
      });
      await serial.run(async () => {
        const changes = await repos.faces.changesSince(start);
        if (changes.isBroken) throw new Error('The faces were replaced while they were read.');
        compareKeys(changes);
        await putPeople(peopleOf(changes.entries), draft.put, problems);
        await draft.swapIn();
        unreadable = problems;
        advance(changes);
        isLoaded = losses === lossesBefore;
        succeeded();
      });
      if (masterKeys.state().kind === 'ok') await repos.faces.claimMasterKey(masterKeys.current().id);
    } catch (error) {
      await draft.discard();
      throw error;
    }
  };

  /** Set while following. */
  let loads: ReturnType<typeof retryUntilDone> | null = null;

  const catchUp = async (): Promise<void> => {
    if (position === null) return;
    const changes = await repos.faces.changesSince(position);
    // The old gallery stays in use until the new one is complete.
    if (changes.isBroken) return void loads?.request();
    compareKeys(changes);
    const fresh = changes.entries.filter(({ id }) => !applied.has(id));
    if (fresh.length > 0) {
      await putPeople(peopleOf(fresh), gallery.put, unreadable);
      lastChangeAt = clock.now();
    }
    advance(changes);
    succeeded();
  };

  let isCatchUpWaiting = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const wake = () => {
    if (isCatchUpWaiting) return;
    isCatchUpWaiting = true;
    clearTimeout(retry);
    serial
      .run(() => {
        isCatchUpWaiting = false;
        return catchUp();
      })
      .catch((error: unknown) => {
        failed(error);
        if (onError !== null) retry = setTimeout(wake, CATCH_UP_RETRY_MS);
      });
  };

  const starting = () => new AppError('face_engine_starting', { retryAfterSeconds: STARTING_RETRY_SECONDS });

  return {
    /** Reads everybody. A failure leaves the gallery as it is. While following it is no error: it is tried again until it succeeds. */
    async load(): Promise<void> {
      await (loads?.request() ?? loadOnce());
    },

    /** Reads one person again at once, instead of waiting for the change log. */
    async refresh(personId: number): Promise<void> {
      try {
        await serial.run(() => putPeople([personId], gallery.put, unreadable));
        lastChangeAt = clock.now();
      } catch (error) {
        if (onError === null) throw error;
        failed(error);
        wake();
      }
    },

    /** Loads the gallery and keeps it up to date until the returned function is called. */
    follow(report: (error: unknown) => void, { pollMs }: FollowOptions = {}): () => void {
      onError = report;
      const following = retryUntilDone(loadOnce, failed);
      loads = following;
      // Before the first reading, so that nothing is missed in between.
      const unsubscribe = events.subscribe(({ topic }) => {
        if (topic === 'faces' || topic === 'people') wake();
      });
      gallery.onLost(() => {
        losses += 1;
        isLoaded = false;
        void following.request();
      });
      void following.request();
      const timer = pollMs === undefined ? undefined : setInterval(wake, pollMs);
      return () => {
        onError = null;
        clearInterval(timer);
        clearTimeout(retry);
        unsubscribe();
        following.stop();
        loads = null;
      };
    },

    /** Fails with `face_engine_starting` until all faces have been read for the first time. */
    assertLoaded(): void {
      if (onError !== null && !isLoaded) throw starting();
    },

    seen: (): SeenChanges => ({ position, applied }),

    /** Faces that the gallery had not seen, as the given transaction sees them. */
    async changedFaces(
      tx: FaceRepos,
      seen: SeenChanges,
    ): Promise<{ personId: string; templates: readonly FaceTemplate[] }[]> {
      const { entries, isBroken } = await tx.faces.changesSince(seen.position);
      if (isBroken) {
        wake();
        throw starting();
      }
      // A long transaction holds the position back: what was applied since is not opened again.
      const faces = await tx.faces.facesOf(peopleOf(entries.filter(({ id }) => !seen.applied.has(id))));
      return Promise.all(
        faces.map(async (face) => ({
          personId: galleryKey(face.personId),
          templates: (await openFace(vault, face)).templates,
        })),
      );
    },

    status: async (): Promise<GalleryStatus> => ({
      ...(await gallery.count()),
      isLoaded: onError === null || isLoaded,
      unreadable: [...unreadable]
        .map(([personId, problem]) => ({ personId, problem }))
        .toSorted((a, b) => a.personId - b.personId),
      lastReadAt,
      lastChangeAt,
      lastError,
      masterKey: masterKeys.state(),
    }),
  };
}

export type GallerySync = ReturnType<typeof createGallerySync>;
