import { countsOf, type RegisterLine } from '@rollcall/core/reports/register-sheet';
import { presentDays, rateOfCounts } from '@rollcall/core/reports/report.rules';
import type { ReportFormat, Scope, Sheet } from '@rollcall/core/reports/report.types';
import type { Services } from '@rollcall/core/services';
import type { Context } from 'hono';
import { actorOf } from '../http/access.ts';
import type { Env } from '../http/env.ts';
import { createRouter } from '../http/router.ts';
import { createReportFiles } from './report-file.ts';
import type { LoadFonts } from './report-fonts.ts';
import * as contract from './reports.contract.ts';

const scopeOf = (query: { class_id?: number | undefined; section?: string | undefined }): Scope => {
  if (query.class_id !== undefined) return { of: 'class', classId: query.class_id };
  return query.section === undefined ? { of: 'everyone' } : { of: 'section', section: query.section };
};

const presentLine = (line: RegisterLine) => {
  const counts = countsOf(line);
  return {
    user_id: line.person.code,
    name: line.person.name,
    class_section: line.person.classSection,
    marks: [...line.marks],
    present: presentDays(counts),
    late: counts.late + counts.very_late,
    absent: counts.absent + counts.unmarked,
    excused: counts.excused,
    rate: rateOfCounts(counts),
  };
};

export function reportRoutes({ reports }: Services, loadFonts: LoadFonts) {
  const fileOf = createReportFiles(loadFonts);
  const answer = async (c: Context<Env>, sheet: Sheet, format: ReportFormat) => {
    const { body, headers } = await fileOf(sheet, format);
    await reports.noteMade(actorOf(c), sheet, format);
    return c.body(body, 200, headers);
  };

  return createRouter()
    .openapi(contract.registerReport, async (c) => {
      const { month, lang, format, ...rest } = c.req.valid('query');
      return answer(c, await reports.register(month, scopeOf(rest), lang), format);
    })
    .openapi(contract.summaryReport, async (c) => {
      const { from, to, lang, format, ...rest } = c.req.valid('query');
      const sheet = await reports.summary({ from, to, scope: scopeOf(rest), language: lang });
      return answer(c, sheet, format);
    })
    .openapi(contract.personReport, async (c) => {
      const { from, to, lang, format } = c.req.valid('query');
      const sheet = await reports.person(actorOf(c), c.req.valid('param').id, { from, to }, lang);
      return answer(c, sheet, format);
    })
    .openapi(contract.registerPage, async (c) => {
      const { month, page, limit, ...rest } = c.req.valid('query');
      const offset = (page - 1) * limit;
      const { range, days, lines, total } = await reports.registerPage(month, scopeOf(rest), {
        offset,
        limit,
      });
      return c.json(
        {
          month: range.from.slice(0, 7),
          days: days.map(({ date, calendar }) => ({ date, calendar })),
          rows: lines.map(presentLine),
          total,
          page,
          limit,
        },
        200,
      );
    });
}
