import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { getConnInfo } from '@hono/node-server/conninfo';
import { createApp } from '@rollcall/api/app';
import { demoMismatch } from '@rollcall/core/demo-data/demo-guard';
import { DEMO_MODE } from '@rollcall/core/demo-data/demo-mode';
import type { DemoMode } from '@rollcall/core/ports';
import { createServices } from '@rollcall/core/services';
import { isDatabaseUnavailable } from '@rollcall/db/embedded/embedded-errors';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { createGallery } from '@rollcall/face/gallery/gallery';
import type { Context } from 'hono';
import { createPassphraseKdf } from './backup-passphrase.ts';
import { browserModels } from './browser-models.ts';
import { systemClock } from './clock.ts';
import type { ServerEnv } from './env.ts';
import { startFaceEngine } from './face-engine.ts';
import { createFileStore } from './file-store.ts';
import { startJobs } from './jobs.ts';
import type { Locations } from './locations.ts';
import type { Log } from './log.ts';
import { openMasterKeys } from './master-keys.ts';
import { openDatabase } from './open-database.ts';
import { createPasswordHasher } from './passwords.ts';
import { readReportFonts } from './report-fonts.ts';
import { createSetupCode } from './secrets.ts';
import { createWebApp } from './static-web.ts';

/** Where a request came from. Behind a trusted proxy, the last address it appended; never what a client claims. */
function addressOf(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || (getConnInfo(c).remote.address ?? 'unknown');
}

/** Every value of the running server is made here and handed down. */
export async function composeServer(env: ServerEnv, locations: Locations, log: Log) {
  const database = await openDatabase(env, locations, log);
  try {
    const repos = createRepositories(database.db);
    const demo: DemoMode = env.demoMode ? DEMO_MODE : { on: false };
    const mismatch = await demoMismatch({ repos, demo });
    if (mismatch) throw new Error(mismatch);
    const setupCode = createSetupCode();
    const home = join(env.dataDir, env.demoMode ? 'demo' : '');
    const faceEngine = startFaceEngine({
      modelsDir: locations.models,
      preplaced: env.modelsDir,
      workerUrl: locations.faceWorker,
      log,
    });
    const services = createServices({
      clock: systemClock,
      random: { bytes: (length) => randomBytes(length) },
      // One core is left for everything that is not hashing.
      passwords: await createPasswordHasher(Math.max(1, env.cores - 1)),
      repos,
      transact: createTransact(database.db),
      files: await createFileStore(join(home, 'files')),
      events: database.events,
      snapshots: database.snapshots,
      restoreTarget: database.restoreTarget,
      kdf: createPassphraseKdf(),
      faceEngine: faceEngine.current,
      gallery: createGallery(),
      masterKeys: await openMasterKeys(join(home, 'keys'), env.templateKey),
      demo,
      setupCode,
      defaultTimeZone: env.timeZone,
    });
    if (database.isAlone) await services.backup.failInterrupted();
    if (demo.on) await services.demoData.populate();
    await services.galleryKeeper.load();
    const stopFollowing = services.galleryKeeper.follow((error) =>
      log.failure('Refreshing the face gallery', error),
    );

    const api = createApp(services, {
      addressOf: (c) => addressOf(c, env.trustProxy),
      report: ({ requestId, method, path, error }) =>
        log.failure(`${method} ${path} (request ${requestId})`, error),
      isUnavailable: isDatabaseUnavailable,
      checkReadiness: async () => ({
        database: await database.ping().then(
          () => 'ok',
          () => 'not answering',
        ),
        models: faceEngine.state(),
      }),
      reportFonts: () => readReportFonts(join(home, 'fonts')),
    });
    const jobs = startJobs({ services, repos, clock: systemClock, log });
    return {
      app: await createWebApp(api, locations.web, browserModels(faceEngine.models)),
      place: database.place,
      setupCode: (await services.setup.isNeeded()) ? setupCode.text : null,
      async close() {
        stopFollowing();
        await jobs.stop();
        await faceEngine.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
