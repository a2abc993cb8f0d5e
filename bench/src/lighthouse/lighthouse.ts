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

/** `npm run bench:lighthouse`: mobile and desktop audits of home, login and a student's dashboard on the built server. */
const PAGES = [
  { name: 'home', path: '/' },
  { name: 'login', path: '/login' },
  { name: 'dashboard', path: '/dashboard' },
] as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const FLAGS = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

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

const score = (report: Result, category: string) =>
  Math.round((report.categories[category]?.score ?? Number.NaN) * 100);

/** Audits of these categories without full marks, with Lighthouse's explanation. */
const heldBackBy = (report: Result) =>
  CATEGORIES.flatMap((category) => report.categories[category]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => report.audits[id])
    .filter((audit) => audit?.errorMessage || (audit && audit.score !== null && audit.score < 0.995))
    .map((audit) => [audit?.title, audit?.errorMessage ?? audit?.displayValue].filter(Boolean).join(': '));

buildServer();
const { url: address, remove } = await startServer();
const profile = await mkdtemp(join(tmpdir(), 'rollcall-lighthouse-'));
const port = await freePort();
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: await chromiumPath(),
  args: [...FLAGS, ...sandbox, `--remote-debugging-port=${port}`],
});
try {
  const load = loadavg()[0]?.toFixed(1);
  const results: Record<string, unknown> = {};
  for (const { name, path } of PAGES) {
    if (name === 'dashboard') await signIn(await browser.newPage(), address);
    for (const form of ['mobile', 'desktop'] as const) {
      const run = await lighthouse(`${address}${path}`, {
        port,
        disableStorageReset: true,
        onlyCategories: [...CATEGORIES],
        formFactor: form,
        ...(form === 'desktop'
          ? {
              screenEmulation: {
                mobile: false,
                width: 1350,
                height: 940,
                deviceScaleFactor: 1,
                disabled: false,
              },
              throttlingMethod: 'provided' as const,
            }
          : {}),
      });
      if (!run) throw new Error(`Lighthouse gave no result for ${path}.`);
      const scores = CATEGORIES.map((category) => [category, score(run.lhr, category)]);
      results[`${name} (${form})`] = { ...Object.fromEntries(scores), held_back_by: heldBackBy(run.lhr) };
    }
  }
  await saveResult('lighthouse', {
    what: 'Lighthouse on the built server. mobile: a slow phone on slow 4G, simulated; desktop: this machine as it is',
    load_average_before: Number(load),
    results,
  });
} finally {
  await browser.close();
  await remove();
  await rm(profile, { recursive: true, force: true });
}
