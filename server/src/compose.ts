import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { createApp } from '@rollcall/api/app';
import { networkRules } from '@rollcall/api/attendance/evidence/networks';
import { evidenceSealing } from '@rollcall/api/attendance/kiosk/queue/evidence-sealing';
import type { CallLimits } from '@rollcall/api/http/call-limits';
import { createZxcvbnStrength } from '@rollcall/core/auth/zxcvbn-strength';
import { DEMO_MODE, type DemoMode, demoMismatch } from '@rollcall/core/demo-data/demo-mode';
import type { InstallationKeys } from '@rollcall/core/faces/face.ports';
import { describeKeyProblem } from '@rollcall/core/faces/keys/master-key.rules';
import { systemClock } from '@rollcall/core/kernel/clock';
import { randomName } from '@rollcall/core/kernel/random';
import { createServices } from '@rollcall/core/services';
import { isDatabaseUnavailable } from '@rollcall/db/embedded/embedded-errors';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { threadsFor } from '@rollcall/face/engine/engine-node';
import { createThreadedGallery } from '@rollcall/face/gallery/threaded-gallery';
import { createThreadedOpener } from '@rollcall/face/opening/threaded-opener';
import type { Context } from 'hono';
import { EnvError, filesDirOf, homeOf, type ServerEnv } from './env.ts';
import { clientAddress, pageOrigin, type TrustedProxies } from './http/addresses.ts';
import { browserModels } from './http/browser-models.ts';
import { createHostGuard } from './http/host-guard.ts';
import { createObservability } from './http/observability.ts';
import { createWebApp } from './http/static-web.ts';
import { openLocalHttps } from './https/local-https.ts';
import { systemMachine } from './https/machine.ts';
import { createSetupFiles } from './https/setup-files.ts';
import { startFaceEngine } from './jobs/face-engine.ts';
import { clockMessage, createReferenceClocks, futureDaysMessage } from './jobs/reference-clocks.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { keyGuard, openMasterKeys } from './keys/master-keys.ts';
import { createPasswordHasher } from './keys/passwords.ts';
import { createPassphraseKdf, createSetupCode, systemRandom } from './keys/secrets.ts';
import type { Log } from './log.ts';
import { createSmtpMail } from './mail/smtp-mail.ts';
import { createOpenedParts } from './opened-parts.ts';
import { createThreadedParsers } from './parsing/file-parsers.ts';
import { coresOfOne } from './processes/processes-env.ts';
import { within } from './shutdown.ts';
import { createPasskeyLibrary } from './sign-in/passkeys.ts';
import { createOpenIdClient } from './sign-in/providers.ts';
import { createFileStore } from './storage/file-store.ts';
import { asDamage } from './storage/folder-problems.ts';
import type { Locations } from './storage/locations.ts';
import { openDatabase } from './storage/open-database.ts';
import { reportFonts } from './storage/report-fonts.ts';

/** Whether a request came by our own HTTPS: then no proxy is in front, and its headers are the caller's. */
const isOwnHttps = (c: Context): boolean => (c.env as HttpBindings).incoming.socket instanceof TLSSocket; // what Hono's Node server passes

const addressOf = (c: Context, trusted: TrustedProxies): string =>
  clientAddress(
    getConnInfo(c).remote.address,
    c.req.header('x-forwarded-for'),
    isOwnHttps(c) ? false : trusted,
  );

/** The address of the pages that call, for passkeys. The host guard has checked the name. */
const originOf = (c: Context, trusted: TrustedProxies): string | null =>
  isOwnHttps(c)
    ? pageOrigin(c.req.header('host'), 'https', { hops: 1 })
    : pageOrigin(c.req.header('host'), c.req.header('x-forwarded-proto'), trusted);

/** A face removed on another server is gone here within a second, even when no event arrives. */
const GALLERY_POLL_MS = 800;

/** Logs the fingerprint of the master key, or what is wrong with it. */
function reportMasterKey(keys: InstallationKeys, log: Log): void {
  const state = keys.state();
  const problem = describeKeyProblem(state);
  if (problem) log.warn(problem);
  else if (state.kind === 'ok') log.info(`The master key of the faces is ${state.id}.`);
}

const HAND_BACK_MS = 3000;

/** What the processes of one server have in common (docs/decisions/0064). */
export interface SharedParts {
  /** One for all of them, printed once. */
  readonly setupCode: string;
  /** Counts the calls of all of them together. */
  readonly callLimits: CallLimits;
  readonly number: number;
  /** Reads the figures of all of them. */
  readonly readAll: () => Promise<string>;
}

