import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApp } from '@rollcall/api/app';
import { networkRules } from '@rollcall/api/attendance/evidence/networks';
import { createScriptedEngine, sceneImage } from '@rollcall/api/testing/scripted-engine';
import { createZxcvbnStrength } from '@rollcall/core/auth/zxcvbn-strength';
import { inlineParsers } from '@rollcall/core/import/file-parsers';
import { systemClock } from '@rollcall/core/kernel/clock';
import { createServices } from '@rollcall/core/services';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { createInlineGallery } from '@rollcall/face/gallery/inline-gallery';
import { expect } from 'vitest';
import type { ServerEnv } from '../env.ts';
import { keyGuard, openMasterKeys } from '../keys/master-keys.ts';
import { createPasswordHasher } from '../keys/passwords.ts';
import { createPassphraseKdf, systemRandom } from '../keys/secrets.ts';
import { createLog } from '../log.ts';
import { createFileStore } from '../storage/file-store.ts';
import { openDatabase } from '../storage/open-database.ts';
import { reportFonts } from '../storage/report-fonts.ts';
import { testLocations } from './shared-database.ts';

export const PEOPLE = 4;
export const log = createLog(() => {}, systemClock.now);

/** The services and the API on a real database in a real folder; only the face engine is scripted. */
export async function openInstitution(env: ServerEnv) {
  const database = await openDatabase(env, testLocations, log, { asServer: true });
  const repos = createRepositories(database.db);
  const engine = createScriptedEngine();
  const services = createServices({
    clock: systemClock,
    referenceClocks: {
      isGuarded: false,
      steadyMs: () => 0,
      readDatabase: async () => null,
      isOwnAddress: () => false,
    },
    random: systemRandom,
    passwords: await createPasswordHasher(2),
    passwordStrength: createZxcvbnStrength(),
    networks: networkRules,
    passkeys: null,
    openId: null,
    evidenceSealing: null,
    mail: null,
    publicUrl: null,
    repos,
    transact: createTransact(database.db, database.maintenance.guard),
    maintenance: database.maintenance,
    server: { id: 'test', isAlone: true, hasNewFiles: true },
    files: await createFileStore(join(env.dataDir, 'files')),
    ...inlineParsers,
    events: database.events,
    snapshots: database.snapshots,
    restoreTarget: database.restoreTarget,
    kdf: createPassphraseKdf(),
    faceEngine: () => engine,
    gallery: createInlineGallery(),
    scrubFaceFiles: database.scrubFaceFiles,
    masterKeys: await openMasterKeys(join(env.dataDir, 'keys'), undefined, await keyGuard(repos)),
    demo: { on: false },
    setupCode: { matches: () => true },
    defaultTimeZone: 'UTC',
  });
  await services.gallerySync.load();
  const app = createApp(services, {
    addressOf: () => '192.0.2.1',
    report: ({ error }) => {
      throw error;
    },
    isUnavailable: () => false,
    checkReadiness: async () => [],
    about: { version: '0.0.0', schema: 1 },
    reportFonts: reportFonts(''),
  });
  const call = async (method: string, path: string, token: string, body?: unknown) => {
    const headers = { Authorization: `Bearer ${token}` };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await app.request(`/api${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      ...content,
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    // Each test knows the shape of the answer it asked for.
    return (await answer.json()) as Record<string, unknown>;
  };
  const adminToken = async () =>
    String((await call('POST', '/admin/login', '', { password: 'admin-secret' })).access_token);
  return { services, database, app, call, adminToken, close: () => database.close() };
}

type Institution = Awaited<ReturnType<typeof openInstitution>>;

export async function fill(institution: Institution): Promise<void> {
  const { services, call, adminToken } = institution;
  const setUp = { code: 'x', name: 'Hill School', timeZone: 'Asia/Kathmandu', password: 'admin-secret' };
  await services.setup.run(setUp, '192.0.2.1');
  const token = await adminToken();
  await call('POST', '/admin/face-settings', token, { liveness: 'off' });
  const faceAlone = { student: 'device', teacher: 'device', staff: 'device', employee: 'device' };
  await call('PUT', '/admin/evidence', token, faceAlone);
  for (let person = 0; person < PEOPLE; person += 1) {
    const id = `P-${person}`;
    const body = {
      name: `Person ${id}`,
      user_id: id,
      username: id,
      password: `secret-${id}`,
      type: 'student',
    };
    await call('POST', '/admin/register', token, body);
    await call('POST', `/admin/users/${id}/consent`, token, { given_by: id });
    const images = [1, 2, 3].map((nonce) => sceneImage({ person, nonce }));
    expect(await call('POST', '/admin/capture-face', token, { user_id: id, images })).toMatchObject({
      success: true,
    });
  }
}

/** Creates notices until `stop` is called and collects the titles whose creation was confirmed. */
function keepWriting(institution: Institution, token: string) {
  const acknowledged: string[] = [];
  let running = true;
  const done = (async () => {
    while (running) {
      const title = `Notice ${acknowledged.length}`;
      await institution.call('POST', '/admin/notices', token, { title, content: 'x' });
      acknowledged.push(title);
    }
  })();
  const stop = async () => {
    running = false;
    await done;
  };
  return { acknowledged, stop };
}

export async function backUpWhileWriting(institution: Institution, to: string): Promise<string[]> {
  const token = await institution.adminToken();
  const writer = keepWriting(institution, token);
  while (writer.acknowledged.length < 5) await new Promise((go) => setImmediate(go));
  const before = [...writer.acknowledged];
  const { backup_file } = await institution.call('POST', '/admin/backup/database', token);
  await writer.stop();
  const answer = await institution.app.request(`/api/admin/download/${String(backup_file)}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await writeFile(to, new Uint8Array(await answer.arrayBuffer()));
  return before;
}

export async function expectEverything(institution: Institution, notices: readonly string[]): Promise<void> {
  const token = await institution.adminToken();
  const listed = await institution.call('GET', '/admin/notices', token);
  const titles = new Set((listed.notices as { title: string }[]).map(({ title }) => title));
  expect(notices.filter((title) => !titles.has(title))).toEqual([]);
  for (let person = 0; person < PEOPLE; person += 1) {
    const login = { username: `P-${person}`, password: `secret-P-${person}` };
    const { access_token } = await institution.call('POST', '/user/login', '', login);
    const image = sceneImage({ person, nonce: Math.random() });
    const token = String(access_token);
    const { scan_id } = await institution.call('POST', '/user/start-face-scan', token, {});
    const marked = await institution.call('POST', '/user/mark-attendance-with-image', token, {
      scan_id,
      image,
    });
    expect(marked).toMatchObject({ success: true });
  }
}
