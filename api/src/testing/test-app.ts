import { randomBytes } from 'node:crypto';
import { FACE_ALONE } from '@rollcall/core/attendance/evidence/evidence.rules';
import type { PasskeyLibrary } from '@rollcall/core/auth/factors/factors.ports';
import type { OpenIdClient } from '@rollcall/core/auth/providers/providers.ports';
import type { RestoreCheck, Snapshots } from '@rollcall/core/backup/backup.ports';
import type { ReferenceClocks } from '@rollcall/core/clock-guard/clock-guard.ports';
import type { DemoMode } from '@rollcall/core/demo-data/demo-mode';
import type { Events } from '@rollcall/core/events/events.ports';
import { createLocalEvents } from '@rollcall/core/events/publish';
import type { FaceEngine, InstallationKeys } from '@rollcall/core/faces/face.ports';
import { inlineParsers } from '@rollcall/core/import/file-parsers';
import type { MailTransport } from '@rollcall/core/mail/mail.ports';
import type { FileStore } from '@rollcall/core/operations/operations.ports';
import { DEFAULT_PRIVACY } from '@rollcall/core/privacy/privacy.rules';
import { createServices } from '@rollcall/core/services';
import type { InstitutionKind } from '@rollcall/core/settings/settings.types';
import { createSnapshots } from '@rollcall/db/archive/archive-reader';
import { createLocalMaintenance, createPostgresMaintenance } from '@rollcall/db/archive/maintenance';
import { createRestoreTarget } from '@rollcall/db/archive/restore-target';
import { isDatabaseUnavailable } from '@rollcall/db/embedded/embedded-errors';
import { scrubOnPglite } from '@rollcall/db/embedded/scrub-faces';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { openTestDb, type TestDb } from '@rollcall/db/testing/test-db';
import { MIGRATIONS_FOLDER } from '@rollcall/db/testing/test-seed';
import { createInlineGallery } from '@rollcall/face/gallery/inline-gallery';
import { createApp } from '../app.ts';
import { networkRules } from '../attendance/evidence/networks.ts';
import { evidenceSealing } from '../attendance/kiosk/queue/evidence-sealing.ts';
import type { CallLimits } from '../http/call-limits.ts';
import type { LocalCertificate } from '../system/certificate.routes.ts';
import {
  createTestClock,
  createTestFiles,
  createTestHasher,
  createTestKdf,
  createTestMasterKeys,
  type TestClock,
  testFonts,
  testStrength,
} from './test-ports.ts';

export const ADMIN_PASSWORD = 'lantern otter quartz 47';
/** The password of people registered by `person`. */
export const PERSON_PASSWORD = 'secret123';
export const PUBLIC_URL = 'https://attendance.school.example';
export const SETUP_CODE = 'TEST-CODE';
/** Monday 10:00 in Kathmandu, whose offset from UTC is not a whole number of hours. */
export const MONDAY = '2026-03-02T04:15:00Z';
export const ZONE = 'Asia/Kathmandu';

export interface Call {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly address?: string;
  /** The clock of the caller's device. */
  readonly clientTime?: string;
  /** What the browser remembers of a sign-in. */
  readonly device?: string;
  readonly userAgent?: string;
}

const UNCOUNTED = { assertFew: async () => {}, count: async () => {} };
const UNLIMITED: CallLimits = {
  run: (_kind, _actor, _address, work) => work(),
  countToken: async () => {},
  countPairing: async () => {},
  countPublicBody: async () => {},
  refusedFaces: UNCOUNTED,
};

