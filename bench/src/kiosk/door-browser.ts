import type { ChildProcess } from 'node:child_process';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { useDoorCamera } from './door-camera.ts';
import { startChromium } from './door-chromium.ts';

/** A tablet: Chromium with a profile of its own, which survives its death. */
export interface DoorBrowser {
  readonly page: Page;
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

/** Starts Chromium on a profile, with the camera of the bench. */
export async function openDoorBrowser(
  profile: string,
  origin: string,
  prepare: (context: BrowserContext) => Promise<void> = async () => undefined,
): Promise<DoorBrowser> {
  const started = await startChromium(profile, ['--remote-debugging-port=0'], ['ignore', 'ignore', 'pipe']);
  const browser = await chromium.connectOverCDP(await addressOf(started.child));
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no profile.');
  context.setDefaultTimeout(60_000);
  await context.grantPermissions(['camera'], { origin });
  await useDoorCamera(context);
  await prepare(context);
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    page,
    async kill() {
      await started.kill();
      await browser.close().catch(() => undefined);
    },
  };
}
