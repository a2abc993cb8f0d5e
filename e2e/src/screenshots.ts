import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { openBrowser } from './kit/browser/open-browser.ts';
import { waitForStillness } from './kit/browser/page-waits.ts';
import { type Accounts, openAccounts, type Screen, showScreen } from './kit/screens/open-screen.ts';
import { SCREENS } from './kit/screens/screens.ts';
import { buildServer } from './kit/server/global-setup.ts';
import { clockAt, schoolDay, startServer } from './kit/server/start-server.ts';

const OUT = fileURLToPath(new URL('../../screenshots/', import.meta.url));
/** A touch screen, turned and not, and a computer. One page is resized within its kind: loading takes most of the time. */
const DEVICES = [
  { hasTouch: true, widths: [820, 390] },
  { hasTouch: false, widths: [1440] },
];
const SCHEMES = ['light', 'dark'] as const;

interface Visit {
  readonly browser: Browser;
  readonly url: string;
  readonly accounts: Accounts;
  readonly locale: string;
  readonly time: Date;
}

async function takePictures({ browser, url, accounts, ...visit }: Visit, screen: Screen): Promise<void> {
  const suffix = visit.locale === 'en' ? '' : `-${visit.locale}`;
  for (const { hasTouch, widths } of DEVICES) {
    const height = hasTouch ? 844 : 900;
    const viewport = { width: widths[0] ?? 0, height };
    const visitor = await showScreen(browser, url, screen, accounts, { ...visit, viewport, hasTouch });
    const { page } = visitor;
    // Pictures are drawn when they come near, or when somebody may be about to print.
    await page.keyboard.press('Control');
    const isModal = (await page.getByRole('dialog').count()) > 0;
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
        await waitForStillness(page);
        const path = join(OUT, `${screen.name}-${width}-${colorScheme}${suffix}.png`);
        await page.screenshot({ path, fullPage: !isModal });
      }
    }
    await visitor.close();
  }
}

/**
 * Takes screenshots of every screen, width and theme: `npm run screenshots [-- --language=ar part-of-a-name …]`. In another
 * language than English, screens that are reached by pressing something with an English name are left out.
 */
async function main(): Promise<void> {
  const isOption = (argument: string) => argument.startsWith('--language=');
  const parts = process.argv.slice(2).filter((argument) => !isOption(argument));
  const locale = process.argv.find(isOption)?.split('=')[1] ?? 'en';
  const isWanted = (name: string) => parts.length === 0 || parts.some((part) => name.includes(part));
  if (!process.env.E2E_URL) buildServer();
  const time = schoolDay();
  const server = process.env.E2E_URL ? null : await startServer(clockAt(time));
  const url = process.env.E2E_URL ?? server?.url ?? '';
  const browser = await openBrowser();
  const visit = { browser, url, accounts: await openAccounts(url), locale, time };
  await mkdir(OUT, { recursive: true });
  for (const screen of SCREENS.filter(
    ({ name, act, isWordless }) => isWanted(name) && (locale === 'en' || !act || isWordless),
  )) {
    try {
      await takePictures(visit, screen);
      process.stdout.write(`${screen.name}\n`);
    } catch (cause) {
      // The others are taken all the same.
      process.exitCode = 1;
      process.stderr.write(`${screen.name}: ${String(cause)}\n`);
    }
  }
  await browser.close();
  await server?.remove();
}

await main();
