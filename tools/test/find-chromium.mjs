// Finds a Chromium for the browser journeys, or installs one where that is possible.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function installed(names) {
  const { CHROME_PATH, PATH = '' } = process.env;
  if (CHROME_PATH) return existsSync(CHROME_PATH) ? CHROME_PATH : null;
  const onPath = PATH.split(':').flatMap((folder) => names.map((name) => `${folder}/${name}`));
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return [...onPath, mac].find((path) => existsSync(path)) ?? null;
}

async function playwrightChromium() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

/** CHROME_PATH, an installed Chromium or Chrome, Playwright's own; null when there is none. */
export const installedChromium = async () => installed(NAMES) ?? (await playwrightChromium());

/**
 * The headless shell if installed, else Chromium: the same browser without windows, which starts in half the time
 * but has no camera.
 */
export const installedShell = async () =>
  installed(['chromium-headless-shell']) ?? (await installedChromium());

/** Returns `{path}`, or `{reason}` as one line. */
export async function findChromium() {
  const found = await installedChromium();
  if (found) return { path: found };
  if (process.env.CHROME_PATH)
    return { reason: `CHROME_PATH is ${process.env.CHROME_PATH}, and nothing is there` };
  process.stdout.write('No Chromium found; trying to fetch one for the browser journeys…\n');
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    spawnSync('sh', ['-c', 'apt-get update -q && apt-get install -y -q chromium'], { stdio: 'ignore' });
    const path = installed(NAMES);
    if (path) return { path };
  }
  spawnSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 300_000,
  });
  const path = await playwrightChromium();
  return path ? { path } : { reason: 'no Chromium is installed and none could be fetched; set CHROME_PATH' };
}
