import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/** CHROME_PATH, an installed Chromium or Chrome, Playwright's own; null when there is none. */
export async function findChromium(): Promise<string | null> {
  const installed = ['/usr/bin', '/usr/local/bin', '/snap/bin'].flatMap((folder) =>
    NAMES.map((name) => join(folder, name)),
  );
  const candidates = [
    process.env.CHROME_PATH ?? '',
    ...installed,
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ];
  for (const path of candidates) if (path && (await isExecutable(path))) return path;
  return null;
}
