import type { Page } from 'playwright-core';

/** The event stream never ends, so "no traffic" never comes; the skeletons say when the data is here. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root'), undefined, {
    timeout: 15_000,
  });
}

/** How far the page reaches beyond its window, sideways. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
