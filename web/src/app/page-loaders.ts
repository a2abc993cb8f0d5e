import type { QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import type { Api } from '../lib/api/api.ts';
import { publicSettingsQuery } from '../lib/api/public-settings.queries.ts';
import { languageOf } from '../lib/i18n/i18n.ts';
import { officeTextsQuery } from '../lib/i18n/office-texts.queries.ts';
import { loadVisitorTexts, type VisitorTexts } from '../lib/i18n/visitor-texts.ts';
import { meQuery } from '../lib/session/me.queries.ts';
import { mayIn, startPageOf } from '../lib/session/permissions.ts';
import type { Session } from '../lib/session/session.ts';
import { loadFirstSteps, loadSideNav } from './shell/lazy-parts.tsx';

export interface RouterContext {
  readonly session: Session;
  readonly api: Api;
  readonly queryClient: QueryClient;
  readonly i18n: i18n;
}

/** Loads a page's texts before it renders, so that it does not jump when they arrive. */
export const loadTexts = async ({ context }: { context: RouterContext }) => {
  const { institution } = await context.queryClient.ensureQueryData(publicSettingsQuery(context.api));
  const me = context.queryClient.getQueryData(meQuery(context.api).queryKey);
  await Promise.all([
    context.queryClient.ensureQueryData(officeTextsQuery(context.i18n, institution.kind)),
    me && startPageOf(me) !== '/dashboard' ? loadSideNav() : null,
    mayIn(me ?? null, 'settings.manage') ? loadFirstSteps(context.api, context.queryClient) : null,
  ]);
};

/** As `loadTexts`, for a page before the sign-in: only its own texts. */
export const loadOwnTexts =
  (...names: readonly VisitorTexts[]) =>
  ({ context: { i18n } }: { context: RouterContext }) =>
    loadVisitorTexts(i18n, languageOf(i18n), names);

/** The demo's accounts on the login pages are named as on the home page. */
export const loadSignInTexts = loadOwnTexts('auth', 'errors', 'home');
