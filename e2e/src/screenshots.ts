import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setup as build } from './kit/build-once.ts';
import { openBrowser } from './kit/open-browser.ts';
import { clockAt, schoolDay } from './kit/school-day.ts';
import { SCREENS } from './kit/screens.ts';
import { showScreen } from './kit/show-screen.ts';
import { tokenFor } from './kit/sign-in.ts';
import { startServer } from './kit/start-server.ts';

const OUT = fileURLToPath(new URL('../../screenshots/', import.meta.url));
const WIDTHS = [390, 820, 1440];
const SCHEMES = ['light', 'dark'] as const;

/** Every screen in every width and theme: `npm run screenshots [-- part-of-a-name …]`. */
async function main(): Promise<void> {
  const parts = process.argv.slice(2);
  const isWanted = (name: string) => parts.length === 0 || parts.some((part) => name.includes(part));
  if (!process.env.E2E_URL) build();
  const time = schoolDay();
  const server = process.env.E2E_URL ? null : await startServer(clockAt(time));
  const url = process.env.E2E_URL ?? server?.url ?? '';
  const browser = await openBrowser();
  const accounts = { admin: await tokenFor(url, 'admin'), user: await tokenFor(url, 'user') };
  await mkdir(OUT, { recursive: true });
  let count = 0;
  for (const screen of SCREENS.filter(({ name }) => isWanted(name))) {
    for (const width of WIDTHS) {
      for (const colorScheme of SCHEMES) {
        const touch = width < 1000;
        const options = { colorScheme, viewport: { width, height: touch ? 844 : 900 }, hasTouch: touch };
        const { page, close } = await showScreen(browser, url, screen, accounts, { ...options, time });
        const isModal = (await page.getByRole('dialog').count()) > 0;
        await page.screenshot({
          path: join(OUT, `${screen.name}-${width}-${colorScheme}.png`),
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
  process.stdout.write(`${count} pictures in ${OUT}\n`);
}

await main();
