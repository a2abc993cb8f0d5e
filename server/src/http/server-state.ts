import type { GalleryStatus } from '@rollcall/core/faces/face.ports';
import type { JobStatus } from '@rollcall/core/jobs/jobs.types';
import type { Clock } from '@rollcall/core/kernel/clock';
import type { Repositories } from '@rollcall/core/ports';
import type { Services } from '@rollcall/core/services';
import { schemaVersion } from '@rollcall/db/migrations/migrate';
import type { DatabaseState } from '@rollcall/db/postgres/probe';
import type { LocalHttps } from '../https/local-https.ts';
import type { BackgroundFaceEngine } from '../jobs/face-engine.ts';
import type { ServerDatabase } from '../storage/open-database.ts';

/** What health checks and metrics are made of. Null where the answer did not come in time. */
export interface ServerState {
  readonly now: Date;
  readonly isDraining: boolean;
  readonly database: DatabaseState;
  /** `starting`, `ok` or `unavailable`. */
  readonly models: string;
  readonly gallery: GalleryStatus | null;
  readonly files: string | null;
  readonly clock: 'trusted' | 'doubted';
  /** When the certificate authority of HTTPS=local ends; null without one. */
  readonly authorityEndsAt: Date | null;
  /** The newest schema this program knows, and the one of the database. */
  readonly schema: { readonly known: number; readonly current: number | null };
  readonly jobs: readonly JobStatus[] | null;
  readonly backup: BackupState | null;
}

interface BackupState {
  readonly isScheduled: boolean;
  readonly lastSuccessAt: Date | null;
  readonly failuresInARow: number;
}

interface Needs {
  readonly services: Pick<Services, 'backup' | 'clockGuard' | 'filePlace' | 'gallerySync' | 'jobs'>;
  readonly repos: Pick<Repositories, 'backupSchedule'>;
  readonly database: Pick<ServerDatabase, 'db' | 'state'>;
  readonly faceEngine: Pick<BackgroundFaceEngine, 'state'>;
  readonly clock: Clock;
  readonly isDraining: () => boolean;
  readonly schema: number;
  readonly https: Pick<LocalHttps, 'authority'> | null;
}

const ANSWER_MS = 1000;
const REFRESH_MS = 10_000;

/** Collects the state of the server. Answers within about two seconds whatever hangs. */
export function createServerState(needs: Needs): () => Promise<ServerState> {
  const { services, repos, database } = needs;
  // Several queries: not for every probe, and never more than once at a time.
  const facts = cached(REFRESH_MS, async () => ({
    jobs: await services.jobs.status(),
    backup: {
      isScheduled: (await repos.backupSchedule.get()).enabled,
      ...(await services.backup.health()),
    },
    schema: await schemaVersion(database.db),
  }));
  return async () => {
    const [state, gallery, known] = await Promise.all([
      database.state(),
      within(ANSWER_MS, services.gallerySync.status()),
      within(ANSWER_MS, facts()),
    ]);
    return {
      now: needs.clock.now(),
      isDraining: needs.isDraining(),
      database: state,
      models: needs.faceEngine.state(),
      gallery,
      files: services.filePlace.status(),
      clock: services.clockGuard.status().state,
      authorityEndsAt: needs.https?.authority.expiresAt ?? null,
      schema: { known: needs.schema, current: known?.schema ?? null },
      jobs: known?.jobs ?? null,
      backup: known?.backup ?? null,
    };
  };
}

/** The result of the work or, when it fails or takes too long, null. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), ms);
  });
  try {
    return await Promise.race([work.catch(() => null), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Repeats the work at most once per `ms`; until a run is finished everybody gets the one before. */
function cached<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let last: { readonly value: T; readonly at: number } | undefined;
  let running: Promise<T> | undefined;
  return async () => {
    if (last !== undefined && performance.now() - last.at < ms) return last.value;
    running ??= work()
      .then((value) => {
        last = { value, at: performance.now() };
        return value;
      })
      .finally(() => {
        running = undefined;
      });
    running.catch(() => {});
    return last?.value ?? running;
  };
}
