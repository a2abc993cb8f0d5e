import { randomBytes } from 'node:crypto';
import type { Snapshots } from '@rollcall/core/backup/backup.ports';
import type { DemoMode } from '@rollcall/core/demo-data/demo-mode';
import { createLocalEvents } from '@rollcall/core/events/publish';
import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import { inlineParsers } from '@rollcall/core/file-parsers';
import { createServices } from '@rollcall/core/services';
import { createSnapshots } from '@rollcall/db/archive/archive-reader';
import { createRestoreTarget } from '@rollcall/db/archive/restore-target';
import { isDatabaseUnavailable } from '@rollcall/db/embedded/embedded-errors';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { openTestDb, type TestDb } from '@rollcall/db/testing/test-db';
import { MIGRATIONS_FOLDER } from '@rollcall/db/testing/test-seed';
import { createGallery } from '@rollcall/face/gallery/gallery';
import { createApp } from '../app.ts';
import {
  createTestClock,
  createTestFiles,
  createTestHasher,
  createTestKdf,
  createTestMasterKeys,
  readTestFonts,
} from './test-ports.ts';

export const ADMIN_PASSWORD = 'admin-secret';
/** The password of people registered by `person`. */
export const PERSON_PASSWORD = 'secret123';
export const SETUP_CODE = 'TEST-CODE';
/** Monday 10:00 in Kathmandu, whose offset from UTC is not a whole number of hours. */
export const MONDAY = '2026-03-02T04:15:00Z';
export const ZONE = 'Asia/Kathmandu';

export interface Call {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly address?: string;
}

/** Opens the real app on a real database; clock, password hashing, keys and files are test doubles. */
export async function openTestApp(
  options: {
    demo?: boolean;
    setUp?: boolean;
    engine?: FaceEngine;
    database?: Pick<TestDb, 'db' | 'pool' | 'close'>;
    /** How backups read the database; in a transaction by default. */
    snapshots?: Snapshots;
  } = {},
) {
  const database = options.database ?? (await openTestDb());
  const clock = createTestClock(MONDAY);
  const passwords = createTestHasher();
  const demo: DemoMode = options.demo
    ? {
        on: true,
        credentials: {
          admin: { password: ADMIN_PASSWORD },
          user: { username: 'student', password: 'student123' },
        },
      }
    : { on: false };
  const failures: unknown[] = [];
  const masterKeys = createTestMasterKeys();
  const kdf = createTestKdf();
  const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) };
  const services = createServices({
    clock,
    random,
    passwords,
    repos: createRepositories(database.db),
    transact: createTransact(database.db),
    events: createLocalEvents(),
    files: createTestFiles(),
    ...inlineParsers,
    snapshots: options.snapshots ?? createSnapshots(database.db),
    restoreTarget: createRestoreTarget({
      db: database.db,
      migrations: await readMigrations(MIGRATIONS_FOLDER),
    }),
    kdf,
    faceEngine: () => options.engine ?? 'unavailable',
    gallery: createGallery(),
    masterKeys,
    demo,
    setupCode: { matches: (code) => code === SETUP_CODE },
    defaultTimeZone: ZONE,
  });
  const app = createApp(services, {
    addressOf: (c) => c.req.header('x-test-address') ?? '192.0.2.1',
    report: ({ error }) => failures.push(error),
    isUnavailable: isDatabaseUnavailable,
    checkReadiness: async () => ({ database: 'ok', models: 'off' }),
    reportFonts: readTestFonts,
  });

  const call = async (method: string, path: string, { token, body, address }: Call = {}) => {
    const response = await app.request(`/api${path}`, {
      method,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(address ? { 'x-test-address': address } : {}),
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
      { code: SETUP_CODE, name: 'Test School', timeZone: ZONE, password: ADMIN_PASSWORD },
      '192.0.2.1',
    );
  }

  const adminToken = async (): Promise<string> =>
    (await call('POST', '/admin/login', { body: { password: ADMIN_PASSWORD } })).body.access_token;

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
    call,
    admin,
    adminToken,
    signIn,
    download,
    upload,
    person,
    close: () => database.close(),
  };
}

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;
