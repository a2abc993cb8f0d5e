import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { type RunningServer, startServer } from '../server/start-server.ts';
import { openBrowser, type Visitor, visit } from './open-browser.ts';

export interface JourneySetup {
  readonly server: RunningServer;
  readonly browser: Browser;
  /** Opens a page for a new visitor of this server. */
  readonly visit: (options?: BrowserContextOptions) => Promise<Visitor>;
}

/** Starts one server (a copy of the demo school) and one browser before a file's journeys, and ends both after them. */
export function setUpServerAndBrowser(): JourneySetup {
  let server: RunningServer | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    // Assigned one by one: if one fails to start, the other is still closed.
    await Promise.all([
      startServer({ copyOf: inject('schoolFolder') }).then((started) => {
        server = started;
      }),
      openBrowser().then((opened) => {
        browser = opened;
      }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.remove();
  });
  const ready = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('Server and browser are only available inside a test.');
    return part;
  };
  return {
    get server() {
      return ready(server);
    },
    get browser() {
      return ready(browser);
    },
    visit: (options) => visit(ready(browser), ready(server).url, options),
  };
}
