import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { RouterContext } from './page-loaders.ts';
import { memberRoutes } from './routes/member-routes.ts';
import { root } from './routes/root-route.ts';
import { visitorRoutes } from './routes/visitor-routes.ts';
import { NotFoundPage, RootError } from './shell/error-pages.tsx';

const tree = root.addChildren([...visitorRoutes, ...memberRoutes]);

export function createAppRouter(
  context: RouterContext,
  options: { origin?: string; history?: RouterHistory } = {},
) {
  return createRouter({
    ...options,
    routeTree: tree,
    context,
    // While pages are prerendered there is nothing to scroll.
    scrollRestoration: typeof window !== 'undefined',
    defaultPreload: 'intent',
    defaultErrorComponent: RootError,
    defaultNotFoundComponent: NotFoundPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
