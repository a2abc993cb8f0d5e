import type { Page } from 'playwright-core';
import { withHealth } from './kiosk-health-screens.ts';
import { languageOf, openDialog, type Screen, stopTimers } from './open-screen.ts';

const KIOSK = {
  place: '',
  scope: { of: 'everyone', kinds: [], sections: [], class_id: null },
  class_name: null,
  direction: 'in',
  means: ['face', 'pin'],
  language: 'en',
  sound: true,
  liveness: 'burst',
  strangers_in: 1000,
  keeps_present: false,
  paired: null,
  marks: 0,
  wrong_names: 0,
  refused: 0,
  by_means: {},
};

/** A door in use, a side entrance with a long name, and one that waits for its device. */
const KIOSKS = [
  {
    ...KIOSK,
    id: '11111111-1111-4111-8111-111111111111',
    name: 'Main door',
    place: 'Hall, left of the office',
    paired: {
      device: 'Chrome on Android',
      paired_at: '2026-09-01T06:30:00Z',
      last_seen_at: '2026-11-13T08:41:00Z',
    },
    marks: 2841,
    wrong_names: 2,
    refused: 117,
    means: ['face', 'pin', 'card', 'phone'],
    by_means: { face: 2330, pin: 284, card: 227 },
  },
  {
    ...KIOSK,
    id: '22222222-2222-4222-8222-222222222222',
    name: 'Staff entrance of the Katharina-Schneider-Oberhausen building',
    place: 'Ground floor, beside the bicycle stands in the courtyard',
    scope: { of: 'kinds', kinds: ['teacher', 'staff'], sections: [], class_id: null },
    direction: 'both',
    paired: { device: 'Safari on iOS', paired_at: '2026-11-02T09:12:00Z', last_seen_at: null },
    marks: 96,
    by_means: { face: 90, pin: 6 },
  },
  {
    ...KIOSK,
    id: '33333333-3333-4333-8333-333333333333',
    name: 'Laboratory',
    scope: { of: 'sections', kinds: [], sections: ['CS-A', 'CS-B', 'CS-C'], class_id: null },
    means: ['face'],
  },
];

const decision = (needed: number, reached: number, score: number, margin: number | null) => ({
  candidates: 640,
  measure: 'rarity',
  needed,
  reached,
  score,
  margin,
});
const answer = (id: number, at: string, outcome: string, more: object = {}) => ({
  id: `44444444-4444-4444-8444-44444444444${id}`,
  at: `2026-11-13T${at}:00Z`,
  outcome,
  means: 'face',
  person: null,
  taken_back_at: null,
  decision: null,
  ...more,
});
const ANSWERS = [
  answer(1, '08:41', 'marked', {
    person: { id: 'STU014', name: 'Priya Nair' },
    decision: decision(5.51, 7.84, 0.713, 0.412),
  }),
  answer(2, '08:40', 'marked', {
    person: { id: 'STU051', name: 'Anika Nair' },
    taken_back_at: '2026-11-13T08:40:09Z',
    decision: decision(5.51, 5.62, 0.548, 0.09),
  }),
  answer(3, '08:39', 'unknown', { decision: decision(5.51, 3.17, 0.331, 0.02) }),
  answer(4, '08:37', 'blurred'),
  answer(5, '08:36', 'marked', {
    means: 'pin',
    person: { id: 'STU033', name: 'Maximiliane Schneider-Oberhausen' },
  }),
  answer(6, '08:35', 'not_live'),
  answer(7, '08:34', 'wrong_pin', { means: 'pin' }),
  answer(8, '08:34', 'repeated', {
    person: { id: 'STU007', name: 'Daniel Osei' },
    decision: decision(5.51, 8.02, 0.741, null),
  }),
];

const withKiosks = async (page: Page) => {
  await withHealth(page);
  await page.route('**/api/admin/kiosks', (route) => route.fulfill({ json: { kiosks: KIOSKS } }));
  await page.route('**/api/admin/kiosks/*/answers', (route) => route.fulfill({ json: { answers: ANSWERS } }));
};

const PAIRED_AS = '11111111-1111-4111-8111-111111111111';
const OWN = {
  name: 'Main door',
  place: 'Hall, left of the office',
  institution: 'Riverside College',
  direction: 'in',
  sound: false,
  exit: null,
  keeps_present: false,
  server_time: Date.parse('2026-11-13T08:02:00Z'),
};
const MARK = {
  answer_id: '44444444-4444-4444-8444-444444444441',
  name: 'Maximiliane S.',
  time: '08:02',
  direction: 'in',
  is_repeat: false,
  status: 'on_time',
};

/** A device that was paired; with faces its camera is missing here. */
const paired =
  (means: readonly string[], mark: object | null = MARK) =>
  async (page: Page) => {
    const language = await languageOf(page);
    await page.route('**/api/kiosk/pairings', (route) =>
      route.fulfill({ json: { code: 'K7QF2M9X', left_ms: 300_000 } }),
    );
    await page.route('**/api/kiosk/pairings/*', (route) =>
      route.fulfill({ json: { state: 'paired', kiosk_id: PAIRED_AS } }),
    );
    await page.route('**/api/kiosk', (route) => route.fulfill({ json: { ...OWN, means, language } }));
    await page.route('**/api/kiosk/pin', (route) =>
      route.fulfill({
        json: mark
          ? { outcome: 'marked', mark: { ...MARK, ...mark }, asked: null, reason: null }
          : { outcome: 'wrong_pin', mark: null, asked: null, reason: null },
      }),
    );
  };

