import type { Page } from 'playwright-core';
import { openDialog, type Screen } from './open-screen.ts';

const CLASS = '/admin?class=1&action=attendance';

/** A plain grey photo as base64; the replaced answer below says which faces it shows. */
const greyPhoto = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 1200;
    canvas.height = 800;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#9aa3ab';
    context.fillRect(0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });

const face = (column: number, row: number, answer: Record<string, unknown>) => ({
  box: { x: 110 + column * 270, y: 90 + row * 330, width: 170, height: 190 },
  person: null,
  candidates: [],
  reason: null,
  message: null,
  ...answer,
});

/** Answer of `identify`: one face of each outcome. */
const IDENTIFIED = {
  width: 1200,
  height: 800,
  seen_as: 'present',
  faces: [
    face(0, 0, { outcome: 'named', person: { user_id: 'STU001', name: 'Alex Morgan' } }),
    face(1, 0, { outcome: 'named', person: { user_id: 'STU004', name: 'Anna Kowalska' } }),
    face(2, 0, {
      outcome: 'unsure',
      candidates: [
        { user_id: 'STU007', name: 'Carlos Mendes' },
        { user_id: 'STU010', name: 'Daria Petrova' },
      ],
    }),
    face(3, 0, { outcome: 'unknown' }),
    face(0, 1, { outcome: 'unusable', reason: 'too_small' }),
  ],
  not_compared: [{ user_id: 'STU013', name: 'Ethan Brooks', reason: 'no_consent' }],
};

/** A class's attendance, and the forms of a class and its roster. */
export const CLASS_SCREENS: readonly Screen[] = [
  { name: 'admin-class', path: CLASS, as: 'admin' },
  {
    name: 'admin-class-seen',
    path: CLASS,
    as: 'admin',
    prepare: (page) => page.route('**/identify', (route) => route.fulfill({ json: IDENTIFIED })),
    act: async (page) => {
      const buffer = Buffer.from(await greyPhoto(page), 'base64');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'class.jpg', mimeType: 'image/jpeg', buffer });
      await page.getByText('5 faces found').waitFor();
    },
  },
  { name: 'admin-class-gone', path: '/admin?class=9999&action=attendance', as: 'admin', isState: true },
  {
    name: 'admin-class-add',
    path: '/classes',
    as: 'admin',
    act: (page) => openDialog(page, 'Add class'),
  },
  {
    name: 'admin-class-roster',
    path: '/classes',
    as: 'admin',
    act: async (page) => {
      await openDialog(page, 'Students of ');
      await page.getByText('Everyone', { exact: true }).click();
    },
  },
];
