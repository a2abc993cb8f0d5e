import { describe, expect, it } from 'vitest';
import { CHECKED_SCREENS, setUpScreens, violationsOf } from '../kit/screens/axe.ts';

const screens = setUpScreens();

describe('axe finds no violation on', () => {
  it.each(CHECKED_SCREENS.map((screen) => [screen.name, screen] as const))('%s', async (_name, screen) => {
    await screens.open(screen, async (page) => {
      expect(await violationsOf(page)).toEqual([]);
    });
  });
});
