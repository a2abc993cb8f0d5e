import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpServerAndBrowser } from '../kit/browser/journey-setup.ts';
import { signInAsAdmin, signInByApi, storeSession } from '../kit/browser/sign-in.ts';
import { addKiosk, pairKiosk, typePin } from '../kit/camera/kiosk-page.ts';
import { type ApiClient, createApiClient } from '../kit/server/call-api.ts';

const setup = setUpServerAndBrowser();

const EXIT_PIN = '4071';
const PIN = '9274';
const SECOND = 'drill-2';
const PASSWORD = 'Quiet-Harbour-58';
let admin: ApiClient;
beforeAll(async () => {
  const { token } = await signInByApi(setup.server, 'admin');
  admin = createApiClient(setup.server, token);
  await admin('PUT', '/admin/kiosk-exit-pin', { pin: EXIT_PIN });
  await admin('POST', '/admin/register', {
    name: 'Drill Second',
    user_id: SECOND,
    username: SECOND,
    password: PASSWORD,
    type: 'student',
    class_section: 'CS-A',
  });
  for (const who of ['user', { username: SECOND, password: PASSWORD }] as const) {
    const { token: own } = await signInByApi(setup.server, who);
    await createApiClient(setup.server, own)('PUT', '/user/pin', { pin: PIN });
  }
});

/** Opens a page and makes it a kiosk. */
async function openKiosk(settings: object, context?: BrowserContext): Promise<Page> {
  const kioskId = await addKiosk(admin, { place: '', means: ['pin'], ...settings });
  const page = context ? await context.newPage() : (await setup.visit()).page;
  await page.goto('/kiosk');
  await pairKiosk(page, admin, kioskId);
  return page;
}

async function checkInByPin(page: Page, number = 'STU001'): Promise<void> {
  await typePin(page, number, PIN);
  await page.locator('[data-kiosk-answer=marked]').waitFor();
}

const openMenu = (page: Page) => page.getByRole('button', { name: 'Menu of this kiosk' }).click();

async function typeExitPin(page: Page, pin: string): Promise<void> {
  await page.getByRole('heading', { name: 'Exit PIN' }).waitFor();
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click();
  await page.getByRole('button', { name: 'OK' }).click();
}

describe('present now', () => {
  it('shows live who came in at a kiosk, prints them, and who went out', async () => {
    const { page, problems, close } = await setup.visit();
    await signInAsAdmin(page);
    await page.goto('/present');
    await page.getByRole('heading', { level: 1, name: 'Present now' }).waitFor();
    const row = page.locator('[data-present-list]').first().locator('[data-present=STU001]');

    const wayIn = await openKiosk({ name: 'Way in', place: 'Hall' });
    await checkInByPin(wayIn);
    await row.filter({ hasText: 'Hall' }).waitFor();

    await page.emulateMedia({ media: 'print' });
    const sheet = page.locator('[data-present-sheet]');
    expect(await sheet.isVisible()).toBe(true);
    expect(await sheet.innerText()).toMatch(/Present now[\s\S]+\d+ present, \d+ left, \d+ not seen/);
    expect(await page.getByRole('button', { name: 'Print list' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });

    const wayOut = await openKiosk({ name: 'Way out', direction: 'out' });
    await checkInByPin(wayOut);
    const left = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Left today' }) });
    await left.locator('[data-present=STU001]').filter({ hasText: 'Way out' }).waitFor();
    await checkInByPin(wayIn);
    await wayIn.context().close();
    await wayOut.context().close();
    expect(problems).toEqual([]);
    await close();
  });

  it('is ticked off in a drill on two devices at once, and says who was never seen', async () => {
    const phone = await setup.visit({ viewport: { width: 390, height: 844 } });
    const other = await setup.visit();
    // Two people at least, at whatever time of the day this runs.
    const door = await openKiosk({ name: 'Door of the drill' });
    await checkInByPin(door);
    await checkInByPin(door, SECOND);
    await door.context().close();
    await storeSession(phone.page, await signInByApi(setup.server, 'admin'));
    await storeSession(other.page, await signInByApi(setup.server, 'office'));
    await phone.page.goto('/present');
    await other.page.goto('/present');
    await phone.page.getByRole('button', { name: 'Start drill' }).click();
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Start drill' }).click();
    // The other device learns it by itself.
    const boxes = { phone: phone.page.getByRole('checkbox'), other: other.page.getByRole('checkbox') };
    await Promise.all([boxes.phone.nth(1).waitFor(), boxes.other.nth(1).waitFor()]);
    await Promise.all([boxes.phone.nth(0).click(), boxes.other.nth(1).click()]);
    for (const { page } of [phone, other]) {
      await page.getByText(/^2 of \d+ seen$/).waitFor();
      expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2);
    }
    await boxes.other.nth(0).click();
    await phone.page.getByText(/^1 of \d+ seen$/).waitFor();

    await phone.page.getByRole('button', { name: 'End drill' }).click();
    await phone.page.getByRole('dialog').getByRole('button', { name: 'End drill' }).click();
    await boxes.other.first().waitFor({ state: 'detached' });
    await other.page.getByRole('button', { name: 'Report' }).first().click();
    await other.page.getByRole('heading', { name: 'Seen · 1', exact: true }).waitFor();
    expect([...phone.problems, ...other.problems]).toEqual([]);
    await phone.close();
    await other.close();
  });
});

