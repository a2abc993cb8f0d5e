import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser, type Visitor, visit } from './open-browser.ts';
import { type RunningServer, startServer } from './start-server.ts';

export interface Stage {
  readonly server: RunningServer;
  readonly browser: Browser;
  /** A fresh visitor of this server. */
  readonly visit: (options?: BrowserContextOptions) => Promise<Visitor>;
}

/** One server and one browser for the journeys of a file, gone when they are done. */
export function openStage(): Stage {
  let server: RunningServer | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    server = await startServer();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.remove();
  });
  const opened = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The stage opens before the first journey, not earlier.');
    return part;
  };
  return {
    get server() {
      return opened(server);
    },
    get browser() {
      return opened(browser);
    },
    visit: (options) => visit(opened(browser), opened(server).url, options),
  };
}
