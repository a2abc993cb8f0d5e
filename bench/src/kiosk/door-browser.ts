import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { chromiumFlags } from '@rollcall/e2e/kit/browser/open-browser';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../shared/chromium.ts';
import { useDoorCamera } from './door-camera.ts';

const FLAGS = ['--headless=new', '--remote-debugging-port=0', '--autoplay-policy=no-user-gesture-required'];

/** A tablet: Chromium with a profile of its own, which survives its death. */
export interface DoorBrowser {
  readonly page: Page;
  readonly browser: Browser;
  /** Ends all its processes with SIGKILL, as a power cut would. */
  kill(): Promise<void>;
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
      const found = /DevTools listening on (ws:\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`Chromium did not start:\n${output}`)));
  });
}

/** Starts Chromium on a profile, as a process group of its own, so that it can be killed as a whole. */
export async function openDoorBrowser(
  profile: string,
  origin: string,
  prepare: (context: BrowserContext) => Promise<void> = async () => undefined,
): Promise<DoorBrowser> {
  const args = [...chromiumFlags(), ...FLAGS, `--user-data-dir=${profile}`, 'about:blank'];
  const child = spawn(await chromiumPath(), args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const ended = once(child, 'exit');
  const killGroup = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, 'SIGKILL');
  };
  // What the bench leaves behind when it fails would disturb the next measurement.
  process.once('exit', killGroup);
  const browser = await chromium.connectOverCDP(await addressOf(child));
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no profile.');
  context.setDefaultTimeout(60_000);
  await context.grantPermissions(['camera'], { origin });
  await useDoorCamera(context);
  await prepare(context);
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    page,
    browser,
    async kill() {
      killGroup();
      await ended;
      process.off('exit', killGroup);
      await browser.close().catch(() => undefined);
    },
  };
}

/** Resident memory of the largest renderer, which is the one with the kiosk in it, in MB. */
export async function rendererMemory(browser: Browser): Promise<number> {
  const client = await browser.newBrowserCDPSession();
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  await client.detach();
  const sizes = await Promise.all(
    processInfo
      .filter(({ type }) => type === 'renderer')
      .map(async ({ id }) => {
        const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
        return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
      }),
  );
  return Math.max(0, ...sizes);
}
