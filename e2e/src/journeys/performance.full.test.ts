import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpServerAndBrowser } from '../kit/browser/journey-setup.ts';
import { waitForData, waitForStillness } from '../kit/browser/page-waits.ts';
import { signInDirectly } from '../kit/browser/sign-in.ts';

const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const LANDING_JS_MAX = 166_000;
/** The document, two scripts and the one before the first paint, the font, icon and manifest, and the settings. */
const UNTOUCHED_REQUESTS_MAX = 9;
const SHIFT_MAX = 0.02;

const setup = setUpServerAndBrowser();

/** Sums up the page's layout shifts from its start. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { total: 0 };
    Object.assign(globalThis, { layoutShift: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
          seen.total += Number(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shiftOf = (page: Page) =>
  page.evaluate(() => {
    const seen: unknown = Reflect.get(globalThis, 'layoutShift');
    return typeof seen === 'object' && seen !== null && 'total' in seen ? Number(seen.total) : -1;
  });

describe('the first page', () => {
  it(`needs at most ${LANDING_JS_MAX / 1000} kB of JavaScript, the app included`, async () => {
    const pages: Record<string, { js: string[] }> = JSON.parse(
      await readFile(`${DIST}.vite/visitor-pages.json`, 'utf8'),
    );
    const sizeOf = async (file: string) => brotliCompressSync(await readFile(`${DIST}${file}`)).length;
    const sizes = await Promise.all((pages['/']?.js ?? []).map(sizeOf));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    process.stdout.write(`Landing page: ${(bytes / 1000).toFixed(1)} kB of JavaScript, brotli\n`);
    expect(sizes.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(LANDING_JS_MAX);
  });

  it.each([
    ['/', 'The register that fills itself in.'],
    ['/faq', 'Frequently asked questions'],
    ['/login', 'Welcome back'],
  ])('%s is in its document, and shown while the server does not answer', async (path, heading) => {
    const document = await (await fetch(`${setup.server.url}${path}`)).text();
    expect(document).toContain(`>${heading}</h1>`);
    const { page, close } = await setup.visit({});
    await page.route('**/api/settings/public', () => new Promise(() => undefined));
    await page.goto(path);
    await page.getByRole('heading', { name: heading }).waitFor();
    await close();
  });

  it(`of a demo asks for at most ${UNTOUCHED_REQUESTS_MAX} files until somebody touches it`, async () => {
    const { page, close } = await setup.visit({});
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const settings = page.waitForResponse('**/api/settings/public');
    await page.goto('/');
    await settings;
    await waitForStillness(page);
    expect(asked.length).toBeLessThanOrEqual(UNTOUCHED_REQUESTS_MAX);
    // The app starts with the first touch, and does what was clicked meanwhile.
    await page.getByRole('button', { name: 'Appearance and language' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('button', { name: 'Darstellung und Sprache' }).waitFor();
    // The server now sends the page in the language that was chosen.
    await page.reload({ waitUntil: 'commit' });
    await page.locator('html[lang="de"][data-page="/"]:not([data-wait])').waitFor();
    await close();
  });

  it.each([
    ['/', 'nobody', 390],
    ['/', 'nobody', 1280],
    ['/login', 'nobody', 1280],
    ['/dashboard', 'user', 390],
    ['/dashboard', 'user', 1280],
    ['/dashboard', 'admin', 1280],
  ] as const)('%s as %s at %i px has next to no layout shift', async (path, who, width) => {
    const { page, close } = await setup.visit({ viewport: { width, height: 844 } });
    if (who !== 'nobody') await signInDirectly(page, setup.server.url, who);
    await recordShifts(page);
    await page.goto(path);
    await waitForData(page);
    await waitForStillness(page);
    const shift = await shiftOf(page);
    process.stdout.write(`Layout shift of ${path} (${who}, ${width} px): ${shift.toFixed(4)}\n`);
    await close();
    expect(shift).toBeLessThan(SHIFT_MAX);
  });
});
