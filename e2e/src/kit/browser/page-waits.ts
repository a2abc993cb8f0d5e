import type { Locator, Page } from 'playwright-core';

/** Waits until the page has loaded its data: no skeleton is left. (The event stream never ends, so no network idle.) */
export async function waitForData(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root'));
}

/** Waits until fonts are loaded and no animation runs, except endless ones such as a skeleton's. */
export async function waitForStillness(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
}

/** Returns whether the page fits the window's width; waits a while, because charts resize a frame later. */
export const fitsWidth = (page: Page): Promise<boolean> =>
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

/** Resolves once an element has been on the page, however briefly: polling would miss it. */
export const waitForElementOnce = (page: Page, selector: string): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector(wanted)) return;
          observer.disconnect();
          resolve();
        }).observe(document.body, { childList: true, subtree: true });
      }),
    selector,
  );

/** Resolves once these texts have been on the page one after the other, however briefly. */
export const waitForTextsInOrder = (page: Page, texts: readonly string[]): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        let next = 0;
        new MutationObserver((_, observer) => {
          while (next < wanted.length && document.body.textContent?.includes(wanted[next] ?? '')) next += 1;
          if (next < wanted.length) return;
          observer.disconnect();
          resolve();
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    [...texts],
  );

/** Advances the page's installed clock until an element is visible. */
export async function fastForwardUntil(page: Page, target: Locator): Promise<void> {
  while (!(await target.isVisible())) {
    await page.clock.fastForward(1_000);
    await page.waitForTimeout(50);
  }
}
