import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { publicSettingsQuery } from '../lib/api/public-settings.queries.ts';
import { meQuery } from '../lib/session/me.queries.ts';
import {
  readAccountSearch,
  readAccountsSearch,
  readAdminSearch,
  readAttendanceSearch,
  readClassesSearch,
  readDashboardSearch,
  readFaqSearch,
  readLoginSearch,
  readNoticesSearch,
  readPeopleSearch,
  readPresentSearch,
  readProfileSearch,
  readReportsSearch,
  readSettingsSearch,
  readTeacherSearch,
  readTodaySearch,
} from '../pages/page-search.ts';
import { loadOwnTexts, loadSignInTexts, loadTexts, type RouterContext } from './page-loaders.ts';
import { requireAny, requireDashboard, requireSignedIn, skipWhenSignedIn } from './session/guards.ts';
import { NotFoundPage, RootError } from './shell/error-pages.tsx';
import { RootLayout } from './shell/root-layout.tsx';

const CERTIFICATE = '/setup/certificate';

const root = createRootRouteWithContext<RouterContext>()({
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

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: loadOwnTexts('home'),
  component: lazyRouteComponent(() => import('../pages/home/home.page.tsx'), 'HomePage'),
});

const faq = createRoute({
  getParentRoute: () => root,
  path: '/faq',
  validateSearch: readFaqSearch,
  loader: loadOwnTexts('faq'),
  component: lazyRouteComponent(() => import('../pages/faq/faq.page.tsx'), 'FaqPage'),
});

const measured = createRoute({
  getParentRoute: () => root,
  path: '/how-we-measured',
  loader: loadOwnTexts('measured'),
  component: lazyRouteComponent(() => import('../pages/measured/measured.page.tsx'), 'MeasuredPage'),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readLoginSearch,
  beforeLoad: skipWhenSignedIn,
  loader: loadSignInTexts,
  component: lazyRouteComponent(() => import('../pages/login/login.page.tsx'), 'UserLoginPage'),
});

const adminLogin = createRoute({
  getParentRoute: () => root,
  path: '/admin/login',
  validateSearch: readLoginSearch,
  beforeLoad: skipWhenSignedIn,
  loader: loadSignInTexts,
  component: lazyRouteComponent(() => import('../pages/login/login.page.tsx'), 'AdminLoginPage'),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/login/forgot',
  beforeLoad: async (guarded) => {
    await skipWhenSignedIn(guarded);
    const { sign_in } = await guarded.context.queryClient.ensureQueryData(
      publicSettingsQuery(guarded.context.api),
    );
    if (!sign_in.password_reset) throw redirect({ to: '/login' });
  },
  loader: loadSignInTexts,
  component: lazyRouteComponent(() => import('../pages/login/forgot.page.tsx'), 'ForgotPage'),
});

/** Where a provider's sign-in ends. Works for whoever is signed in as somebody else, too. */
const providerDone = createRoute({
  getParentRoute: () => root,
  path: '/login/done',
  loader: loadSignInTexts,
  component: lazyRouteComponent(() => import('../pages/login/provider-done.page.tsx'), 'ProviderDonePage'),
});

/** The links of invitations and resets; see `LINK_PAGE` in core. */
const passwordLink = createRoute({
  getParentRoute: () => root,
  path: '/password',
  loader: loadSignInTexts,
  component: lazyRouteComponent(() => import('../pages/login/link.page.tsx'), 'LinkPage'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  loader: loadOwnTexts('auth', 'errors', 'setup'),
  component: lazyRouteComponent(() => import('../pages/setup/setup.page.tsx'), 'SetupPage'),
});

/** The screen of a paired device; nobody is signed in there. */
const kiosk = createRoute({
  getParentRoute: () => root,
  path: '/kiosk',
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/kiosk/kiosk.page.tsx'), 'KioskPage'),
});

const certificate = createRoute({
  getParentRoute: () => root,
  path: CERTIFICATE,
  loader: loadOwnTexts('certificate', 'errors'),
  component: lazyRouteComponent(() => import('../pages/setup/certificate.page.tsx'), 'CertificatePage'),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: requireDashboard,
  validateSearch: readDashboardSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/dashboard/dashboard.page.tsx'), 'DashboardPage'),
});

const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: requireAny('settings.manage'),
  validateSearch: readAdminSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/admin/admin.page.tsx'), 'AdminPage'),
});

