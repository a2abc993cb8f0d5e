import { createApp } from '@rollcall/api/app';
import { DEMO_MODE } from '@rollcall/core/demo-data/demo-mode';
import { createLocalEvents } from '@rollcall/core/events/local-events';
import { createJobs } from '@rollcall/core/jobs';
import { createServices } from '@rollcall/core/services';
import { createSnapshots } from '@rollcall/db/archive.reader';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { createRestoreTarget } from '@rollcall/db/restore.writer';
import { createGallery } from '@rollcall/face/gallery/gallery';
import { browserClock } from './browser-clock.ts';
import { browserKdf, browserRandom, createBrowserPasswords, openMasterKeys } from './browser-secrets.ts';
import type { BrowserStorage } from './browser-storage.ts';
import type { createLateFaces } from './late-faces.ts';
import { openDemoDatabase } from './open-demo-database.ts';
import { loadReportFonts } from './report-fonts.ts';
import { createFileStore } from './stored-files.ts';

interface Needs {
  readonly storage: BrowserStorage;
  readonly faces: ReturnType<typeof createLateFaces>;
  readonly report: (what: string, error: unknown) => void;
}

/** Calls that look at a picture: they wait for the networks instead of saying that there are none yet. */
const PICTURES =
  /\/(scan-face|capture-face|check-face-detection|test-camera|mark-attendance-with-image|start-face-scan|recognise|identify|photo)/;
const CHECKPOINT_MS = 5 * 60_000;
const IDLE_FLUSH_MS = 1000;

/** As server/src/compose.ts, with the browser's own ports: everything behind them is the same product. */
export async function composeDemo({ storage, faces, report }: Needs) {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const database = await openDemoDatabase(storage, { clock: browserClock, timeZone });
  const { db } = database;
  const repos = createRepositories(db);
  const services = createServices({
    clock: browserClock,
    random: browserRandom,
    passwords: createBrowserPasswords(),
    repos,
    transact: createTransact(db),
    files: createFileStore(storage),
    events: createLocalEvents(),
    snapshots: createSnapshots(db),
    restoreTarget: createRestoreTarget({ db, migrations: database.image.migrations }),
    kdf: browserKdf,
    faceEngine: faces.current,
    gallery: createGallery(),
    masterKeys: await openMasterKeys({
      load: async () => {
        const key = await storage.get('values', 'master-key');
        return key instanceof Uint8Array ? key : null;
      },
      save: (key) => storage.write(['values'], (of) => void of('values').put(key, 'master-key')),
    }),
    demo: DEMO_MODE,
    setupCode: { matches: () => false },
    defaultTimeZone: timeZone,
  });
  await services.backup.failInterrupted();
  await services.galleryKeeper.load();
  services.galleryKeeper.follow((error) => report('Refreshing the face gallery', error));

  const app = createApp(services, {
    addressOf: () => 'this browser',
    report: ({ method, path, error }) => report(`${method} ${path}`, error),
    isUnavailable: () => false,
    checkReadiness: async () => ({
      database: 'ok',
      models: faces.current() === 'unavailable' ? 'off' : 'ok',
    }),
    reportFonts: loadReportFonts,
  });

  // The history is drawn while the visitor reads the login page; a sign-in in that second waits its turn.
  const filling = services.demoData
    .populate()
    .then(() => database.checkpoint())
    .then(() => database.flush())
    .catch((error: unknown) => report('Filling the demo school', error));

  for (const { name, everyMs, run } of createJobs({ services, repos, clock: browserClock }))
    setInterval(() => void run().catch((error: unknown) => report(name, error)), everyMs);
  setInterval(
    () =>
      void database
        .checkpoint()
        .then(() => database.flush())
        .catch((error: unknown) => report('Storing the database', error)),
    CHECKPOINT_MS,
  );

  let idle: ReturnType<typeof setTimeout> | undefined;
  const flushSoon = () => {
    clearTimeout(idle);
    idle = setTimeout(
      () => void database.flush().catch((error: unknown) => report('Storing', error)),
      IDLE_FLUSH_MS,
    );
  };

  return {
    abandon: database.abandon,
    /** A change is answered when it would survive the tab; what a look leaves behind may come a moment later. */
    async handle(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url);
      if (pathname !== '/api/settings/public') await filling;
      if (PICTURES.test(pathname)) await faces.prepare();
      const response = await app.fetch(request);
      if (request.method === 'GET') flushSoon();
      else await database.flush();
      return response;
    },
  };
}
