import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpServerAndBrowser } from '../kit/browser/journey-setup.ts';
import { signInAsStudent, signInDirectly } from '../kit/browser/sign-in.ts';
import { createApiClient } from '../kit/server/call-api.ts';

const setup = setUpServerAndBrowser();

describe('a student', () => {
  it('sees own figures, likes and bookmarks a notice', async () => {
    const { page, problems, close } = await setup.visit();
    await signInAsStudent(page);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const call = createApiClient({ url: setup.server.url, page }, token);
    const mine = await call<{ attended_days: number }>('GET', '/user/my-attendance');
    await page.getByText(String(mine.attended_days), { exact: true }).first().waitFor();

    await page.getByRole('tab', { name: 'Notices' }).click();
    const card = page.locator('article', { hasText: 'Fire drill' });
    await card.getByRole('button', { name: 'Like, 0 likes' }).click();
    await card.getByRole('button', { name: 'Remove like, 1 like' }).waitFor();
    await card.getByRole('button', { name: 'Bookmark' }).click();
    await card.getByRole('button', { name: 'Remove bookmark' }).waitFor();
    await card.getByRole('button', { name: 'Read More' }).click();
    await page.reload();
    await card.getByRole('button', { name: 'Remove like, 1 like' }).waitFor();

    await page.getByRole('tab', { name: 'Profile' }).click();
    await page.getByText('STU001').waitFor();
    expect(page.url()).toContain('tab=profile');
    expect(problems).toEqual([]);
    await close();
  });

  it('swipes the week by more than 50 px on a phone', async () => {
    const { page, close } = await setup.visit({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await signInDirectly(page, setup.server.url, 'user');
    await page.goto('/dashboard');
    await expect.poll(() => weekdaysInView(page)).toEqual(['Monday']);
    const card = page.locator('[aria-roledescription=carousel] article').first();
    await card.scrollIntoViewIfNeeded();
    const { x, y } = await centreOf(card);
    const touchscreen = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      touchscreen.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: at === undefined ? [] : [{ x: at, y }],
      });
    /** Slowly, and at rest before the finger leaves: a flick would turn the page at any length. */
    const swipe = async (distance: number) => {
      await touch('touchStart', x);
      for (let step = 1; step <= 10; step++) {
        await touch('touchMove', x + (distance * step) / 10);
        await page.waitForTimeout(30);
      }
      await page.waitForTimeout(200);
      await touch('touchEnd');
      await page.waitForTimeout(500);
    };
    await swipe(-40);
    await expect.poll(() => weekdaysInView(page)).toEqual(['Monday']);
    await swipe(-60);
    await expect.poll(() => weekdaysInView(page)).toEqual(['Tuesday']);
    await page
      .getByRole('button', { name: 'Show page 2 of 7' })
      .and(page.locator('[aria-current=true]'))
      .waitFor();
    await close();
  });

  it('plays the week automatically every 3 s, and pauses it', async () => {
    const { page, close } = await setup.visit({
      reducedMotion: 'no-preference',
      viewport: { width: 700, height: 900 },
    });
    await signInDirectly(page, setup.server.url, 'user');
    await page.clock.install();
    await page.goto('/dashboard');
    const week = page.locator('[aria-roledescription=carousel]');
    await expect.poll(() => weekdaysInView(page)).toEqual(['Monday', 'Tuesday']);
    await page.clock.fastForward(3_000);
    await expect.poll(() => weekdaysInView(page)).toEqual(['Wednesday', 'Thursday']);
    await week.getByRole('button', { name: 'Pause' }).click();
    await week.getByRole('button', { name: 'Play' }).waitFor();
    await close();
  });
});

/** Names of the weekday cards whose title is in the visible part of the carousel. */
const weekdaysInView = (page: Page) =>
  page.locator('[aria-roledescription=carousel]').evaluateAll(([week]) => {
    const box = week?.getBoundingClientRect();
    return [...(week?.querySelectorAll('h3') ?? [])]
      .filter((title) => {
        const { left } = title.getBoundingClientRect();
        return box !== undefined && left >= box.left && left < box.right;
      })
      .map(({ textContent }) => textContent);
  });

async function centreOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