/** Opens the real app on a real database; clock, password hashing, keys and files are test doubles. */
export async function openTestApp(
  options: {
    demo?: boolean;
    setUp?: boolean;
    /** Leaves the rule that a new institution starts with: no face without consent. */
    strictConsent?: boolean;
    /** Leaves what a new institution asks for: a proof of the place from people's own devices. */
    strictEvidence?: boolean;
    kind?: InstitutionKind;
    /** Leaves the first steps of a new institution open; most tests are of one that has them behind it. */
    firstSteps?: boolean;
    engine?: FaceEngine;
    /** Of another app on the same database. */
    masterKeys?: InstallationKeys;
    events?: Events;
    /** `none`: calls are not counted. */
    limits?: 'none';
    database?: Pick<TestDb, 'db' | 'pool' | 'close'>;
    /** How backups read the database; in a transaction by default. */
    snapshots?: Snapshots;
    /** How archives are checked; by loading their rows by default, which takes a second. */
    checkArchive?: RestoreCheck['check'];
    /** What talks to identity providers; none can be set up without. */
    openId?: OpenIdClient;
    /** What makes and checks passkeys; there are none without. */
    passkeys?: PasskeyLibrary;
    /** What takes the mails; none are sent without. */
    mail?: MailTransport;
    /** A store that several apps share. */
    files?: FileStore;
    server?: { readonly id: string; readonly isAlone: boolean; readonly hasNewFiles?: boolean };
    clock?: TestClock;
    /** The time at which the server starts. */
    startAt?: string;
    readDatabase?: ReferenceClocks['readDatabase'];
    /** Addresses of the server's own machine. */
    ownAddresses?: readonly string[];
    /** Of a server that has HTTPS of its own. */
    certificate?: LocalCertificate;
  } = {},
) {
  const database = options.database ?? (await openTestDb());
  const maintenance =
    process.env.TEST_DB === 'postgres' ? createPostgresMaintenance(database.pool) : createLocalMaintenance();
  const clock = options.clock ?? createTestClock(options.startAt ?? MONDAY);
  const passwords = createTestHasher();
  const demo: DemoMode = options.demo
    ? {
        on: true,
        credentials: {
          admin: { password: ADMIN_PASSWORD },
          user: { username: 'student', password: 'student123' },
          teacher: { username: 'teacher', password: 'teacher123' },
          office: { username: 'office', password: 'office123' },
        },
      }
    : { on: false };
  const failures: unknown[] = [];
  const masterKeys = options.masterKeys ?? createTestMasterKeys();
  const kdf = createTestKdf();
  const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) };
  const files = options.files ?? createTestFiles(clock);
  const services = createServices({
    clock,
    referenceClocks: {
      isGuarded: !options.demo,
      steadyMs: clock.steadyMs,
      readDatabase: options.readDatabase ?? (async () => null),
      isOwnAddress: (address) => options.ownAddresses?.includes(address) ?? false,
    },
    random,
    passwords,
    passwordStrength: testStrength,
    networks: networkRules,
    evidenceSealing,
    passkeys: options.passkeys ?? null,
    openId: options.openId ?? null,
    mail: options.mail ?? null,
    publicUrl: options.mail ? PUBLIC_URL : null,
    repos: createRepositories(database.db),
    transact: createTransact(database.db, maintenance.guard),
    events: options.events ?? createLocalEvents(),
    server: options.server ?? { id: 'test', isAlone: true, hasNewFiles: true },
    files,
    ...inlineParsers,
    snapshots: options.snapshots ?? createSnapshots(database.db),
    restoreTarget: {
      ...createRestoreTarget({ db: database.db, migrations: await readMigrations(MIGRATIONS_FOLDER) }),
      ...(options.checkArchive ? { check: options.checkArchive } : {}),
    },
    maintenance,
    kdf,
    faceEngine: () => options.engine ?? 'unavailable',
    gallery: createInlineGallery(),
    scrubFaceFiles: (options) => scrubOnPglite(database.db, options),
    masterKeys,
    demo,
    setupCode: { matches: (code) => code === SETUP_CODE },
    defaultTimeZone: ZONE,
  });
  services.jobs.reportTo((_, error) => void failures.push(error));
  const app = createApp(services, {
    addressOf: (c) => c.req.header('x-test-address') ?? '192.0.2.1',
    originOf: (c) => c.req.header('x-test-origin') ?? PUBLIC_URL,
    report: ({ error }) => failures.push(error),
    isUnavailable: isDatabaseUnavailable,
    checkReadiness: async () => [
      { part: 'database', state: 'ok', message: 'The database answers.' },
      { part: 'models', state: 'off', message: 'No models.' },
    ],
    about: { version: '0.0.0', schema: 1 },
    reportFonts: testFonts,
    certificate: () => options.certificate ?? null,
    ...(options.limits === 'none' ? { callLimits: UNLIMITED } : {}),
  });

  const call = async (
    method: string,
    path: string,
    { token, body, address, clientTime, device, userAgent }: Call = {},
  ) => {
    const response = await app.request(`/api${path}`, {
      method,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(address ? { 'x-test-address': address } : {}),
        ...(clientTime ? { 'X-Client-Time': String(Date.parse(clientTime)) } : {}),
        ...(device ? { 'X-Device': device } : {}),
        ...(userAgent ? { 'User-Agent': userAgent } : {}),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : null,
    };
  };

  if (options.setUp !== false && !options.demo) {
    await services.setup.run(
      {
        code: SETUP_CODE,
        name: 'Test School',
        kind: options.kind ?? 'university',
        timeZone: ZONE,
        password: ADMIN_PASSWORD,
      },
      '192.0.2.1',
    );
    // As in an institution of an earlier version; most tests are not about consent.
    const repos = createRepositories(database.db);
    if (!options.strictConsent) await repos.privacy.saveSettings(DEFAULT_PRIVACY);
    if (!options.strictEvidence) await repos.evidence.saveDemands(FACE_ALONE);
    if (!options.firstSteps) await repos.firstSteps.close();
  }

  /** With the username, which is needed from the second administrator on. */
  const adminToken = async (): Promise<string> =>
    (await call('POST', '/admin/login', { body: { username: 'admin', password: ADMIN_PASSWORD } })).body
      .access_token;

  /** Calls as the administrator, with a new session: sessions end when a test moves the clock far. */
  const admin = async (method: string, path: string, body?: unknown) =>
    call(method, path, { token: await adminToken(), ...(body === undefined ? {} : { body }) });

  const signIn = async (username: string, password = PERSON_PASSWORD): Promise<string> => {
    const { body } = await call('POST', '/user/login', { body: { username, password } });
    return String(body.access_token);
  };

  /** GET as the administrator, or with the given token; answers the raw response. */
  const download = async (path: string, token?: string) =>
    app.request(`/api${path}`, { headers: { Authorization: `Bearer ${token ?? (await adminToken())}` } });

  /** POST of a file as the administrator. */
  const upload = async (path: string, body: string | Uint8Array<ArrayBuffer>) => {
    const headers = {
      Authorization: `Bearer ${await adminToken()}`,
      'Content-Type': 'application/octet-stream',
    };
    const response = await app.request(`/api${path}`, { method: 'POST', headers, body });
    return { status: response.status, body: await response.json() };
  };

  /** Registers a person and signs them in. */
  const person = async (id: string, extra: Record<string, unknown> = {}) => {
    const token = await adminToken();
    const body = {
      name: `Person ${id}`,
      user_id: id,
      username: id.toLowerCase(),
      password: PERSON_PASSWORD,
      type: 'student',
      class_section: 'CS-A',
      ...extra,
    };
    const registered = await call('POST', '/admin/register', { token, body });
    if (registered.status !== 200) throw new Error(registered.text);
    // People are due from the day after their registration, and tests want them due today.
    await database.pool.query('update people set registered_on = registered_on - 1 where code = $1', [id]);
    return { id, token: await signIn(body.username, body.password) };
  };

  return {
    app,
    services,
    clock,
    passwords,
    failures,
    /** The keys that open an archive of this app. */
    keyNeeds: { keys: masterKeys, kdf, random },
    db: database.db,
    pool: database.pool,
    files,
    maintenance,
    call,
    admin,
    adminToken,
    signIn,
    download,
    upload,
    person,
    async close() {
      await services.jobs.stop(0);
      await database.close();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;
