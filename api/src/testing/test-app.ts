import { randomBytes } from 'node:crypto';
import type { Snapshots } from '@rollcall/core/backup/backup.ports';
import { createLocalEvents } from '@rollcall/core/events/local-events';
import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import type { DemoMode } from '@rollcall/core/ports';
import { createServices } from '@rollcall/core/services';
import { createSnapshots } from '@rollcall/db/archive.reader';
import { isDatabaseUnavailable } from '@rollcall/db/embedded/embedded-errors';
import { readMigrations } from '@rollcall/db/migrations-folder';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { createRestoreTarget } from '@rollcall/db/restore.writer';
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
export const SETUP_CODE = 'TEST-CODE';
/** A Monday, ten in the morning in Kathmandu: a zone that is neither UTC nor a whole number of hours away from it. */
export const MONDAY = '2026-03-02T04:15:00Z';
export const ZONE = 'Asia/Kathmandu';

export interface Call {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly address?: string;
}

/** The real app on the real database; only clock, hashing and files are stand-ins. */
export async function openTestApp(
  options: {
    demo?: boolean;
    setUp?: boolean;
    engine?: FaceEngine;
    database?: Pick<TestDb, 'db' | 'pool' | 'close'>;
    /** How a moment of the database is read; a transaction unless said otherwise. */
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

  /** As the administrator, signed in at this moment: sessions end when a test moves the clock far. */
  const admin = async (method: string, path: string, body?: unknown) =>
    call(method, path, { token: await adminToken(), ...(body === undefined ? {} : { body }) });

  /** Registers a person and signs them in. */
  const person = async (id: string, extra: Record<string, unknown> = {}) => {
    const token = await adminToken();
    const body = {
      name: `Person ${id}`,
      user_id: id,
      username: id.toLowerCase(),
      password: 'secret123',
      type: 'student',
      class_section: 'CS-A',
      ...extra,
    };
    const registered = await call('POST', '/admin/register', { token, body });
    if (registered.status !== 200) throw new Error(registered.text);
    const { body: session } = await call('POST', '/user/login', {
      body: { username: body.username, password: body.password },
    });
    return { id, token: String(session.access_token) };
  };

  return {
    app,
    services,
    clock,
    passwords,
    failures,
    /** What opens an archive of this app. */
    keyNeeds: { keys: masterKeys, kdf, random },
    db: database.db,
    pool: database.pool,
    call,
    admin,
    adminToken,
    person,
    close: () => database.close(),
  };
}

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;
