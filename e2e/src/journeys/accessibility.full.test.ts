import { describe, expect, it } from 'vitest';
import { fitsWidth, waitForStillness } from '../kit/browser/page-waits.ts';
import { CHECKED_SCREENS, setUpScreens, violationsOf } from '../kit/screens/axe.ts';

const screens = setUpScreens();

/** A tablet, a computer's window at 200 % zoom (1280 px), a phone, and the narrowest (WCAG 1.4.10). */
const WIDTHS = [820, 640, 390, 320];

describe('axe finds no violation in the dark theme, and the page fits phone and tablet widths, on', () => {
  it.each(CHECKED_SCREENS.map((screen) => [screen.name, screen] as const))('%s', async (_name, screen) => {
    await screens.open(screen, async (page) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
      await waitForStillness(page);
      // The same elements in other colours as in accessibility.test.ts: only rules about colour can differ.
      const dark = await violationsOf(page, ['color-contrast', 'link-in-text-block']);
      const tooWide: number[] = [];
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        if (!(await fitsWidth(page))) tooWide.push(width);
      }
      expect({ dark, tooWide }).toEqual({ dark: [], tooWide: [] });
    });
  });
});
