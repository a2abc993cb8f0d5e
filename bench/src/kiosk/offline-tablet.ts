import { typeKeys } from '@rollcall/e2e/kit/browser/type-keys';
import type { BrowserContext, Page } from 'playwright-core';
import { showAtDoor } from './door-camera.ts';

/** What happens to a tablet in this bench. Read by the page when it is loaded. */
export interface TabletFate {
  /** How far its clock is wrong. */
  clockShiftMs: number;
  /** So many calls of the queue lose their answer on the way back, from the one with this number on. */
  readonly losesEvery: number;
}

/** Runs in the page: a clock that somebody can set, and a network that takes entries and loses the answer. */
function installFate({ clockShiftMs, losesEvery }: TabletFate): void {
  const fate = { clockShiftMs };
  Object.assign(window, { fate });
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...args: [] | [number]) {
      super(args.length === 0 ? RealDate.now() + fate.clockShiftMs : args[0]);
    }
    static override now() {
      return RealDate.now() + fate.clockShiftMs;
    }
  } as DateConstructor;

  const send = window.fetch.bind(window);
  let calls = 0;
  window.fetch = async (input, init) => {
    const response = await send(input, init);
    const address = input instanceof Request ? input.url : String(input);
    if (!address.endsWith('/api/kiosk/queue') || !response.ok) return response;
    calls += 1;
    if (calls % losesEvery === 0) throw new TypeError('The answer was lost.');
    return response;
  };
}

export const installTabletFate = (context: BrowserContext, fate: TabletFate): Promise<unknown> =>
  context.addInitScript(installFate, fate);

/** Somebody sets the clock of the tablet. */
export const setTabletClock = (page: Page, shiftMs: number): Promise<void> =>
  page.evaluate((ms) => {
    (window as unknown as { fate: { clockShiftMs: number } }).fate.clockShiftMs = ms; // set above
  }, shiftMs);

const recorded = (page: Page) => page.locator('[data-kiosk=recorded]').waitFor();
const watching = (page: Page) => page.locator('[data-kiosk=watching]').waitFor();

/**
 * Types number and PIN up to the last key. The button is reached as with a keyboard, while the answer to the person
 * before is still shown: nobody in a queue waits until it is gone.
 */
async function typePin(page: Page, code: string, pin: string): Promise<void> {
  await page.getByRole('button', { name: 'Use PIN', includeHidden: true }).dispatchEvent('click');
  await page.getByRole('textbox', { name: 'Your number' }).fill(code);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your PIN' }).waitFor();
  await page.keyboard.type(pin);
}

/** What a person shows, and when it is written down. `began` is called with the last key or picture. */
export const showings = {
  async pin(page: Page, { code, pin }: { readonly code: string; readonly pin: string }, began: () => void) {
    await typePin(page, code, pin);
    began();
    await page.keyboard.press('Enter');
    await recorded(page);
  },

  async card(page: Page, number: string, began: () => void) {
    await watching(page);
    began();
    await typeKeys(page, number, 8);
    await recorded(page);
  },

  async face(page: Page, jpeg: string, began: () => void) {
    await watching(page);
    began();
    await showAtDoor(page, jpeg);
    try {
      await recorded(page);
    } finally {
      await showAtDoor(page, null).catch(() => undefined);
    }
  },
};
