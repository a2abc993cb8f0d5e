import { OpenAPIHono } from '@hono/zod-openapi';
import { relyingPartyOf } from '@rollcall/core/auth/factors/factors.rules';
import { AppError } from '@rollcall/core/kernel/errors';
import type { Services } from '@rollcall/core/services';
import type { Context } from 'hono';
import { requestId } from 'hono/request-id';
import { accountRoutes } from './accounts/accounts.routes.ts';
import { approvalRoutes } from './accounts/approvals.routes.ts';
import { classTeacherRoutes } from './accounts/class-teachers.routes.ts';
import { signInSettingsRoutes } from './accounts/sign-in-settings.routes.ts';
import { analyticsRoutes, followUpRoutes } from './analytics/analytics.routes.ts';
import { chartRoutes } from './analytics/charts.routes.ts';
import { attendanceRoutes, correctionRoutes } from './attendance/attendance.routes.ts';
import { evidenceRoutes } from './attendance/evidence/evidence.routes.ts';
import { cardRoutes } from './attendance/kiosk/cards/card.routes.ts';
import { phoneRoutes } from './attendance/kiosk/cards/phone.routes.ts';
import { exitPinRoutes } from './attendance/kiosk/exit-pin.routes.ts';
import { kioskRoutes } from './attendance/kiosk/kiosk.routes.ts';
import { kioskAdminRoutes } from './attendance/kiosk/kiosk-admin.routes.ts';
import { kioskCareRoutes } from './attendance/kiosk/kiosk-care.routes.ts';
import { pinRoutes } from './attendance/kiosk/pin.routes.ts';
import { kioskQueueRoutes } from './attendance/kiosk/queue/queue.routes.ts';
import { drillRoutes } from './attendance/present/drill.routes.ts';
import { presentRoutes } from './attendance/present/present.routes.ts';
import { todayRoutes } from './attendance/today.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { confirmRoutes } from './auth/confirm.routes.ts';
import { factorRoutes, secondSignInRoutes } from './auth/factors.routes.ts';
import { linkRoutes } from './auth/links.routes.ts';
import { providerRoutes } from './auth/providers.routes.ts';
import { sessionRoutes } from './auth/sessions.routes.ts';
import { tokenRoutes } from './auth/tokens.routes.ts';
import { backupRoutes, restoreRoutes } from './backup/backup.routes.ts';
import { calendarRoutes } from './calendar/calendar.routes.ts';
import { classAttendanceRoutes, classRoutes } from './classes/classes.routes.ts';
import { clockRoutes } from './clock/clock.routes.ts';
import { demoRoutes } from './demo/demo.routes.ts';
import { faceRoutes } from './faces/faces.routes.ts';
import { installationRoutes } from './faces/installation/installation.routes.ts';
import { identify } from './http/access.ts';
import { type CallLimits, createCallLimits } from './http/call-limits.ts';
import { handleError, type ReportFailure } from './http/errors.ts';
import { refuseDuringRestore } from './http/maintenance.ts';
import { type OnAnswer, reportAnswers } from './http/request-log.ts';
import { createRouter, type Env } from './http/router.ts';
import { refuseUnstorableUrl } from './http/storable-text.ts';
import { importRoutes } from './import/import.routes.ts';
import { jobRoutes } from './jobs/jobs.routes.ts';
import { noticeRoutes } from './notices/notices.routes.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { peopleBulkRoutes } from './people/people-bulk.routes.ts';
import { privacyRoutes } from './privacy/privacy.routes.ts';
import type { FontSource } from './reports/pdf/report-fonts.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import { firstStepRoutes } from './settings/first-steps.routes.ts';
import { institutionRoutes } from './settings/institution.routes.ts';
import { mailRoutes } from './settings/mail.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { certificateRoutes, type DescribeCertificate } from './system/certificate.routes.ts';
import { documentRoutes } from './system/document.routes.ts';
import { eventRoutes } from './system/events.routes.ts';
import { type About, type CheckReadiness, systemRoutes } from './system/system.routes.ts';

