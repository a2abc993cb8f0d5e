import { DEMO_INSTITUTION, DEMO_MODE } from '@rollcall/core/demo-data/demo-mode';
import { directionOf, LANGUAGES, type Language } from '@rollcall/core/kernel/language';
import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static';
import type { Host } from '../../lib/api/host.ts';
import { createI18n } from '../../lib/i18n/i18n.ts';
import { serverHost } from '../api.ts';
import { App } from '../app.tsx';
import { createAppParts } from '../create-app.ts';
import type { PageKind, VisitorPage } from './visitor-pages.ts';

/** For the build, which cannot import from other workspaces. */
export const languages = LANGUAGES;

type Settings = NonNullable<Host['firstSettings']>;

/** What a document assumes until the server's settings arrive. Of a demo nearly all of it is known. */
export function assumedSettings(kind: PageKind): Settings {
  const isDemo = kind === 'demo';
  const name = isDemo ? DEMO_INSTITUTION : '';
  return {
    institution_name: name,
    institution: {
      name,
      kind: isDemo ? 'university' : 'school',
      logo: null,
      colour: null,
      support_email: null,
    },
    sign_in: { admin_username: false, providers: [], password_reset: false, passkeys: false },
    time_zone: 'UTC',
    zone_offsets: [{ from: '1970-01-01T00:00:00.000Z', minutes: 0 }],
    demo_mode: isDemo,
    needs_setup: false,
    ...(isDemo ? { demo_credentials: DEMO_MODE.credentials } : {}),
  };
}

/** Nothing is stored yet. */
const emptyStorage: Storage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  clear: () => undefined,
};

/** Answers nothing: a prerendered page waits for no call. */
const silent: typeof fetch = () => new Promise(() => undefined);

interface PrerenderInput {
  readonly page: VisitorPage;
  readonly language: Language;
  readonly settings: Settings;
  /** The static demo's addresses are hashes. */
  readonly routing: Host['routing'];
}

/** Renders a page as a visitor sees it first: the markup of the root element, and the document's title. */
export async function renderPage({ page, language, settings, routing }: PrerenderInput) {
  const i18n = await createI18n(language);
  const host: Host = {
    ...serverHost(silent, 'http://localhost'),
    firstSettings: settings,
    routing,
    isInBrowser: routing === 'hash',
  };
  const history = createMemoryHistory({ initialEntries: [page] });
  // Without the path of the folder, which the build does not know.
  if (routing === 'hash') history.createHref = (href) => `#${href}`;
  const parts = createAppParts(host, i18n, emptyStorage, { retry: false, history });
  await parts.router.load();
  // Never in parts: those would be put in place by inline scripts.
  const failures: unknown[] = [];
  const options = {
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError: (error: unknown) => void failures.push(error),
  };
  const { prelude } = await prerender(<App parts={parts} />, options);
  // React would leave the part that failed to the browser.
  if (failures.length > 0) throw failures[0];
  const title =
    page === '/'
      ? `Rollcall · ${i18n.t('common:tagline')}`
      : `${page === '/faq' ? i18n.t('faq:title') : i18n.t('auth:user.title')} · Rollcall`;
  return { markup: await new Response(prelude).text(), title, direction: directionOf(language) };
}
