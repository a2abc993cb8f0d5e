import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import type { i18n } from 'i18next';
import type { Api } from '../lib/api/api.ts';
import { publicSettingsQuery } from '../lib/api/public-settings.queries.ts';
import { officeTextsQuery } from '../lib/i18n/office-texts.queries.ts';
import type { Session } from '../lib/session/session.ts';
import { HomePage } from '../pages/home/home.page.tsx';
import {
  readAdminSearch,
  readAttendanceSearch,
  readDashboardSearch,
  readFaqSearch,
  readProfileSearch,
} from '../pages/page-search.ts';
import { requireAdmin, requireSignedIn, skipWhenSignedIn } from './session/guards.ts';
import { NotFoundPage, RootError } from './shell/error-pages.tsx';
import { RootLayout } from './shell/root-layout.tsx';

export interface RouterContext {
  readonly session: Session;
  readonly api: Api;
  readonly queryClient: QueryClient;
  readonly i18n: i18n;
}

/** Loads the page's texts before it renders, so that it does not jump when they arrive. */
const loadTexts = async ({ context }: { context: RouterContext }) => {
  await context.queryClient.ensureQueryData(officeTextsQuery(context.i18n));
};

const root = createRootRouteWithContext<RouterContext>()({
  async beforeLoad({ context, location }) {
    const settings = await context.queryClient.ensureQueryData(publicSettingsQuery(context.api));
    if (settings.needs_setup && location.pathname !== '/setup') throw redirect({ to: '/setup' });
    if (!settings.needs_setup && location.pathname === '/setup') throw redirect({ to: '/admin/login' });
  },
  component: RootLayout,
  errorComponent: RootError,
  notFoundComponent: NotFoundPage,
});

const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage });

const faq = createRoute({
  getParentRoute: () => root,
  path: '/faq',
  validateSearch: readFaqSearch,
  component: lazyRouteComponent(() => import('../pages/faq/faq.page.tsx'), 'FaqPage'),
});

const measured = createRoute({
  getParentRoute: () => root,
  path: '/how-we-measured',
  component: lazyRouteComponent(() => import('../pages/measured/measured.page.tsx'), 'MeasuredPage'),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: skipWhenSignedIn,
  component: lazyRouteComponent(() => import('../pages/login/login.page.tsx'), 'UserLoginPage'),
});

const adminLogin = createRoute({
  getParentRoute: () => root,
  path: '/admin/login',
  beforeLoad: skipWhenSignedIn,
  component: lazyRouteComponent(() => import('../pages/login/login.page.tsx'), 'AdminLoginPage'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('../pages/setup/setup.page.tsx'), 'SetupPage'),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: requireSignedIn,
  validateSearch: readDashboardSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/dashboard/dashboard.page.tsx'), 'DashboardPage'),
});

const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: requireAdmin,
  validateSearch: readAdminSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/admin/admin.page.tsx'), 'AdminPage'),
});

const attendance = createRoute({
  getParentRoute: () => root,
  path: '/admin/attendance',
  beforeLoad: requireAdmin,
  validateSearch: readAttendanceSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/attendance/attendance.page.tsx'), 'AttendancePage'),
});

/** No guard, as the specification says: the server answers only the person themself and administrators. */
const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile/$id',
  validateSearch: readProfileSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/profile/profile.page.tsx'), 'ProfilePage'),
});

const tree = root.addChildren([
  home,
  faq,
  measured,
  login,
  adminLogin,
  setup,
  dashboard,
  admin,
  attendance,
  profile,
]);

export function createAppRouter(context: RouterContext, options: { history?: RouterHistory } = {}) {
  return createRouter({
    ...options,
    routeTree: tree,
    context,
    scrollRestoration: true,
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
