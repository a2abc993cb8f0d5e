import type { Page } from 'playwright-core';
import { languageOf, openDialog, type Screen } from './open-screen.ts';

const person = (id: string, name: string, section: string | null, more: object) => ({
  id,
  name,
  type: section === null ? 'staff' : 'student',
  class_section: section,
  ...more,
});
const hall = { time: '08:02', by: 'kiosk', place: 'Hall, left of the office' };
const PRESENT = [
  person('STU014', 'Priya Nair', 'CS-A', hall),
  person('STU033', 'Maximiliane Schneider-Oberhausen von der Katharinenstraße', 'CS-A', {
    time: '08:41',
    by: 'class',
    place: 'Computer Networks and Distributed Systems',
  }),
  person('STU051', 'Anika Nair', 'CS-B', { time: '08:11', by: 'own', place: null }),
  person('STF003', 'Daniel Osei', null, { time: '07:40', by: 'hand', place: null }),
];
const LEFT = [person('STU007', 'Aylin Kaya', 'CS-B', { time: '09:30', by: 'kiosk', place: 'Gym' })];

const DRILL = {
  id: 7,
  date: '11_13_26',
  started_time: '09:45',
  started_by: 'Admin',
  ended_time: null,
  ended_by: null,
  may_end: true,
  people: PRESENT.slice(0, 3).map(({ id, name, type, class_section }, at) => ({
    id,
    name,
    type,
    class_section,
    seen: hall,
    was_in: true,
    ticked_time: at === 1 ? '09:47' : null,
    ticked_by: at === 1 ? 'Office' : null,
  })),
};
const ENDED = { ...DRILL, ended_time: '09:58', ended_by: 'Admin' };

const withPeople =
  (drill: object | null = null) =>
  async (page: Page) => {
    await page.route('**/api/present', (route) =>
      route.fulfill({ json: { date: '11_13_26', time: '09:46', present: PRESENT, left: LEFT, not_seen: 3 } }),
    );
    await page.route('**/api/drills/current', (route) => route.fulfill({ json: { drill } }));
    await page.route('**/api/drills', (route) =>
      route.fulfill({ json: { drills: [{ ...ENDED, people: 3, ticked: 1 }] } }),
    );
    await page.route('**/api/drills/7', (route) => route.fulfill({ json: ENDED }));
  };

const KIOSK_ID = '11111111-1111-4111-8111-111111111111';
/** PBKDF2 of 4071 with 16 zero bytes; few rounds, because this is only a picture. */
const ROUNDS = 1000;

async function verifier(): Promise<{ salt: string; rounds: number; hash: string }> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode('4071'), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const salt = new Uint8Array(16);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS };
  const hash = await crypto.subtle.deriveBits(parameters, key, 256);
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  return { salt: text(salt), rounds: ROUNDS, hash: text(new Uint8Array(hash)) };
}

const pairedWithList = async (page: Page) => {
  const [exit, language] = await Promise.all([verifier(), languageOf(page)]);
  await page.route('**/api/kiosk/pairings', (route) =>
    route.fulfill({ json: { code: 'K7QF2M9X', left_ms: 300_000 } }),
  );
  await page.route('**/api/kiosk/pairings/*', (route) =>
    route.fulfill({ json: { state: 'paired', kiosk_id: KIOSK_ID } }),
  );
  await page.route('**/api/kiosk', (route) =>
    route.fulfill({
      json: {
        name: 'Main door',
        place: 'Hall',
        institution: 'Riverside College',
        direction: 'in',
        means: ['pin'],
        language,
        sound: false,
        exit,
        keeps_present: true,
        server_time: Date.parse('2026-11-13T09:46:00Z'),
      },
    }),
  );
  await page.route('**/api/kiosk/present', (route) =>
    route.fulfill({
      json: { institution: 'Riverside College', date: '11_13_26', time: '09:46', present: PRESENT },
    }),
  );
};

async function openMenu(page: Page): Promise<void> {
  await page.locator('[data-kiosk] > button').click();
  await page.keyboard.type('4071');
  await page.keyboard.press('Enter');
  await page.locator('[data-kiosk-exit=menu]').waitFor();
}

/** Who is present now, drills, and what lies behind the exit PIN of a kiosk. */
export const PRESENT_SCREENS: readonly Screen[] = [
  { name: 'present', path: '/present', as: 'admin', prepare: withPeople() },
  { name: 'present-places', path: '/present?by=place', as: 'admin', isState: true, prepare: withPeople() },
  {
    name: 'present-drill',
    isWordless: true,
    path: '/present',
    as: 'admin',
    isState: true,
    prepare: withPeople(DRILL),
    act: (page) => page.locator('[data-drill]').waitFor(),
  },
  {
    name: 'present-report',
    path: '/present',
    as: 'admin',
    prepare: withPeople(),
    act: (page) => openDialog(page, 'Report'),
  },
  {
    name: 'kiosk-exit-pin',
    isWordless: true,
    path: '/kiosk',
    as: 'nobody',
    isState: true,
    prepare: pairedWithList,
    act: async (page) => {
      await page.locator('[data-kiosk] > button').click();
      await page.keyboard.type('40');
    },
  },
  {
    name: 'kiosk-exit-menu',
    isWordless: true,
    path: '/kiosk',
    as: 'nobody',
    isState: true,
    prepare: pairedWithList,
    act: openMenu,
  },
  {
    name: 'kiosk-kept-present',
    isWordless: true,
    path: '/kiosk',
    as: 'nobody',
    isState: true,
    prepare: pairedWithList,
    act: async (page) => {
      await openMenu(page);
      await page.locator('[data-kiosk-exit=menu] button').first().click();
      await page.locator('[data-kept-present] label').first().click();
    },
  },
];
