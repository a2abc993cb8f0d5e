import { OpenAPIHono } from '@hono/zod-openapi';
import { AppError } from '@rollcall/core/errors';
import type { Services } from '@rollcall/core/services';
import type { Context } from 'hono';
import { requestId } from 'hono/request-id';
import { analyticsRoutes } from './analytics/analytics.routes.ts';
import { followUpRoutes } from './analytics/follow-up.routes.ts';
import { attendanceRoutes } from './attendance/attendance.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { backupRoutes } from './backup/backup.routes.ts';
import { restoreRoutes } from './backup/restore.routes.ts';
import { calendarRoutes } from './calendar/calendar.routes.ts';
import { classAttendanceRoutes } from './class-attendance/class-attendance.routes.ts';
import { classRoutes } from './classes/classes.routes.ts';
import { correctionRoutes } from './corrections/corrections.routes.ts';
import { demoRoutes } from './demo/demo.routes.ts';
import { eventRoutes } from './events/events.routes.ts';
import { faceRoutes } from './faces/faces.routes.ts';
import { identify } from './http/access.ts';
import type { Env } from './http/env.ts';
import { handleError, type ReportFailure } from './http/errors.ts';
import { limitBodies } from './http/limits.ts';
import { onInvalid } from './http/validation.ts';
import { importRoutes } from './import/import.routes.ts';
import { noticeRoutes } from './notices/notices.routes.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { privacyRoutes } from './privacy/privacy.routes.ts';
import type { LoadFonts } from './reports/report-fonts.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { docsPage } from './system/docs-page.ts';
import { type CheckReadiness, systemRoutes } from './system/system.routes.ts';

/** What differs between hosts. */
export interface AppHost {
  /** Where a request came from; the host knows its socket, the app does not. */
  readonly addressOf: (c: Context) => string;
  readonly report: ReportFailure;
  /** True for failures of the database that another try may not meet. */
  readonly isUnavailable: (error: unknown) => boolean;
  readonly checkReadiness: CheckReadiness;
  /** Fonts for printed reports, in the order in which they are tried; read when the first one is printed. */
  readonly reportFonts: LoadFonts;
}

const DOCUMENT = {
  openapi: '3.1.0',
  info: {
    title: 'Rollcall',
    version: '1',
    description: 'Attendance by face, on your own machine. Sign in, then send the token as a bearer token.',
  },
};

/** The whole product as a function from Request to Response: a Node server and a browser worker run the same one. */
export function createApp(services: Services, host: AppHost) {
  const routes = new OpenAPIHono<Env>({ defaultHook: onInvalid })
    .route('/', systemRoutes(host.checkReadiness))
    .route('/', authRoutes(services))
    .route('/', eventRoutes(services))
    .route('/', settingsRoutes(services))
    .route('/', peopleRoutes(services))
    .route('/', faceRoutes(services))
    .route('/', attendanceRoutes(services))
    .route('/', classRoutes(services))
    .route('/', classAttendanceRoutes(services))
    .route('/', calendarRoutes(services))
    .route('/', correctionRoutes(services))
    .route('/', noticeRoutes(services))
    .route('/', analyticsRoutes(services))
    .route('/', followUpRoutes(services))
    .route('/', reportRoutes(services, host.reportFonts))
    .route('/', backupRoutes(services))
    .route('/', restoreRoutes(services))
    .route('/', privacyRoutes(services))
    .route('/', importRoutes(services))
    .route('/', auditRoutes(services))
    .route('/', demoRoutes(services));

  const app = new OpenAPIHono<Env>();
  app.onError(handleError(host));
  app.notFound((c) => handleError(host)(new AppError('not_found'), c));
  app.use('/api/*', requestId({ headerName: '' }));
  app.use('/api/*', async (c, next) => {
    c.set('address', host.addressOf(c));
    await next();
    // Answers hold people's data: no cache on the way may keep them, unless a route says otherwise.
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  app.use('/api/*', limitBodies());
  app.use('/api/*', identify(services));

  const document = () => {
    app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
    return app.getOpenAPI31Document(DOCUMENT);
  };
  app.get('/api/openapi.json', (c) => c.json(document()));
  app.get('/api/docs', (c) => c.html(docsPage(document())));
  return app.route('/api', routes);
}

export type App = ReturnType<typeof createApp>;