/** Whoever was recognized is asked to turn. */
const asksToMove = async (page: Page) => {
  await paired(['face', 'pin'])(page);
  const movement = { movement_id: MARK.answer_id, step: 'turn_left', number: 1, of: 2 };
  await page.route('**/api/kiosk/pin', (route) =>
    route.fulfill({ json: { outcome: 'movement_asked', mark: null, asked: null, movement, reason: null } }),
  );
};

async function typePin(page: Page): Promise<void> {
  await page.locator('[data-kiosk] footer button').click();
  await page.locator('[data-kiosk-entry] input').fill('STU033');
  await page.keyboard.press('Enter');
  await page.keyboard.type('4711');
}

async function markByPin(page: Page): Promise<void> {
  await typePin(page);
  await page.keyboard.press('Enter');
  await page.locator('[data-kiosk-answer=marked]').waitFor();
  await stopTimers(page);
}

/** Kiosks in the settings, the PIN for them on the account page, and the screen of a kiosk itself. */
export const KIOSK_SCREENS: readonly Screen[] = [
  {
    name: 'kiosk-movement',
    path: '/kiosk',
    as: 'nobody',
    isState: true,
    isWordless: true,
    prepare: asksToMove,
    act: async (page) => {
      await typePin(page);
      await page.keyboard.press('Enter');
      await page.locator('[data-kiosk=moving] [data-movement]').first().waitFor();
      await stopTimers(page);
    },
  },
  { name: 'settings-kiosks-none', path: '/settings/kiosks', as: 'admin' },
  { name: 'settings-kiosks', path: '/settings/kiosks', as: 'admin', prepare: withKiosks },
  {
    name: 'settings-kiosks-add',
    path: '/settings/kiosks',
    as: 'admin',
    act: (page) => openDialog(page, 'Add kiosk'),
  },
  {
    name: 'settings-kiosks-pair',
    path: '/settings/kiosks',
    as: 'admin',
    prepare: withKiosks,
    act: (page) => openDialog(page, 'Pair device: Laboratory'),
  },
  {
    name: 'settings-kiosks-which',
    path: '/settings/kiosks?code=K7QF-2M9X',
    as: 'admin',
    isState: true,
    prepare: withKiosks,
  },
  {
    name: 'settings-kiosks-decisions',
    path: '/settings/kiosks',
    as: 'admin',
    prepare: withKiosks,
    act: async (page) => {
      await openDialog(page, 'Decisions of Main door');
      await page.getByText('Priya Nair').waitFor();
    },
  },
  {
    name: 'settings-kiosks-health',
    path: '/settings/kiosks',
    as: 'admin',
    prepare: withKiosks,
    act: async (page) => {
      await openDialog(page, 'Health of Main door');
      await page.locator('[data-kiosk-health]').waitFor();
    },
  },
  {
    name: 'settings-kiosks-revoke',
    path: '/settings/kiosks',
    as: 'admin',
    prepare: withKiosks,
    act: async (page) => {
      await page.getByRole('button', { name: 'More actions for Main door' }).click();
      await page.getByRole('menuitem', { name: 'Revoke device' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'account-pin-kiosks',
    path: '/account',
    as: 'user',
    prepare: (page) =>
      page.route('**/api/user/pin', (route) =>
        route.fulfill({ json: { changed_at: '2026-11-02T09:12:00Z' } }),
      ),
    act: async (page) => {
      await page.getByLabel('New PIN').fill('1234');
      await page.getByRole('button', { name: 'Change PIN' }).click();
      await page.getByText('This PIN is easy to guess', { exact: false }).waitFor();
    },
  },
  {
    name: 'kiosk-pairing',
    isWordless: true,
    path: '/kiosk',
    as: 'nobody',
    prepare: async (page) => {
      await page.route('**/api/kiosk/pairings', (route) =>
        route.fulfill({ json: { code: 'K7QF2M9X', left_ms: 300_000 } }),
      );
      await page.route('**/api/kiosk/pairings/*', (route) =>
        route.fulfill({ json: { state: 'waiting', kiosk_id: null } }),
      );
    },
    act: (page) => page.locator('[data-pairing-code]').waitFor(),
  },
  {
    name: 'kiosk-without-camera',
    isWordless: true,
    path: '/kiosk',
    as: 'nobody',
    isState: true,
    prepare: paired(['face', 'pin']),
    act: (page) => page.locator('[data-kiosk][data-camera=failed]').waitFor(),
  },
  {
    name: 'kiosk-pin',
    isWordless: true,
    path: '/kiosk',
    as: 'nobody',
    isState: true,
    prepare: paired(['pin']),
    act: typePin,
  },
  {
    name: 'kiosk-wrong-pin',
    isWordless: true,
    path: '/kiosk',
    as: 'nobody',
    isState: true,
    prepare: paired(['pin'], null),
    act: async (page) => {
      await typePin(page);
      await page.keyboard.press('Enter');
      await page.locator('[data-kiosk-entry] [role=alert]:not(:empty)').waitFor();
    },
  },
  {
    name: 'kiosk-marked',
    isWordless: true,
    path: '/kiosk',
    as: 'nobody',
    isState: true,
    prepare: paired(['pin']),
    act: markByPin,
  },
  {
    name: 'kiosk-late',
    isWordless: true,
    path: '/kiosk',
    as: 'nobody',
    isState: true,
    prepare: paired(['pin'], { status: 'late', name: 'Aylin K.', time: '09:14' }),
    act: markByPin,
  },
  {
    name: 'kiosk-out',
    isWordless: true,
    path: '/kiosk',
    as: 'nobody',
    isState: true,
    prepare: paired(['pin'], { status: null, direction: 'out', time: '15:31' }),
    act: markByPin,
  },
];
