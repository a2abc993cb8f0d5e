import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser } from './kit/browser/open-browser.ts';
import { openAccounts, showScreen } from './kit/screens/open-screen.ts';
import { SCREENS } from './kit/screens/screens.ts';
import { buildServer } from './kit/server/global-setup.ts';
import { clockAt, schoolDay, startServer } from './kit/server/start-server.ts';

const OUT = fileURLToPath(new URL('../../screenshots/', import.meta.url));
const WIDTHS = [390, 820, 1440];
const SCHEMES = ['light', 'dark'] as const;

/**
 * Takes screenshots of every screen, width and theme: `npm run screenshots [-- --language=ar part-of-a-name …]`. In another
 * language than English, screens that are reached by pressing something are left out: what is pressed has an English name.
 */
async function main(): Promise<void> {
  const isOption = (argument: string) => argument.startsWith('--language=');
  const parts = process.argv.slice(2).filter((argument) => !isOption(argument));
  const locale = process.argv.find(isOption)?.split('=')[1] ?? 'en';
  const suffix = locale === 'en' ? '' : `-${locale}`;
  const isWanted = (name: string) => parts.length === 0 || parts.some((part) => name.includes(part));
  if (!process.env.E2E_URL) buildServer();
  const time = schoolDay();
  const server = process.env.E2E_URL ? null : await startServer(clockAt(time));
  const url = process.env.E2E_URL ?? server?.url ?? '';
  const browser = await openBrowser();
  const accounts = await openAccounts(url);
  await mkdir(OUT, { recursive: true });
  let count = 0;
  for (const screen of SCREENS.filter(({ name, act }) => isWanted(name) && (locale === 'en' || !act))) {
    for (const width of WIDTHS) {
      for (const colorScheme of SCHEMES) {
        const touch = width < 1000;
        const options = {
          locale,
          colorScheme,
          viewport: { width, height: touch ? 844 : 900 },
          hasTouch: touch,
        };
        const { page, close } = await showScreen(browser, url, screen, accounts, { ...options, time });
        const isModal = (await page.getByRole('dialog').count()) > 0;
        await page.screenshot({
          path: join(OUT, `${screen.name}-${width}-${colorScheme}${suffix}.png`),
          fullPage: !isModal,
        });
        await close();
        count += 1;
      }
    }
    process.stdout.write(`${screen.name}\n`);
  }
  await browser.close();
  await server?.remove();
  process.stdout.write(`${count} screenshots in ${OUT}\n`);
}

await main();
