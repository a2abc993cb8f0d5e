import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowserWithCamera, visit } from '../browser/open-browser.ts';
import { waitForData } from '../browser/page-waits.ts';
import { signInByApi, signInDirectly } from '../browser/sign-in.ts';
import { createFakeCamera } from '../camera/fake-camera.ts';
import { createApiClient } from './call-api.ts';
import { CLASSMATES, createFixtureClass, openClassPhotos } from './fixture-class.ts';
import { clockAt, schoolDay, startServer, waitForFaceEngine } from './start-server.ts';

async function openClassOfFour() {
  const server = await startServer(clockAt(schoolDay()));
  const photos = await openClassPhotos();
  const camera = await createFakeCamera([{ jpeg: await photos.forCamera(), seconds: 1 }]);
  const browser = await openBrowserWithCamera(camera.flags);
  const { token } = await signInByApi(server, 'admin');
  const admin = createApiClient(server, token);
  await waitForFaceEngine(server.url);
  await admin('POST', '/admin/face-settings', { liveness: 'off' });
  const classId = await createFixtureClass(admin);
  const openAsAdmin = async (path: string) => {
    const visitor = await visit(browser, server.url);
    await signInDirectly(visitor.page, server.url, 'admin');
    await visitor.page.goto(path);
    await waitForData(visitor.page);
    return visitor;
  };
  return {
    server,
    browser,
    photos,
    admin,
    classId,
    openAsAdmin,
    openSheet: () => openAsAdmin(`/admin?class=${classId}&action=attendance`),
    /** IDs of the class in today's attendance list, one per row. */
    async markedToday() {
      const { attendance } = await admin<{ attendance: { Roll: string }[] }>('GET', '/attendance');
      return attendance
        .map(({ Roll }) => Roll)
        .filter((id) => id.startsWith('CLS-'))
        .sort();
    },
    async close() {
      await browser.close();
      await server.remove();
      await camera.remove();
    },
  };
}

/** Starts a server with a class of the four people of the fixtures before a file's journeys, and ends it after them. */
export function setUpClassOfFour(): () => Awaited<ReturnType<typeof openClassOfFour>> {
  let opened: Awaited<ReturnType<typeof openClassOfFour>> | undefined;
  beforeAll(async () => {
    opened = await openClassOfFour();
  });
  afterAll(() => opened?.close());
  return () => {
    if (!opened) throw new Error('The class is only available inside a test.');
    return opened;
  };
}

export const FOUR = CLASSMATES.map(({ id }) => id).sort();

export const uploadPhoto = (page: Page, photo: Buffer) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'class.jpg', mimeType: 'image/jpeg', buffer: photo });
export const rowOf = (page: Page, name: string) => page.locator('li', { hasText: name });
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save attendance' });
