import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpServerAndBrowser } from '../kit/browser/journey-setup.ts';
import { waitForData, waitForStillness } from '../kit/browser/page-waits.ts';
import { signInDirectly } from '../kit/browser/sign-in.ts';

const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const LANDING_JS_MAX = 178_000;
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
  it(`needs at most ${LANDING_JS_MAX / 1000} kB of JavaScript`, async () => {
    const page = await readFile(`${DIST}index.html`, 'utf8');
    const catalogues = (await readdir(`${DIST}assets`)).filter((name) => /^catalogue-.*\.js$/.test(name));
    const listed = [...new Set([...page.matchAll(/assets\/([^"]+\.js)/g)].map((match) => match[1] ?? ''))];
    const sizeOf = async (name: string) => brotliCompressSync(await readFile(`${DIST}assets/${name}`)).length;
    const texts = Math.max(...(await Promise.all(catalogues.map(sizeOf))));
    const bytes = (await Promise.all(listed.map(sizeOf))).reduce((sum, size) => sum + size, texts);
    process.stdout.write(`Landing page: ${(bytes / 1000).toFixed(1)} kB of JavaScript, brotli\n`);
    expect(bytes).toBeLessThanOrEqual(LANDING_JS_MAX);
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
