import type { App } from '@rollcall/api/app';
import { openTestApp } from '@rollcall/api/testing/test-app';
import type { Snapshots } from '@rollcall/core/backup/backup.ports';
import { drizzleOn } from '@rollcall/db/postgres/open-postgres';
import { createRepositories } from '@rollcall/db/repositories';
import type pg from 'pg';

const HERE = { address: '127.0.0.1', userAgent: '', deviceToken: null, means: 'password' } as const;

/** Calls the app in this process with a session; a refusal is an error. */
function createClient(app: App, token: string) {
  return async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await app.request(`/api${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
}

export type Client = ReturnType<typeof createClient>;

/** The real app at the present time on a database with a filled institution, which gets an owner; both are signed in. */
export async function openFilledApp(pool: pg.Pool, options: { readonly snapshots?: Snapshots } = {}) {
  const db = drizzleOn(pool);
  const repos = createRepositories(db);
  const { app, services, clock } = await openTestApp({
    setUp: false,
    database: { db, pool, close: async () => {} },
    ...options,
  });
  clock.set(new Date().toISOString());
  await pool.query(
    `insert into people (code, name, username, kind, role, registered_on)
     values ('admin', 'Administrator', 'admin', 'admin', 'owner', current_date)`,
  );
  const [admin] = await repos.people.administrators();
  const student = await repos.people.byCode('P000011');
  if (!admin || !student) throw new Error('The institution was not filled.');
  const signIn = async (person: typeof student) =>
    createClient(app, (await services.auth.finishSignIn(person, HERE)).token);
  return {
    app,
    db,
    repos,
    services,
    clock,
    admin,
    signIn,
    asAdmin: await signIn(admin),
    asStudent: await signIn(student),
  };
}
