import { join } from 'node:path';
import { getConnInfo } from '@hono/node-server/conninfo';
import { createApp } from '@rollcall/api/app';
import { DEMO_MODE, type DemoMode, demoMismatch } from '@rollcall/core/demo-data/demo-mode';
import { systemClock } from '@rollcall/core/kernel/clock';
import { createServices } from '@rollcall/core/services';
import { isDatabaseUnavailable } from '@rollcall/db/embedded/embedded-errors';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { createGallery } from '@rollcall/face/gallery/gallery';
import type { Context } from 'hono';
import { homeOf, type ServerEnv } from './env.ts';
import { browserModels } from './http/browser-models.ts';
import { createWebApp } from './http/static-web.ts';
import { startFaceEngine } from './jobs/face-engine.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { openMasterKeys } from './keys/master-keys.ts';
import { createPasswordHasher } from './keys/passwords.ts';
import { createPassphraseKdf, createSetupCode, systemRandom } from './keys/secrets.ts';
import type { Log } from './log.ts';
import { createThreadedParsers } from './parsing/file-parsers.ts';
import { createFileStore } from './storage/file-store.ts';
import type { Locations } from './storage/locations.ts';
import { openDatabase } from './storage/open-database.ts';
import { readReportFonts } from './storage/report-fonts.ts';

/** The client's address. Behind a trusted proxy, the last entry of X-Forwarded-For, which the proxy appended. */
function addressOf(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || (getConnInfo(c).remote.address ?? 'unknown');
}

/** Creates the services, the HTTP app and the background jobs of the server. */
export async function composeServer(env: ServerEnv, locations: Locations, log: Log) {
  const database = await openDatabase(env, locations, log);
  try {
    const repos = createRepositories(database.db);
    const demo: DemoMode = env.demoMode ? DEMO_MODE : { on: false };
    const mismatch = await demoMismatch({ repos, demo });
    if (mismatch) throw new Error(mismatch);
    const setupCode = createSetupCode();
    const home = homeOf(env);
    const faceEngine = startFaceEngine({
      modelsDir: locations.models,
      preplaced: env.modelsDir,
      workerUrl: locations.faceWorker,
      log,
    });
    const parsers = createThreadedParsers({ workerUrl: locations.parseWorker });
    const services = createServices({
      clock: systemClock,
      random: systemRandom,
      // Leaves one core for other work.
      passwords: await createPasswordHasher(Math.max(1, env.cores - 1)),
      repos,
      transact: createTransact(database.db),
      files: await createFileStore(join(home, 'files')),
      tables: parsers.tables,
      calendars: parsers.calendars,
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
    await services.gallerySync.load();
    const stopFollowing = services.gallerySync.follow((error) =>
      log.failure('Refreshing the face gallery', error),
    );

    const api = createApp(services, {
      addressOf: (c) => addressOf(c, env.trustProxy),
      report: ({ requestId, method, path, error }) => log.failure(`${method} ${path}`, error, { requestId }),
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
        await parsers.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
