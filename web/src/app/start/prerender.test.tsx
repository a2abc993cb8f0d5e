import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { DEMO_MODE } from '@rollcall/core/demo-data/demo-mode';
import { LANGUAGES } from '@rollcall/core/kernel/language';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createI18n } from '../../lib/i18n/i18n.ts';
import { Started } from '../../lib/started.tsx';
import { en } from '../../locales/en/catalogue.ts';
import { serverHost } from '../api.ts';
import { App } from '../app.tsx';
import { createAppParts } from '../create-app.ts';
import { isAsAssumed } from './assumed-settings.ts';
import { keepEarlyInput } from './early-input.ts';
import { assumedSettings, renderPage } from './prerender.tsx';
import { PAGE_KINDS, VISITOR_PAGES } from './visitor-pages.ts';

const HEADINGS = {
  '/': en.home.hero.title,
  '/faq': en.faq.title,
  '/login': en.auth.user.title,
} as const;

let demo: TestApp;
let own: TestApp;
beforeAll(async () => {
  demo = await openTestApp({ demo: true });
  await demo.services.demoData.populate();
  own = await openTestApp();
});
afterAll(async () => {
  await demo.close();
  await own.close();
});

let container: HTMLElement;
let root: Root | null = null;
let complaints: unknown[] = [];
beforeEach(() => {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    // Here the build's half of React and the browser's run in one process.
    if (!String(args[0]).startsWith('Detected multiple renderers')) complaints.push(args);
  });
  container = document.createElement('div');
  document.body.append(container);
});
afterEach(() => {
  act(() => root?.unmount());
  root = null;
  container.remove();
  vi.restoreAllMocks();
});

/** The page as the build writes it. */
async function open(
  page: keyof typeof HEADINGS,
  kind: 'demo' | 'own',
  language: (typeof LANGUAGES)[number] = 'en',
) {
  const settings = assumedSettings(kind);
  container.innerHTML = (await renderPage({ page, language, settings, routing: 'path' })).markup;
  return settings;
}

/** Takes the page over, as start.tsx does. */
async function takeOver(
  page: keyof typeof HEADINGS,
  settings: ReturnType<typeof assumedSettings>,
  through: typeof fetch,
  language: (typeof LANGUAGES)[number] = 'en',
  onStarted: () => void = () => undefined,
) {
  const problems: unknown[] = [];
  const host = {
    ...serverHost(through, 'http://localhost:5000'),
    streamsEvents: false,
    firstSettings: settings,
  };
  const history = createMemoryHistory({ initialEntries: [page] });
  const parts = createAppParts(host, await createI18n(language), localStorage, { retry: false, history });
  await parts.router.load();
  await act(async () => {
    const app = (
      <Started onStarted={onStarted}>
        <App parts={parts} />
      </Started>
    );
    root = hydrateRoot(container, app, { onRecoverableError: (error) => problems.push(error) });
  });
  return { ...parts, problems };
}

const silent: typeof fetch = () => new Promise(() => undefined);

describe('a prerendered page', () => {
  it.each(VISITOR_PAGES.flatMap((page) => PAGE_KINDS.map((kind) => [page, kind] as const)))(
    '%s (%s) has its heading, and the app finds what it expects in every language',
    async (page, kind) => {
      for (const language of LANGUAGES) {
        const settings = await open(page, kind, language);
        const heading = container.querySelector('h1');
        if (language === 'en') expect(heading?.textContent).toBe(HEADINGS[page]);
        const { problems } = await takeOver(page, settings, silent, language);
        expect(problems).toEqual([]);
        expect(container.querySelector('h1')).toBe(heading);
        act(() => root?.unmount());
        root = null;
      }
      expect(complaints).toEqual([]);
    },
  );

  it('shows what the server says as soon as it answers, and the page before that', async () => {
    let send: (response: Response) => void = () => undefined;
    const waiting = new Promise<Response>((resolve) => {
      send = resolve;
    });
    const settings = await open('/login', 'own');
    await takeOver('/login', settings, () => waiting);
    expect(screen.getByRole('heading', { name: en.auth.user.title })).toBeTruthy();
    send(Response.json({ ...settings, institution_name: 'Lindenhof School' }));
    expect(await screen.findByText('Lindenhof School')).toBeTruthy();
  });

  it('goes to the set-up once it is known that there is none yet', async () => {
    const settings = await open('/', 'own');
    const answer = async () => Response.json({ ...settings, needs_setup: true });
    const { router } = await takeOver('/', settings, answer);
    await waitFor(() => expect(router.state.location.pathname).toBe('/setup'));
  });

  it('keeps what was typed and pressed before the app ran', async () => {
    const settings = await open('/login', 'demo');
    const replay = keepEarlyInput(container);
    const [username, password] = container.querySelectorAll('input');
    if (!username || !password) throw new Error('The form has no fields.');
    // A form that the browser sends before any script runs puts nothing into the address.
    expect(container.querySelectorAll('[name]')).toHaveLength(0);
    username.value = 'student';
    password.value = 'student123';
    container.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
    const through: typeof fetch = async (input, init) => demo.app.fetch(new Request(input, init));
    const { router } = await takeOver('/login', settings, through, 'en', replay);
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  it('keeps what is typed while the app takes the page over, and after it', async () => {
    const settings = await open('/login', 'demo');
    const replay = keepEarlyInput(container);
    const [username, password] = container.querySelectorAll('input');
    if (!username || !password) throw new Error('The form has no fields.');
    username.value = 'stu';
    const taking = takeOver('/login', settings, silent, 'en', () => {
      password.value = 'student123';
      replay();
      username.value = 'student';
    });
    await taking;
    await new Promise((rendered) => setTimeout(rendered, 0));
    expect([username.isConnected, username.value, password.value]).toEqual([true, 'student', 'student123']);
  });
});

describe('the settings that a document assumes', () => {
  const publicSettings = async (server: TestApp) => (await server.call('GET', '/settings/public')).body;

  it("are a demo's, so that its pages need nothing more", async () => {
    const { demo_day: _weekend, ...answer } = await publicSettings(demo);
    // The test's server has an administrator's password of its own.
    const real = { ...answer, demo_credentials: DEMO_MODE.credentials };
    for (const page of ['/', '/faq']) expect(isAsAssumed(page, assumedSettings('demo'), real)).toBe(true);
    expect(isAsAssumed('/', assumedSettings('demo'), { ...real, public_url: 'https://x.example' })).toBe(
      true,
    );
    // The login page has to offer passkeys where there are some.
    const ways = answer.sign_in as object; // as the contract has it
    const without = { ...real, sign_in: { ...ways, passkeys: false } };
    expect(isAsAssumed('/login', assumedSettings('demo'), without)).toBe(true);
    expect(
      isAsAssumed('/login', assumedSettings('demo'), { ...real, sign_in: { ...ways, passkeys: true } }),
    ).toBe(false);
  });

  it("are not an institution's own, which has a name", async () => {
    expect(isAsAssumed('/', assumedSettings('own'), await publicSettings(own))).toBe(false);
    expect(isAsAssumed('/', assumedSettings('demo'), { ...assumedSettings('demo'), needs_setup: true })).toBe(
      false,
    );
  });
});
