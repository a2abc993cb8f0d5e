import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from '@rollcall/e2e/kit/server/global-setup';
import { startServer } from '@rollcall/e2e/kit/server/start-server';
import lighthouse, { type Result } from 'lighthouse';
import { chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../shared/chromium.ts';
import { saveResult } from '../shared/results.ts';
import { CATEGORIES, figuresOf, medianRun } from './page-figures.ts';

/**
 * `npm run bench:lighthouse`: mobile and desktop audits of the built server. `E2E_SERVER_MAIN=… npm run bench:lighthouse
 * -- --before` measures an older build into a file of its own, `--only=home` one page, `--runs=1` once.
 */
const PAGES = [
  { name: 'home', path: '/', isCached: false },
  { name: 'faq', path: '/faq', isCached: false },
  { name: 'login', path: '/login', isCached: false },
  { name: 'dashboard, nothing cached', path: '/dashboard', isCached: false },
  // Whoever has a session has loaded the app before, to sign in.
  { name: 'dashboard', path: '/dashboard', isCached: true },
] as const;
const FLAGS = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

const option = (name: string) =>
  process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const RUNS = Number(option('runs') ?? 3);
const only = option('only');
const name = process.argv.includes('--before') ? 'lighthouse-before' : 'lighthouse';

const freePort = () =>
  new Promise<number>((done, fail) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? done(address.port) : fail(new Error('no port')),
      );
    });
  });

/** Stores a session in the browser profile, where the tabs that Lighthouse opens find it. */
async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.evaluate(async () => {
    const response = await fetch('/api/user/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'student', password: 'student123' }),
    });
    const answer = await response.json();
    const storage: { setItem(key: string, value: string): void } = Reflect.get(globalThis, 'localStorage');
    storage.setItem('token', answer.access_token);
    storage.setItem('userRole', 'user');
    storage.setItem('currentUser', JSON.stringify(answer.user));
  });
}

const DESKTOP = {
  screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false },
  throttlingMethod: 'provided' as const,
};

buildServer();
const { url: address, remove } = await startServer();
const profile = await mkdtemp(join(tmpdir(), 'rollcall-lighthouse-'));
const port = await freePort();
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: await chromiumPath(),
  args: [...FLAGS, ...sandbox, `--remote-debugging-port=${port}`],
});

/** Without `isCached` Lighthouse empties the browser's caches first; the session stays. */
async function audit(
  path: string,
  form: 'mobile' | 'desktop',
  isCached: boolean,
  tries = 3,
): Promise<Result> {
  const run = await lighthouse(`${address}${path}`, {
    port,
    disableStorageReset: isCached,
    onlyCategories: [...CATEGORIES],
    formFactor: form,
    ...(form === 'desktop' ? DESKTOP : {}),
  });
  if (!run) throw new Error(`Lighthouse gave no result for ${path}.`);
  const { runtimeError } = run.lhr;
  // Now and then the recording of the page load is lost; Lighthouse asks to run again.
  if (runtimeError && tries > 1) return audit(path, form, isCached, tries - 1);
  if (runtimeError) throw new Error(`${path}: ${runtimeError.code} ${runtimeError.message}`);
  return run.lhr;
}

try {
  const load = loadavg()[0]?.toFixed(1);
  const results: Record<string, unknown> = {};
  let isSignedIn = false;
  for (const page of PAGES.filter((each) => only === undefined || each.name === only)) {
    if (page.path === '/dashboard' && !isSignedIn) await signIn(await browser.newPage(), address);
    isSignedIn ||= page.path === '/dashboard';
    for (const form of ['mobile', 'desktop'] as const) {
      // The visit before, which fills the caches.
      if (page.isCached) await audit(page.path, form, true);
      const runs: Result[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await audit(page.path, form, page.isCached));
      results[`${page.name} (${form})`] = figuresOf(medianRun(runs));
    }
  }
  const saved = {
    what: `Lighthouse on the built server, the median of ${RUNS} runs. mobile: a slow phone on slow 4G, simulated; desktop: this machine as it is. Caches are empty, except for the signed-in "dashboard"`,
    load_average_before: Number(load),
    results,
  };
  if (only === undefined) await saveResult(name, saved);
  else process.stdout.write(`${JSON.stringify(saved, null, 2)}\n`);
} finally {
  await browser.close();
  await remove();
  await rm(profile, { recursive: true, force: true });
}
