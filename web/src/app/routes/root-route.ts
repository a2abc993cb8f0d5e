import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import { publicSettingsQuery } from '../../lib/api/public-settings.queries.ts';
import { meQuery } from '../../lib/session/me.queries.ts';
import type { RouterContext } from '../page-loaders.ts';
import { NotFoundPage, RootError } from '../shell/error-pages.tsx';
import { RootLayout } from '../shell/root-layout.tsx';

export const CERTIFICATE = '/setup/certificate';

export const root = createRootRouteWithContext<RouterContext>()({
  async beforeLoad({ context, location }) {
    // Asked together with the settings: the guards wait for it.
    if (context.session.get().token) void context.queryClient.prefetchQuery(meQuery(context.api));
    const settings = await context.queryClient.ensureQueryData(publicSettingsQuery(context.api));
    // A device may be prepared before the institution is.
    if (location.pathname === CERTIFICATE) return;
    if (settings.needs_setup && location.pathname !== '/setup') throw redirect({ to: '/setup' });
    if (!settings.needs_setup && location.pathname === '/setup') throw redirect({ to: '/admin/login' });
  },
  component: RootLayout,
  errorComponent: RootError,
  notFoundComponent: NotFoundPage,
});
