import type { Page } from 'playwright-core';

const codeOf = (char: string): string => (/\d/.test(char) ? `Digit${char}` : `Key${char.toUpperCase()}`);

/**
 * Types letters and digits and Enter, as many milliseconds apart as the test says. The browser is told the time of each
 * key: on a busy machine a reader would be as slow as a person, and a person as quick as a reader.
 */
export async function typeKeys(page: Page, text: string, everyMs: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const began = Date.now();
  const keys = [...[...text].map((key) => ({ key, code: codeOf(key) })), { key: 'Enter', code: 'Enter' }];
  for (const [at, key] of keys.entries()) {
    const timestamp = (began + at * everyMs) / 1_000;
    await browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key, timestamp });
    await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, timestamp });
  }
  await browser.detach();
}