/** Creates the services, the HTTP app and the background jobs of the server. */
export async function composeServer(env: ServerEnv, locations: Locations, log: Log, shared?: SharedParts) {
  const opened = createOpenedParts();
  try {
    const database = opened.add(await openDatabase(env, locations, log, { asServer: true }));
    const repos = createRepositories(database.db);
    const demo: DemoMode = env.demoMode ? DEMO_MODE : { on: false };
    const mismatch = await demoMismatch({ repos, demo });
    if (mismatch) throw new EnvError([mismatch]);
    const setupCode = createSetupCode(shared?.setupCode);
    const home = homeOf(env);
    // Beside the embedded database the folder cannot be missing while the database is there.
    const hasNewFiles = env.filesDirIsNew || (database.isAlone && env.filesDir === undefined);
    const server = { id: randomName(systemRandom).slice(0, 12), isAlone: database.isAlone, hasNewFiles };
    const masterKeys = await openMasterKeys(join(home, 'keys'), env.templateKey, await keyGuard(repos));
    reportMasterKey(masterKeys, log);
    const https =
      env.https === undefined
        ? null
        : opened.add(
            await openLocalHttps({
              folder: join(home, 'keys'),
              names: env.https.names,
              machine: systemMachine,
              clock: systemClock,
              log,
            }),
          );
    const files = await createFileStore(filesDirOf(env), { serverId: server.id, isAlone: server.isAlone });
    // After what fails when something is set wrongly: loading networks cannot be interrupted at once.
    const faceEngine = opened.add(
      startFaceEngine({
        modelsDir: locations.models,
        preplaced: env.modelsDir,
        workerUrl: locations.faceWorker,
        threads: threadsFor(coresOfOne(env)),
        log,
      }),
    );
    const gallery = opened.add(createThreadedGallery({ workerUrl: locations.galleryWorker }));
    const faceOpener = opened.add(
      createThreadedOpener({ workerUrl: locations.openingWorker, threads: Math.min(2, coresOfOne(env)) }),
    );
    const parsers = opened.add(createThreadedParsers({ workerUrl: locations.parseWorker }));
    const services = createServices({
      clock: systemClock,
      referenceClocks: await createReferenceClocks({
        db: database.db,
        databaseUrl: env.databaseUrl,
        databaseElsewhere: env.databaseElsewhere,
        isGuarded: !demo.on,
      }),
      random: systemRandom,
      // Leaves one core for other work.
      passwords: await createPasswordHasher(coresOfOne(env, 1)),
      passwordStrength: createZxcvbnStrength(),
      networks: networkRules,
      evidenceSealing,
      passkeys: createPasskeyLibrary(),
      // The demo school's people have invented addresses.
      mail: env.mail === undefined || demo.on ? null : createSmtpMail(env.mail),
      publicUrl: env.publicUrl ?? null,
      openId: demo.on
        ? null
        : createOpenIdClient((issuer, reason) => log.warn(`Signing in with ${issuer} failed. ${reason}`)),
      repos,
      transact: createTransact(database.db, database.maintenance.guard),
      maintenance: database.maintenance,
      server,
      files,
      tables: parsers.tables,
      calendars: parsers.calendars,
      events: database.events,
      snapshots: database.snapshots,
      restoreTarget: database.restoreTarget,
      kdf: createPassphraseKdf(),
      faceEngine: faceEngine.current,
      gallery,
      faceOpener,
      masterKeys,
      scrubFaceFiles: database.scrubFaceFiles,
      demo,
      setupCode,
      defaultTimeZone: env.timeZone,
    });
    opened.onClose(services.clockGuard.follow((status) => log.warn(clockMessage(status))));
    await services.clockGuard.isTrusted();
    const futureDays = await services.futureDays.find();
    if (futureDays) log.warn(futureDaysMessage(futureDays));
    if (demo.on) await services.demoData.populate();
    // Not awaited: people sign in while the faces are read, and are told that recognition is starting.
    opened.onClose(
      services.gallerySync.follow(
        (error) => log.failure('Reading the face gallery', error),
        // The embedded database is changed by this process only, which hears of every change.
        database.isAlone ? {} : { pollMs: GALLERY_POLL_MS },
      ),
    );

    const setupFiles = https && createSetupFiles(https, env.host);
    const observed = createObservability({
      env,
      services,
      repos,
      database,
      faceEngine,
      https,
      log,
      processes: shared,
    });
    const api = createApp(services, {
      addressOf: (c) => addressOf(c, env.trustProxy),
      originOf: (c) => env.publicUrl ?? originOf(c, env.trustProxy),
      trustRequestId: env.trustProxy !== false,
      ...observed.host,
      isUnavailable: isDatabaseUnavailable,
      reportFonts: reportFonts(join(home, 'fonts')),
      ...(setupFiles ? { certificate: setupFiles.describe } : {}),
      ...(shared ? { callLimits: shared.callLimits } : {}),
    });
    let jobsStopped: Promise<void> | undefined;
    const stopJobs = (waitMs: number): Promise<void> => {
      jobsStopped ??= services.jobs.stop(waitMs);
      return jobsStopped;
    };
    // Unless that was waited for already. Handing jobs back needs the database, which may hang.
    opened.onClose(() => (jobsStopped ? undefined : within(HAND_BACK_MS, stopJobs(0))));
    await startJobs({ services, repos, clock: services.clock, log });
    return {
      app: await createWebApp({
        api,
        others: [
          browserModels(faceEngine.models),
          observed.metrics.app,
          ...(setupFiles ? [setupFiles.app] : []),
        ],
        guard: createHostGuard(env),
        webFolder: locations.web,
        isDemo: demo.on,
        isSetUp: async () => !(await services.setup.isNeeded()),
      }),
      metrics: observed.metrics,
      checkReadiness: observed.host.checkReadiness,
      /** HTTPS of our own; null where a proxy does it, or nobody. */
      https: https && setupFiles && { ...https, ...setupFiles },
      startDraining: observed.startDraining,
      stopJobs,
      place: database.place,
      setupCode: (await services.setup.offer(setupCode.text)) ? setupCode.text : null,
      close: opened.close,
    };
  } catch (error) {
    // The reason for the failure says more than what fails because of it.
    await opened.close().catch(() => {});
    throw asDamage(error, env) ?? error;
  }
}
