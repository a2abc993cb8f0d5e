import { createApp } from '@rollcall/api/app';
import { DEMO_MODE } from '@rollcall/core/demo-data/demo-mode';
import { giveDemoPins } from '@rollcall/core/demo-data/demo-pins';
import { createLocalEvents } from '@rollcall/core/events/publish';
import { inlineParsers } from '@rollcall/core/import/file-parsers';
import { createJobs } from '@rollcall/core/jobs';
import { systemClock } from '@rollcall/core/kernel/clock';
import { createServices } from '@rollcall/core/services';
import { createSnapshots } from '@rollcall/db/archive/archive-reader';
import { createLocalMaintenance } from '@rollcall/db/archive/maintenance';
import { createRestoreTarget } from '@rollcall/db/archive/restore-target';
import { scrubOnPglite } from '@rollcall/db/embedded/scrub-faces';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { createInlineGallery } from '@rollcall/face/gallery/inline-gallery';
import type { createLazyFaceEngine } from '../faces/lazy-face-engine.ts';
import { type BrowserStorage, createFileStore } from '../storage/browser-storage.ts';
import { openDemoDatabase } from '../storage/open-demo-database.ts';
import { reportFonts } from '../storage/report-fonts.ts';
import {
  browserKdf,
  browserRandom,
  browserStrength,
  createBrowserPasswords,
  openMasterKeys,
} from './browser-secrets.ts';

interface Needs {
  readonly storage: BrowserStorage;
  readonly faces: ReturnType<typeof createLazyFaceEngine>;
  readonly report: (what: string, error: unknown) => void;
}

/** Calls that analyse a photo: they wait until the face engine is loaded. */
const NEEDS_FACES =
  /\/(scan-face|capture-face|check-face-detection|test-camera|mark-attendance-with-image|start-face-scan|register-face|identify|photo)/;
const CHECKPOINT_MS = 5 * 60_000;
const FLUSH_AFTER_GET_MS = 1000;

/** Creates the services and the API on the browser's ports, as server/src/compose.ts does on Node's. */
export async function composeDemo({ storage, faces, report }: Needs) {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const database = await openDemoDatabase(storage, { clock: systemClock, timeZone });
  const { db } = database;
  const repos = createRepositories(db);
  const maintenance = createLocalMaintenance();
  const services = createServices({
    clock: systemClock,
    // A tab sleeps for days, and an invented school has nothing to lose.
    referenceClocks: {
      isGuarded: false,
      steadyMs: () => performance.now(),
      readDatabase: async () => null,
      isOwnAddress: () => false,
    },
    random: browserRandom,
    passwords: createBrowserPasswords(),
    passwordStrength: browserStrength,
    // A browser tab is in no network of the school.
    networks: { isNetwork: () => false, isInNetworks: () => false },
    passkeys: null,
    openId: null,
    evidenceSealing: null,
    mail: null,
    publicUrl: null,
    repos,
    transact: createTransact(db, maintenance.guard),
    maintenance,
    // The tab that holds the lock is the only one with the database open.
    server: { id: crypto.randomUUID(), isAlone: true, hasNewFiles: true },
    files: createFileStore(storage),
    ...inlineParsers,
    events: createLocalEvents(),
    snapshots: createSnapshots(db),
    restoreTarget: createRestoreTarget({ db, migrations: database.disk.migrations }),
    kdf: browserKdf,
    faceEngine: faces.current,
    gallery: createInlineGallery(),
    scrubFaceFiles: (options) => scrubOnPglite(db, options),
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
  services.gallerySync.follow((error) => report('Reading the face gallery', error));

  const app = createApp(services, {
    addressOf: () => 'this browser',
    report: ({ method, path, error }) => report(`${method} ${path}`, error),
    isUnavailable: () => false,
    checkReadiness: async () => [
      { part: 'database', state: 'ok', message: 'The database is in this browser.' },
      {
        part: 'models',
        state: faces.current() === 'unavailable' ? 'off' : 'ok',
        message: 'The models are loaded with the first camera.',
      },
    ],
    about: { version: 'demo', schema: 0 },
    reportFonts,
  });

  // Generates the attendance history while the visitor reads the login page; other requests wait for it.
  const populated = services.demoData
    .populate()
    .then(() => giveDemoPins({ repos, savePin: services.pins.save }))
    .then(() => database.checkpoint())
    .then(() => database.flush())
    .catch((error: unknown) => report('Filling the demo school', error));

  services.jobs.reportTo(report);
  services.jobs.definePeriodic(createJobs({ services, repos, clock: services.clock }));
  await services.jobs.start();
  setInterval(
    () =>
      void database
        .checkpoint()
        .then(() => database.flush())
        .catch((error: unknown) => report('Storing the database', error)),
    CHECKPOINT_MS,
  );

  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  const flushSoon = () => {
    clearTimeout(flushTimer);
    flushTimer = setTimeout(
      () => void database.flush().catch((error: unknown) => report('Storing', error)),
      FLUSH_AFTER_GET_MS,
    );
  };

  return {
    abandon: database.abandon,
    /** Changes are stored before the response is returned; what a GET changes is stored a second later. */
    async handle(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url);
      if (pathname !== '/api/settings/public') await populated;
      if (NEEDS_FACES.test(pathname)) await faces.prepare();
      const response = await app.fetch(request);
      if (request.method === 'GET') flushSoon();
      else await database.flush();
      return response;
    },
  };
}
