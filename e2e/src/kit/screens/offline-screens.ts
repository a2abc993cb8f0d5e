import type { Page } from 'playwright-core';
import { languageOf, type Screen, stopTimers } from './open-screen.ts';

const KIOSK_ID = '11111111-1111-4111-8111-111111111111';

const entry = (id: number, doubt: string, more: object = {}) => ({
  id: `66666666-6666-4666-8666-66666666666${id}`,
  kiosk: 'Main door',
  place: 'Hall, left of the office',
  means: 'face',
  taken_at: `2026-11-13T08:0${id}:00Z`,
  received_at: '2026-11-13T09:20:00Z',
  doubt,
  doubts: [doubt],
  person: null,
  ...more,
});
const ENTRIES = [
  entry(1, 'unknown'),
  entry(2, 'wrong_pin', { means: 'pin' }),
  entry(3, 'clock', {
    means: 'pin',
    person: {
      id: 'STU033',
      name: 'Maximiliane Schneider-Oberhausen von der Katharinenstraße',
      class_section: 'CS-A',
    },
  }),
  entry(4, 'before_pairing', { person: { id: 'STU014', name: 'Priya Nair', class_section: 'CS-A' } }),
  entry(5, 'too_old', {
    means: 'card',
    kiosk: 'Staff entrance of the Katharina-Schneider-Oberhausen building',
    person: { id: 'STF003', name: 'Daniel Osei', class_section: null },
  }),
  entry(6, 'blurred', { place: '' }),
];

const withEntries = (page: Page) =>
  page.route('**/api/attendance/unconfirmed', (route) =>
    route.fulfill({ json: { total: ENTRIES.length, entries: ENTRIES } }),
  );

/** A key of nobody: what is sealed to it is only shown as waiting. */
async function publicKey(): Promise<string> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  return Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url');
}

/** A kiosk whose server is gone from the first PIN on. */
const withoutServer = async (page: Page) => {
  let isGone = false;
  const language = await languageOf(page);
  const sealing = { key_id: 'k1', public_key: await publicKey() };
  await page.route('**/api/kiosk/pairings', (route) =>
    route.fulfill({ json: { code: 'K7QF2M9X', left_ms: 300_000 } }),
  );
  await page.route('**/api/kiosk/pairings/*', (route) =>
    route.fulfill({ json: { state: 'paired', kiosk_id: KIOSK_ID } }),
  );
  await page.route('**/api/kiosk/pin', (route) => {
    isGone = true;
    return route.abort();
  });
  await page.route('**/api/kiosk', (route) =>
    isGone
      ? route.abort()
      : route.fulfill({
          json: {
            name: 'Main door',
            place: 'Hall, left of the office',
            institution: 'Riverside College',
            direction: 'in',
            means: ['pin'],
            language,
            sound: false,
            exit: null,
            keeps_present: false,
            sealing,
            asks_digits: false,
            server_time: Date.parse('2026-11-13T08:02:00Z'),
          },
        }),
  );
};

async function recordByPin(page: Page): Promise<void> {
  await page.locator('[data-kiosk] footer button').click();
  await page.locator('[data-kiosk-entry] input').fill('STU033');
  await page.keyboard.press('Enter');
  await page.keyboard.type('4711');
  await page.keyboard.press('Enter');
  await page.locator('[data-kiosk-answer=recorded]').waitFor();
}

/** What a kiosk shows without a network, and what of it is left to the office. */
export const OFFLINE_SCREENS: readonly Screen[] = [
  {
    name: 'today-unconfirmed',
    path: '/today',
    as: 'admin',
    isState: true,
    isWordless: true,
    prepare: withEntries,
    act: (page) => page.locator('[data-unconfirmed]').waitFor(),
  },
  {
    name: 'kiosk-recorded',
    path: '/kiosk',
    as: 'nobody',
    isState: true,
    isWordless: true,
    prepare: withoutServer,
    act: async (page) => {
      await recordByPin(page);
      await stopTimers(page);
    },
  },
  {
    name: 'kiosk-offline',
    path: '/kiosk',
    as: 'nobody',
    isState: true,
    isWordless: true,
    prepare: withoutServer,
    act: async (page) => {
      await recordByPin(page);
      await page.locator('[data-kiosk=watching] [data-kiosk-queue][data-offline=true]').waitFor();
    },
  },
];
