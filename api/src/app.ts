import { OpenAPIHono } from '@hono/zod-openapi';
import { AppError } from '@rollcall/core/kernel/errors';
import type { Services } from '@rollcall/core/services';
import type { Context } from 'hono';
import { requestId } from 'hono/request-id';
import { analyticsRoutes, followUpRoutes } from './analytics/analytics.routes.ts';
import { attendanceRoutes, correctionRoutes } from './attendance/attendance.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { backupRoutes, restoreRoutes } from './backup/backup.routes.ts';
import { calendarRoutes } from './calendar/calendar.routes.ts';
import { classAttendanceRoutes, classRoutes } from './classes/classes.routes.ts';
import { demoRoutes } from './demo/demo.routes.ts';
import { faceRoutes } from './faces/faces.routes.ts';
import { identify } from './http/access.ts';
import { handleError, type ReportFailure } from './http/errors.ts';
import { limitBodies } from './http/limits.ts';
import { createRouter, type Env } from './http/router.ts';
import { importRoutes } from './import/import.routes.ts';
import { noticeRoutes } from './notices/notices.routes.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { privacyRoutes } from './privacy/privacy.routes.ts';
import type { LoadFonts } from './reports/pdf/report-fonts.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { docsPage } from './system/docs-page.ts';
import { type CheckReadiness, eventRoutes, systemRoutes } from './system/system.routes.ts';

/** What the app needs from its host: a Node server or a browser worker. */
export interface AppHost {
  /** The client's address, which only the host can know. */
  readonly addressOf: (c: Context) => string;
  readonly report: ReportFailure;
  /** True for database failures that may be gone on retry. */
  readonly isUnavailable: (error: unknown) => boolean;
  readonly checkReadiness: CheckReadiness;
  /** Fonts for PDF reports, in order of preference; loaded with the first PDF. */
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

/** Creates the Hono app, a function from Request to Response that every host runs. */
export function createApp(services: Services, host: AppHost) {
  const routes = createRouter()
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
    // Answers hold personal data: no cache may keep them unless a route says otherwise.
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