/** What the app needs from its host: a Node server or a browser worker. */
export interface AppHost {
  /** The client's address, which only the host can know. */
  readonly addressOf: (c: Context) => string;
  /** The address of the pages that call, which only the host can know; without it there are no passkeys. */
  readonly originOf?: (c: Context) => string | null;
  readonly report: ReportFailure;
  /** True for database failures that may be gone on retry. */
  readonly isUnavailable: (error: unknown) => boolean;
  readonly checkReadiness: CheckReadiness;
  readonly about: About;
  /** Whether the caller operates this server and may see its details; without it no caller may. */
  readonly isOperator?: (c: Context) => boolean;
  /** Of a host that has HTTPS of its own. */
  readonly certificate?: DescribeCertificate;
  /** Whether `X-Request-Id` comes from a proxy and not from the caller. */
  readonly trustRequestId?: boolean;
  /** Told of every answer, for a log and metrics. */
  readonly onAnswer?: OnAnswer;
  /** Fonts for PDF reports, in order of preference; loaded with the first PDF. */
  readonly reportFonts: FontSource;
  /** Limits of costly calls; made here unless the host brings them. */
  readonly callLimits?: CallLimits;
}

const DOCUMENT = {
  openapi: '3.1.0',
  info: {
    title: 'Rollcall',
    version: '1',
    description: 'Attendance by face, on your own machine. Sign in, then send the token as a bearer token.',
  },
};

/**
 * The routes of every feature. A list, not one chain: the compiler then types each router alone, in a quarter of the
 * time.
 */
const createRouters = (services: Services, host: AppHost) =>
  [
    systemRoutes(host),
    certificateRoutes(host.certificate),
    authRoutes(services),
    sessionRoutes(services),
    linkRoutes(services),
    tokenRoutes(services),
    mailRoutes(services),
    factorRoutes(services),
    secondSignInRoutes(services),
    confirmRoutes(services),
    signInSettingsRoutes(services),
    approvalRoutes(services),
    providerRoutes(services, (c) => host.originOf?.(c) ?? new URL(c.req.url).origin),
    eventRoutes(services),
    settingsRoutes(services),
    institutionRoutes(services),
    firstStepRoutes(services),
    peopleRoutes(services),
    peopleBulkRoutes(services, host.report),
    accountRoutes(services),
    faceRoutes(services),
    installationRoutes(services, host.reportFonts),
    evidenceRoutes(services),
    kioskRoutes(services),
    kioskAdminRoutes(services),
    kioskQueueRoutes(services),
    cardRoutes(services, host.reportFonts),
    phoneRoutes(services),
    kioskCareRoutes(services, host.about),
    exitPinRoutes(services),
    pinRoutes(services),
    attendanceRoutes(services),
    todayRoutes(services),
    presentRoutes(services),
    drillRoutes(services),
    classRoutes(services),
    classAttendanceRoutes(services),
    classTeacherRoutes(services),
    calendarRoutes(services),
    correctionRoutes(services),
    noticeRoutes(services),
    analyticsRoutes(services),
    followUpRoutes(services),
    chartRoutes(services),
    reportRoutes(services, host.reportFonts),
    backupRoutes(services),
    restoreRoutes(services),
    jobRoutes(services),
    privacyRoutes(services),
    clockRoutes(services),
    importRoutes(services),
    auditRoutes(services),
    demoRoutes(services),
  ] as const;

export type Routers = ReturnType<typeof createRouters>;

/** Creates the Hono app, a function from Request to Response that every host runs. */
export function createApp(services: Services, host: AppHost) {
  const routes = createRouter();
  for (const router of createRouters(services, host)) routes.route('/', router);

  const limits = host.callLimits ?? createCallLimits();
  const app = new OpenAPIHono<Env>();
  app.onError(handleError(host));
  app.notFound((c) => handleError(host)(new AppError('not_found'), c));
  // Taken over from a trusted proxy when it is short and plain, so that both logs name a request alike.
  app.use('/api/*', requestId({ headerName: host.trustRequestId ? 'X-Request-Id' : '', limitLength: 64 }));
  if (host.onAnswer) app.use('/api/*', reportAnswers(host.onAnswer));
  app.use('/api/*', async (c, next) => {
    c.header('X-Request-Id', c.get('requestId'));
    c.set('address', host.addressOf(c));
    c.set('limits', limits);
    c.set('relyingParty', relyingPartyOf(host.originOf?.(c) ?? null));
    await next();
    // Answers hold personal data: no cache may keep them unless a route says otherwise.
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  app.use('/api/*', refuseUnstorableUrl());
  app.use('/api/*', refuseDuringRestore(services.restore));
  app.use('/api/*', identify(services));

  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  app.openAPIRegistry.registerComponent('securitySchemes', 'kiosk', {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'A signature over method, path, body, time and a counter; see docs/KIOSK.md.',
  });
  const describe = () => app.getOpenAPI31Document(DOCUMENT);
  app.route('/', documentRoutes(describe));
  app.route('/api', routes);
  return app;
}

export type App = ReturnType<typeof createApp>;
