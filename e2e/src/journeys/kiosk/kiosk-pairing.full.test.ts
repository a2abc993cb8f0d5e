import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, visit } from '../../kit/browser/open-browser.ts';
import { signInAsAdmin } from '../../kit/browser/sign-in.ts';
import { adminClient } from '../../kit/camera/camera-setup.ts';
import { addKiosk } from '../../kit/camera/kiosk-page.ts';
import { clockAt, type RunningServer, schoolDay, startServer } from '../../kit/server/start-server.ts';

const SIX_MINUTES_MS = 6 * 60_000;

let browser: Browser;
let server: RunningServer;

/** A tablet that was opened at `/kiosk`, and the code that it shows. */
async function newTablet(): Promise<{ tablet: Page; code: string }> {
  const { page: tablet } = await visit(browser, server.url);
  await tablet.goto('/kiosk');
  const shown = tablet.locator('[data-pairing-code]');
  await shown.waitFor();
  return { tablet, code: (await shown.getAttribute('data-pairing-code')) ?? '' };
}

/** The administrator scans the QR code of a tablet, says which kiosk it is, and approves it. */
async function approve(admin: Page, code: string, kiosk: string): Promise<void> {
  await admin.goto(`/settings/kiosks?code=${code}`);
  await admin.getByRole('radio', { name: kiosk }).check();
  await admin.getByRole('dialog').getByRole('button', { name: 'Pair device', exact: true }).click();
}

async function newAdmin(): Promise<Page> {
  const { page } = await visit(browser, server.url);
  await signInAsAdmin(page);
  return page;
}

beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startServer(clockAt(schoolDay()))]);
  const call = await adminClient(server);
  for (const name of ['Main door', 'Side door']) await addKiosk(call, { name, means: ['pin'] });
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

describe('a code that a tablet shows', () => {
  it('pairs it when it is right, and says so when it is wrong or was used', async () => {
    const admin = await newAdmin();
    const { tablet, code } = await newTablet();
    expect(code).toHaveLength(8);
    await approve(admin, code === 'ABCDEFGH' ? 'ABCDEFGJ' : 'ABCDEFGH', 'Main door');
    await admin.getByText('No device shows this code.').waitFor();
    await tablet.locator('[data-pairing-code]').waitFor();

    await approve(admin, code, 'Main door');
    await tablet.locator('[data-kiosk]').waitFor();
    await tablet.getByText('Main door · Hall').waitFor();

    await approve(admin, code, 'Side door');
    await admin.getByText('This code was already used.').waitFor();
  });

  it('is worth nothing after five minutes', async () => {
    const { tablet, code } = await newTablet();
    const { dataDir, url } = server;
    await server.stop();
    const later = clockAt(new Date(schoolDay().getTime() + SIX_MINUTES_MS));
    server = await startServer({ ...later, dataDir, env: { ...later.env, PORT: new URL(url).port } });
    const admin = await newAdmin();
    await approve(admin, code, 'Side door');
    await admin.getByText('This code is older than five minutes.').waitFor();
    expect(await tablet.locator('[data-kiosk]').count()).toBe(0);
  });
});
