import type { Page } from 'playwright-core';

/** The event stream never ends, so "no traffic" never comes; the skeletons say when the data is here. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root'));
}

/** A chart follows its window a frame later, so a page may take a moment until it is no wider than it. */
export const fitsSideways = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      undefined,
      { timeout: 5_000 },
    )
    .then(
      () => true,
      () => false,
    );
