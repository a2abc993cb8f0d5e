import { describe, expect, it } from 'vitest';
import { callApi } from '../kit/call-api.ts';
import { arriveSignedIn, signInAsStudent } from '../kit/sign-in.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();

describe('a student', () => {
  it('sees own figures and marks a notice', async () => {
    const { page, problems, close } = await stage.visit();
    await signInAsStudent(page);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const mine = await callApi<{ attended_days: number }>(page, stage.server.url, {
      method: 'GET',
      path: '/user/my-attendance',
      token,
    });
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
    const { page, close } = await stage.visit({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await arriveSignedIn(page, stage.server.url, 'user');
    await page.goto('/dashboard');
    const week = page.locator('[aria-roledescription=carousel]');
    await week.getByRole('heading', { name: 'Monday' }).waitFor();
    const swipe = (distance: number) =>
      week.locator('article').evaluate((card, by) => {
        const touch = (x: number) => new Touch({ identifier: 1, target: card, clientX: x, clientY: 100 });
        card.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [touch(200)] }));
        card.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [touch(200 + by)] }));
      }, distance);
    await swipe(-40);
    await week.getByRole('heading', { name: 'Monday' }).waitFor();
    await swipe(-60);
    await week.getByRole('heading', { name: 'Tuesday' }).waitFor();
    await close();
  });

  it('lets the week play by itself every 3 s, and pause', async () => {
    const { page, close } = await stage.visit({ reducedMotion: 'no-preference' });
    await arriveSignedIn(page, stage.server.url, 'user');
    await page.clock.install();
    await page.goto('/dashboard');
    const week = page.locator('[aria-roledescription=carousel]');
    await week.getByRole('heading', { name: 'Monday' }).waitFor();
    await page.clock.fastForward(3_000);
    await week.getByRole('heading', { name: 'Thursday' }).waitFor();
    await week.getByRole('button', { name: 'Pause' }).click();
    await week.getByRole('button', { name: 'Play' }).waitFor();
    await close();
  });
});
