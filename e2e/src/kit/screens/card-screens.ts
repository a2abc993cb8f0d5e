import type { Page } from 'playwright-core';
import { openDialog, type Screen } from './open-screen.ts';

const at = (day: string) => `2026-${day}:00Z`;
const CARDS = {
  cards: [
    {
      id: '55555555-5555-4555-8555-555555555551',
      kind: 'printed',
      ending: '7F3K',
      issued_at: at('11-02T09:12'),
      revoked_at: null,
      last_used_at: at('11-13T08:01'),
    },
    {
      id: '55555555-5555-4555-8555-555555555552',
      kind: 'number',
      ending: '2280',
      issued_at: at('11-09T13:40'),
      revoked_at: null,
      last_used_at: null,
    },
    {
      id: '55555555-5555-4555-8555-555555555553',
      kind: 'printed',
      ending: 'QM9X',
      issued_at: at('09-01T07:30'),
      revoked_at: at('11-02T09:12'),
      last_used_at: at('10-29T08:03'),
    },
  ],
  phones: [
    {
      id: '0123456789ABCDEF',
      device: 'Chrome on Android',
      enrolled_at: at('10-05T18:22'),
      last_used_at: at('11-12T15:31'),
    },
  ],
};

const withCards = (page: Page) =>
  page.route('**/api/admin/users/*/cards', (route) => route.fulfill({ json: CARDS }));

/** A phone that was added; its key is of no use anywhere. */
const withPhone = (page: Page) =>
  page.route('**/api/user/phones', (route) =>
    route.fulfill({
      json:
        route.request().method() === 'POST'
          ? {
              phone_id: '0123456789ABCDEF',
              key: 'A'.repeat(43),
              name: 'Maximiliane Schneider-Oberhausen',
              server_time: Date.parse(at('11-13T08:02')),
            }
          : { phones: CARDS.phones, server_time: Date.parse(at('11-13T08:02')) },
    }),
  );

/** Cards and phones in a profile, before they are printed, and the code on a phone. */
export const CARD_SCREENS: readonly Screen[] = [
  {
    name: 'profile-cards',
    isWordless: true,
    path: '/profile/STU001',
    as: 'admin',
    isState: true,
    prepare: withCards,
    act: (page) => page.locator('[data-revoked=true]').scrollIntoViewIfNeeded(),
  },
  {
    name: 'profile-assign-card',
    path: '/profile/STU001',
    as: 'admin',
    prepare: withCards,
    act: (page) => openDialog(page, 'Assign card'),
  },
  {
    name: 'profile-print-cards',
    path: '/profile/STU001',
    as: 'admin',
    isState: true,
    prepare: withCards,
    act: (page) => openDialog(page, 'Print cards'),
  },
  {
    name: 'my-code-new',
    isWordless: true,
    path: '/my-code',
    as: 'user',
    act: (page) => page.getByRole('button').last().waitFor(),
  },
  {
    name: 'my-code',
    isWordless: true,
    path: '/my-code',
    as: 'user',
    isState: true,
    prepare: withPhone,
    act: async (page) => {
      await page.locator('#content button').click();
      await page.locator('[data-code-step] svg').waitFor();
    },
  },
];
