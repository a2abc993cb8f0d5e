import type { Page } from 'playwright-core';

/** Fulfilled once something has been on the page, however short: looking now and then would miss it. */
export const appears = (page: Page, selector: string): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((seen) => {
        new MutationObserver(() => {
          if (document.querySelector(wanted)) seen();
        }).observe(document.body, { childList: true, subtree: true });
      }),
    selector,
  );

/** Fulfilled once these words have stood on the page, one after the other, each however short. */
export const passes = (page: Page, words: readonly string[]): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((seen) => {
        let next = 0;
        new MutationObserver((_, observer) => {
          while (next < wanted.length && document.body.textContent?.includes(wanted[next] ?? '')) next += 1;
          if (next < wanted.length) return;
          observer.disconnect();
          seen();
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    [...words],
  );