describe('the menu of a kiosk', () => {
  it('is behind the exit PIN, which is slowed down after wrong ones, through a reload', async () => {
    const page = await openKiosk({ name: 'Guarded' });
    // Back twice, and a key that reloads: the page and what it holds stay.
    await page.evaluate(() => {
      Object.assign(window, { isSamePage: true });
    });
    for (const _ of [1, 2]) {
      await page.evaluate(() => history.back());
      await page.keyboard.press('F5');
    }
    await openMenu(page);
    for (const wrong of ['4072', '4073', '4074']) {
      await typeExitPin(page, wrong);
      await page.getByRole('alert').filter({ hasText: /wrong/ }).waitFor();
    }
    await page.getByText(/Please wait \d+ seconds?/).waitFor();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await openMenu(page);
    await page.getByText(/Please wait \d+ seconds?/).waitFor();
    // The right one counts after the pause.
    await page.getByText(/Please wait/).waitFor({ state: 'detached' });
    await typeExitPin(page, EXIT_PIN);
    // Names are only on kiosks that keep the list.
    await page.getByRole('heading', { name: 'This kiosk' }).waitFor();
    expect(await page.getByRole('button', { name: 'Present now' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Leave the kiosk' }).click();
    await page.waitForURL('**/login');
    // Still paired.
    await page.goto('/kiosk');
    await page.locator('[data-kiosk]').waitFor();
    await page.context().close();
  });

  it('shows who is present without a network, after a reload, with ticks that stay', async () => {
    const { page: first } = await setup.visit({ serviceWorkers: 'allow' });
    const context = first.context();
    const page = await openKiosk({ name: 'Keeps the list', keeps_present: true }, context);
    await first.close();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    page.on('dialog', (dialog) => void dialog.accept());
    // The list is kept once the menu can show it.
    await openMenu(page);
    await typeExitPin(page, EXIT_PIN);
    await page.getByRole('button', { name: 'Present now' }).click();
    const row = page.locator('[data-kept-present] label').filter({ hasText: 'STU001' });
    await row.waitFor();
    await page.getByRole('button', { name: 'Close' }).click();

    await context.setOffline(true);
    await page.reload();
    await page.locator('[data-kiosk]').waitFor();
    await openMenu(page);
    await typeExitPin(page, EXIT_PIN);
    await page.getByRole('button', { name: 'Present now' }).click();
    await row.filter({ hasText: 'Hall' }).waitFor();
    await page.getByText(/^List of \d/).waitFor();
    await row.click();
    await page.getByText(/^1 of \d+ seen$/).waitFor();
    await page.reload();
    await openMenu(page);
    await typeExitPin(page, EXIT_PIN);
    await page.getByRole('button', { name: 'Present now' }).click();
    await row.waitFor();
    expect(await row.getByRole('checkbox').isChecked()).toBe(true);

    // Revoked: the names are gone with the key.
    await context.setOffline(false);
    const { kiosks } = await admin<{ kiosks: { id: string; name: string }[] }>('GET', '/admin/kiosks');
    const id = kiosks.find(({ name }) => name === 'Keeps the list')?.id ?? '';
    await admin('POST', `/admin/kiosks/${id}/revoke`);
    await page.locator('[data-pairing-code]').waitFor();
    const left = await page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((done, fail) => {
        const asked = indexedDB.open('rollcall-kiosk-exit');
        asked.onsuccess = () => done(asked.result);
        asked.onerror = () => fail(asked.error);
      });
      const stores = ['keys', 'sealed', 'tries'];
      const tx = db.transaction(stores, 'readonly');
      return Promise.all(
        stores.map(
          (name) =>
            new Promise<number>((done) => {
              const counted = tx.objectStore(name).count();
              counted.onsuccess = () => done(counted.result);
            }),
        ),
      );
    });
    expect(left).toEqual([0, 0, 0]);
    await context.close();
  });
});
