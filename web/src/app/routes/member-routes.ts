import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import {
  readAccountSearch,
  readAccountsSearch,
  readAdminSearch,
  readAttendanceSearch,
  readClassesSearch,
  readDashboardSearch,
  readNoticesSearch,
  readPeopleSearch,
  readPresentSearch,
  readProfileSearch,
  readReportsSearch,
  readSettingsSearch,
  readTeacherSearch,
  readTodaySearch,
} from '../../pages/page-search.ts';
import { loadTexts } from '../page-loaders.ts';
import { requireAny, requireDashboard, requireSignedIn } from '../session/guards.ts';
import { root } from './root-route.ts';

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: requireDashboard,
  validateSearch: readDashboardSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/dashboard/dashboard.page.tsx'), 'DashboardPage'),
});

const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: requireAny('settings.manage'),
  validateSearch: readAdminSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/admin/admin.page.tsx'), 'AdminPage'),
});

const accounts = createRoute({
  getParentRoute: () => root,
  path: '/admin/accounts',
  beforeLoad: requireAny('accounts.manage'),
  validateSearch: readAccountsSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/accounts/accounts.page.tsx'), 'AccountsPage'),
});

const office = createRoute({
  getParentRoute: () => root,
  path: '/office',
  beforeLoad: requireAny('people.manage'),
  validateSearch: readAdminSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/office/office.page.tsx'), 'OfficePage'),
});

const teacher = createRoute({
  getParentRoute: () => root,
  path: '/teacher',
  beforeLoad: requireAny('classes.take'),
  validateSearch: readTeacherSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/teacher/teacher.page.tsx'), 'TeacherPage'),
});

const adminAttendance = createRoute({
  getParentRoute: () => root,
  path: '/admin/attendance',
  beforeLoad: requireAny('settings.manage'),
  validateSearch: readAttendanceSearch,
  loader: loadTexts,
  component: lazyRouteComponent(
    () => import('../../pages/attendance/attendance.page.tsx'),
    'AdminAttendancePage',
  ),
});

const today = createRoute({
  getParentRoute: () => root,
  path: '/today',
  beforeLoad: requireAny('attendance.mark-today'),
  validateSearch: readTodaySearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/today/today.page.tsx'), 'TodayPage'),
});

const present = createRoute({
  getParentRoute: () => root,
  path: '/present',
  beforeLoad: requireAny('attendance.mark-today'),
  validateSearch: readPresentSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/present/present.page.tsx'), 'PresentPage'),
});

const firstSteps = createRoute({
  getParentRoute: () => root,
  path: '/first-steps',
  beforeLoad: requireAny('settings.manage'),
  loader: loadTexts,
  component: lazyRouteComponent(
    () => import('../../pages/first-steps/first-steps.page.tsx'),
    'FirstStepsPage',
  ),
});

const attendance = createRoute({
  getParentRoute: () => root,
  path: '/attendance',
  beforeLoad: requireAny('reports.print'),
  validateSearch: readAttendanceSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/attendance/attendance.page.tsx'), 'AttendancePage'),
});

const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  beforeLoad: requireAny('people.manage'),
  validateSearch: readPeopleSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/people/people.page.tsx'), 'PeoplePage'),
});

const classes = createRoute({
  getParentRoute: () => root,
  path: '/classes',
  beforeLoad: requireAny('classes.take'),
  validateSearch: readClassesSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/classes/classes.page.tsx'), 'ClassesPage'),
});

const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  beforeLoad: requireAny('reports.print'),
  validateSearch: readReportsSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/reports/reports.page.tsx'), 'ReportsPage'),
});

const notices = createRoute({
  getParentRoute: () => root,
  path: '/notices',
  beforeLoad: requireAny('notices.manage'),
  validateSearch: readNoticesSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/notices/notices.page.tsx'), 'NoticesPage'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: requireAny('settings.manage'),
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/settings/settings.page.tsx'), 'SettingsPage'),
});

const settingsSection = createRoute({
  getParentRoute: () => root,
  path: '/settings/$section',
  beforeLoad: requireAny('settings.manage'),
  validateSearch: readSettingsSearch,
  loader: loadTexts,
  component: lazyRouteComponent(
    () => import('../../pages/settings/settings.page.tsx'),
    'SettingsSectionPage',
  ),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  beforeLoad: async (guarded) => void (await requireSignedIn(guarded)),
  validateSearch: readAccountSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/account/account.page.tsx'), 'AccountPage'),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile/$id',
  validateSearch: readProfileSearch,
  loader: loadTexts,
  component: lazyRouteComponent(() => import('../../pages/profile/profile.page.tsx'), 'ProfilePage'),
});

/** Pages of people who are signed in. */
export const memberRoutes = [
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
  profile,
] as const;