const accounts = createRoute({
  getParentRoute: () => root,
  path: '/admin/accounts',
  beforeLoad: requireAny('accounts.manage'),
  validateSearch: readAccountsSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/accounts/accounts.page.tsx'), 'AccountsPage'),
});

const office = createRoute({
  getParentRoute: () => root,
  path: '/office',
  beforeLoad: requireAny('people.manage'),
  validateSearch: readAdminSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/office/office.page.tsx'), 'OfficePage'),
});

const teacher = createRoute({
  getParentRoute: () => root,
  path: '/teacher',
  beforeLoad: requireAny('classes.take'),
  validateSearch: readTeacherSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/teacher/teacher.page.tsx'), 'TeacherPage'),
});

/** The same page twice: under /admin a visitor who is not signed in is asked for an administrator's password. */
const adminAttendance = createRoute({
  getParentRoute: () => root,
  path: '/admin/attendance',
  beforeLoad: requireAny('settings.manage'),
  validateSearch: readAttendanceSearch,
  loader: loadTexts,
  component: lazyRouteComponent(
    () => import('../pages/attendance/attendance.page.tsx'),
    'AdminAttendancePage',
  ),
});

const today = createRoute({
  getParentRoute: () => root,
  path: '/today',
  beforeLoad: requireAny('attendance.mark-today'),
  validateSearch: readTodaySearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/today/today.page.tsx'), 'TodayPage'),
});

const present = createRoute({
  getParentRoute: () => root,
  path: '/present',
  beforeLoad: requireAny('attendance.mark-today'),
  validateSearch: readPresentSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/present/present.page.tsx'), 'PresentPage'),
});

const firstSteps = createRoute({
  getParentRoute: () => root,
  path: '/first-steps',
  beforeLoad: requireAny('settings.manage'),
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/first-steps/first-steps.page.tsx'), 'FirstStepsPage'),
});

const attendance = createRoute({
  getParentRoute: () => root,
  path: '/attendance',
  beforeLoad: requireAny('reports.print'),
  validateSearch: readAttendanceSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/attendance/attendance.page.tsx'), 'AttendancePage'),
});

const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  beforeLoad: requireAny('people.manage'),
  validateSearch: readPeopleSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/people/people.page.tsx'), 'PeoplePage'),
});

const classes = createRoute({
  getParentRoute: () => root,
  path: '/classes',
  beforeLoad: requireAny('classes.take'),
  validateSearch: readClassesSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/classes/classes.page.tsx'), 'ClassesPage'),
});

const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  beforeLoad: requireAny('reports.print'),
  validateSearch: readReportsSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/reports/reports.page.tsx'), 'ReportsPage'),
});

const notices = createRoute({
  getParentRoute: () => root,
  path: '/notices',
  beforeLoad: requireAny('notices.manage'),
  validateSearch: readNoticesSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/notices/notices.page.tsx'), 'NoticesPage'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: requireAny('settings.manage'),
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/settings/settings.page.tsx'), 'SettingsPage'),
});

const settingsSection = createRoute({
  getParentRoute: () => root,
  path: '/settings/$section',
  beforeLoad: requireAny('settings.manage'),
  validateSearch: readSettingsSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/settings/settings.page.tsx'), 'SettingsSectionPage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  beforeLoad: async (guarded) => void (await requireSignedIn(guarded)),
  validateSearch: readAccountSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/account/account.page.tsx'), 'AccountPage'),
});

/** No guard: it opens without a network, and what it shows was stored on this phone. */
const myCode = createRoute({
  getParentRoute: () => root,
  path: '/my-code',
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../pages/account/my-code.page.tsx'), 'MyCodePage'),
});

/** No guard, as the specification says: the server answers only for people whom the account may see. */
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
  forgot,
  providerDone,
  passwordLink,
  setup,
  kiosk,
  certificate,
  dashboard,
  admin,
  accounts,
  office,
  teacher,
  adminAttendance,
  today,
  present,
  firstSteps,
  attendance,
  people,
  classes,
  reports,
  notices,
  settings,
  settingsSection,
  account,
  myCode,
  profile,
]);

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
