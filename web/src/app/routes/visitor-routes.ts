import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { publicSettingsQuery } from '../../lib/api/public-settings.queries.ts';
import { readFaqSearch, readLoginSearch } from '../../pages/page-search.ts';
import { loadOwnTexts, loadSignInTexts, loadTexts } from '../page-loaders.ts';
import { skipWhenSignedIn } from '../session/guards.ts';
import { CERTIFICATE, root } from './root-route.ts';

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: loadOwnTexts('home'),
  component: lazyRouteComponent(() => import('../../pages/home/home.page.tsx'), 'HomePage'),
});

const faq = createRoute({
  getParentRoute: () => root,
  path: '/faq',
  validateSearch: readFaqSearch,
  loader: loadOwnTexts('faq'),
  component: lazyRouteComponent(() => import('../../pages/faq/faq.page.tsx'), 'FaqPage'),
});

const measured = createRoute({
  getParentRoute: () => root,
  path: '/how-we-measured',
  loader: loadOwnTexts('measured'),
  component: lazyRouteComponent(() => import('../../pages/measured/measured.page.tsx'), 'MeasuredPage'),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readLoginSearch,
  beforeLoad: skipWhenSignedIn,
  loader: loadSignInTexts,
  component: lazyRouteComponent(() => import('../../pages/login/login.page.tsx'), 'UserLoginPage'),
});

const adminLogin = createRoute({
  getParentRoute: () => root,
  path: '/admin/login',
  validateSearch: readLoginSearch,
  beforeLoad: skipWhenSignedIn,
  loader: loadSignInTexts,
  component: lazyRouteComponent(() => import('../../pages/login/login.page.tsx'), 'AdminLoginPage'),
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
  component: lazyRouteComponent(() => import('../../pages/login/forgot.page.tsx'), 'ForgotPage'),
});

const providerDone = createRoute({
  getParentRoute: () => root,
  path: '/login/done',
  loader: loadSignInTexts,
  component: lazyRouteComponent(() => import('../../pages/login/provider-done.page.tsx'), 'ProviderDonePage'),
});

const passwordLink = createRoute({
  getParentRoute: () => root,
  path: '/password',
  loader: loadSignInTexts,
  component: lazyRouteComponent(() => import('../../pages/login/link.page.tsx'), 'LinkPage'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  loader: loadOwnTexts('auth', 'errors', 'setup'),
  component: lazyRouteComponent(() => import('../../pages/setup/setup.page.tsx'), 'SetupPage'),
});

const kiosk = createRoute({
  getParentRoute: () => root,
  path: '/kiosk',
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/kiosk/kiosk.page.tsx'), 'KioskPage'),
});

const certificate = createRoute({
  getParentRoute: () => root,
  path: CERTIFICATE,
  loader: loadOwnTexts('certificate', 'errors'),
  component: lazyRouteComponent(() => import('../../pages/setup/certificate.page.tsx'), 'CertificatePage'),
});

const myCode = createRoute({
  getParentRoute: () => root,
  path: '/my-code',
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/account/my-code.page.tsx'), 'MyCodePage'),
});

/** Pages that open without a sign-in: of visitors, of the sign-in, and of devices. */
export const visitorRoutes = [
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
  myCode,
] as const;
