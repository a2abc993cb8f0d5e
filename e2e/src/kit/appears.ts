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
