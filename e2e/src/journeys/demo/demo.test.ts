import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpServerAndBrowser } from '../../kit/browser/journey-setup.ts';
import { type Visitor, visitInNewContext } from '../../kit/browser/open-browser.ts';
import { waitForData } from '../../kit/browser/page-waits.ts';
import { onDemo } from '../../kit/server/host.ts';
import { type RunningServer, startDemo } from '../../kit/server/start-server.ts';

/** What only the demo does: the product and its data in the visitor's browser. */
describe.runIf(onDemo)('the demo in a browser', () => {
  const setup = setUpServerAndBrowser();

  /** A new browser, and the demo below a path, as most static hosts serve it. */
  describe('on a first visit', () => {
    let demo: RunningServer;
    let visitor: Visitor;
    beforeAll(async () => {
      demo = await startDemo('/schools/northfield/');
      visitor = await visitInNewContext(setup.browser, demo.url);
    });
    afterAll(async () => {
      await visitor?.close();
      await demo?.remove();
    });

    it('shows the login at once and the first dashboard soon after', async () => {
      const { page, problems } = visitor;
      const began = Date.now();
      await page.goto(`${demo.url}/#/login`);
      await page.getByRole('button', { name: 'Fill' }).click();
      const login = Date.now() - began;
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.waitForURL('**/dashboard');
      await waitForData(page);
      const dashboard = Date.now() - began;
      process.stdout.write(`First visit: login in ${login} ms, dashboard in ${dashboard} ms\n`);
      expect(problems).toEqual([]);
    });

    it('delays its answers as a network does', async () => {
      const { page } = visitor;
      await page.addInitScript(() => localStorage.removeItem('rollcall-demo-delay'));
      await page.reload();
      await waitForData(page);
      const began = Date.now();
      await page.getByRole('tab', { name: 'Profile' }).click();
      await page.getByText('STU001').waitFor();
      expect(Date.now() - began).toBeGreaterThanOrEqual(600);
    });

    it('answers without delay with ?delay=off, and opens a page from its address below any path', async () => {
      const { page, problems } = visitor;
      await page.goto(`${demo.url}/?delay=off#/profile/STU001?view=calendar`);
      await page.getByRole('heading', { name: 'Alex Morgan' }).waitFor();
      expect(await page.evaluate(() => localStorage.getItem('rollcall-demo-delay'))).toBe('off');
      expect(problems).toEqual([]);
    });
  });
});
