import type { ReportDocument } from '@rollcall/core/kernel/tables/report-document.types';
import { countsOfRow, type MonthReportDay, type MonthReportRow } from '@rollcall/core/reports/month-report';
import { reportTexts } from '@rollcall/core/reports/report.kinds';
import { presentDays, rateOfCounts } from '@rollcall/core/reports/report.rules';
import type { ReportFormat, Scope } from '@rollcall/core/reports/report.types';
import type { Services } from '@rollcall/core/services';
import type { Context } from 'hono';
import { actorOf } from '../http/access.ts';
import { createRouter, type Env } from '../http/router.ts';
import type { FontSource } from './pdf/report-fonts.ts';
import { createReportFiles } from './report-file.ts';
import * as contract from './reports.contract.ts';

const scopeOf = (query: { class_id?: number | undefined; section?: string | undefined }): Scope => {
  if (query.class_id !== undefined) return { of: 'class', classId: query.class_id };
  return query.section === undefined ? { of: 'everyone' } : { of: 'section', section: query.section };
};

const presentMonthRow = (days: readonly MonthReportDay[]) => (row: MonthReportRow) => {
  const counts = countsOfRow(row, days);
  return {
    user_id: row.person.code,
    name: row.person.name,
    class_section: row.person.classSection,
    marks: [...row.statuses],
    present: presentDays(counts),
    late: counts.late + counts.very_late,
    absent: counts.absent + counts.unmarked,
    excused: counts.excused,
    rate: rateOfCounts(counts),
  };
};

export function reportRoutes({ reports, settings, consent, reach }: Services, fonts: FontSource) {
  const { reportFile, slipsFile, consentSheetsFile } = createReportFiles(fonts);
  const answer = async (c: Context<Env>, report: ReportDocument, format: ReportFormat) => {
    const { body, headers } = await reportFile(report, format);
    await reports.auditReport(actorOf(c), report, format);
    return c.body(body, 200, headers);
  };

  return createRouter()
    .openapi(contract.monthReport, async (c) => {
      const { month, lang, format, ...rest } = c.req.valid('query');
      return answer(c, await reports.monthReport(actorOf(c), month, scopeOf(rest), lang), format);
    })
    .openapi(contract.summaryReport, async (c) => {
      const { from, to, lang, format, ...rest } = c.req.valid('query');
      const report = await reports.summary(actorOf(c), { from, to, scope: scopeOf(rest), language: lang });
      return answer(c, report, format);
    })
    .openapi(contract.personReport, async (c) => {
      const { from, to, lang, format } = c.req.valid('query');
      const report = await reports.person(actorOf(c), c.req.valid('param').id, { from, to }, lang);
      return answer(c, report, format);
    })
    .openapi(contract.monthReportPage, async (c) => {
      const { month, page, limit, ...rest } = c.req.valid('query');
      const offset = (page - 1) * limit;
      const { range, days, rows, total } = await reports.monthReportPage(actorOf(c), month, scopeOf(rest), {
        offset,
        limit,
      });
      return c.json(
        {
          month: range.from.slice(0, 7),
          days: days.map(({ date, calendar }) => ({ date, calendar })),
          rows: rows.map(presentMonthRow(days)),
          total,
          page,
          limit,
        },
        200,
      );
    })
    .openapi(contract.passwordSlips, async (c) => {
      const { lang, site, rows } = c.req.valid('json');
      const { name: institution, kind } = await settings.institution();
      const words = kind === 'university' ? {} : { noSection: reportTexts(lang, kind).noSection };
      const { body, headers } = await slipsFile(
        { institution, language: lang, site, rows, ...words },
        'password-slips',
      );
      return c.body(body, 200, headers);
    })
    .openapi(contract.consentSheets, async (c) => {
      const { lang, user_ids } = c.req.valid('json');
      const people = [];
      for (const code of new Set(user_ids))
        people.push(await reach.require(actorOf(c), 'faces.manage', code));
      const { name: institution, kind } = await settings.institution();
      const { consentText: text, consentVersion: version } = await consent.settings();
      const { body, headers } = await consentSheetsFile(
        {
          institution,
          language: lang,
          text,
          version,
          sectionLabel: reportTexts(lang, kind).columns.section,
          people: people.map(({ code, name, classSection }) => ({
            id: code,
            name,
            class_section: classSection,
          })),
        },
        'consent-sheets',
      );
      await consent.noteAsked(actorOf(c), people, version);
      return c.body(body, 200, headers);
    });
}
