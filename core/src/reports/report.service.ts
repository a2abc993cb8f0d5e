import type { DateRange } from '../analytics/analytics.types.ts';
import type { AttendanceRepos } from '../attendance/attendance.ports.ts';
import type { AttendanceDay } from '../attendance/attendance.types.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { ClassRepos } from '../classes/classes.ports.ts';
import { meetsOn } from '../classes/classes.rules.ts';
import { type Actor, type Reach, requireReach } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import type { Language } from '../kernel/language.ts';
import { eachDay, type LocalDate } from '../kernel/local-date.ts';
import type { ReportDocument, TableRow } from '../kernel/tables/report-document.types.ts';
import { isolated } from '../kernel/text.ts';
import type { PeopleReach, PeopleRepos } from '../people/people.ports.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import {
  createMonthTableRows,
  type MonthReportDay,
  type MonthReportRow,
  monthReportColumns,
  monthReportRows,
} from './month-report.ts';
import { personColumns, personFigures, personRow } from './person-report.ts';
import { reportTexts } from './report.kinds.ts';
import type { ReportRepos } from './report.ports.ts';
import { dayName, fileNameOf, monthName, monthRange } from './report.rules.ts';
import { REPORT_TEXTS } from './report.texts.ts';
import type { ReportPerson, ReportQuery, Scope } from './report.types.ts';
import { createSummaryTableRows, summaryColumns } from './summary-report.ts';

type Repos = AttendanceRepos & AuditRepos & ClassRepos & PeopleRepos & ReportRepos;

interface Needs {
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly reach: PeopleReach;
}

/** People per read: small, so that other requests are handled between two reads of a large school. */
const PEOPLE_PER_PAGE = 50;
const LONGEST_RANGE_DAYS = 4000;

/** Some people of the month report, for the screen. */
interface MonthReportPage {
  readonly range: DateRange;
  readonly days: readonly MonthReportDay[];
  readonly rows: readonly MonthReportRow[];
  readonly total: number;
}

/** Makes the reports for print and download: month report, summary, person report. */
export function createReportService({ repos, settings, reach }: Needs) {
  /** Fails with `class_not_found` for a class beyond reach. */
  const scopeName = async (scope: Scope, reach: Reach, language: Language): Promise<string> => {
    const texts = reportTexts(language, (await settings.institution()).kind);
    if (scope.of === 'everyone') return texts.everyone;
    if (scope.of === 'section') return texts.section(scope.section);
    const found = await repos.classes.byIdWithin(scope.classId, reach);
    if (!found) throw new AppError('class_not_found');
    return texts.class([found.name, found.section].filter(Boolean).join(' '));
  };

  const commonParts = async (language: Language, scope?: Scope) => {
    const { name, kind } = await settings.institution();
    const { now, zone } = await settings.today();
    const texts = reportTexts(language, kind);
    const madeAt = texts.madeAt(`${dayName(zone.dateOf(now), language)}, ${zone.timeOf(now)}`);
    return {
      institution: name,
      madeAt,
      language,
      sectionHeading: (section: string | null) =>
        section === null ? texts.noSection : texts.section(section),
      notes: [scope?.of === 'class' ? texts.classDefinition : texts.definition],
      texts,
    };
  };

  /** The days of a range. In the report of a class a day without a meeting is a day off. */
  const calendarOf = async (scope: Scope, { from, to }: DateRange): Promise<MonthReportDay[]> => {
    const days = await repos.facts.calendarDays(eachDay(from, to));
    const schoolClass = scope.of === 'class' ? await repos.classes.byId(scope.classId) : null;
    const met = new Set(
      scope.of === 'class' ? await repos.reports.meetingDays(scope.classId, { from, to }) : [],
    );
    return days.map(({ date, calendar }) => {
      if (met.has(date)) return { date, calendar: 'open' };
      const isFree = calendar === 'open' && schoolClass && !meetsOn(schoolClass, date);
      return { date, calendar: isFree ? 'off' : calendar };
    });
  };

  async function* inPages<T>(list: readonly T[], read: (part: readonly T[]) => Promise<TableRow[]>) {
    for (let start = 0; start < list.length; start += PEOPLE_PER_PAGE)
      yield await read(list.slice(start, start + PEOPLE_PER_PAGE));
  }

  const idsOf = (people: readonly ReportPerson[]): number[] => people.map(({ id }) => id);

  const period = ({ from, to }: DateRange, language: Language): string =>
    REPORT_TEXTS[language].period(dayName(from, language), dayName(to, language));

  return {
    async monthReportPage(
      actor: Actor,
      month: LocalDate,
      scope: Scope,
      page: { offset: number; limit: number },
    ): Promise<MonthReportPage> {
      const within = requireReach(actor, 'reports.print');
      await scopeName(scope, within, 'en');
      const range = monthRange(month);
      const days = await calendarOf(scope, range);
      const shown = await repos.reports.people(scope, range, within, page);
      const lines = monthReportRows(shown, days, await repos.reports.days(scope, idsOf(shown), range));
      return { range, days, rows: lines, total: await repos.reports.headcount(scope, range, within) };
    },

    async monthReport(
      actor: Actor,
      month: LocalDate,
      scope: Scope,
      language: Language,
    ): Promise<ReportDocument> {
      const within = requireReach(actor, 'reports.print');
      const { texts, madeAt, notes, ...rest } = await commonParts(language, scope);
      const scopeLabel = await scopeName(scope, within, language);
      const range = monthRange(month);
      const days = await calendarOf(scope, range);
      const people = await repos.reports.people(scope, range, within);
      async function* pages() {
        const rows = createMonthTableRows(days, language);
        yield* inPages(people, async (part) => {
          const statusDays = await repos.reports.days(scope, idsOf(part), range);
          return monthReportRows(part, days, statusDays).map(rows.addRow);
        });
        yield [rows.totalRow()];
      }
      return {
        ...rest,
        title: `${texts.monthReport}, ${monthName(month, language)}`,
        lines: [scopeLabel, madeAt],
        columns: monthReportColumns(days, language, {
          isBySection: scope.of === 'everyone',
          sectionLabel: texts.columns.section,
        }),
        pages,
        notes: [texts.legend, ...notes],
        orientation: 'landscape',
        fileName: fileNameOf('register', range.from.slice(0, 7), scope.of === 'everyone' ? '' : scopeLabel),
      };
    },

    async summary(actor: Actor, { scope, language, ...range }: ReportQuery): Promise<ReportDocument> {
      const within = requireReach(actor, 'reports.print');
      const { texts, madeAt, ...rest } = await commonParts(language, scope);
      const scopeLabel = await scopeName(scope, within, language);
      const people = await repos.reports.people(scope, range, within);
      async function* pages() {
        const rows = createSummaryTableRows(language);
        yield* inPages(people, async (part) => {
          const counts = await repos.reports.counts(scope, idsOf(part), range);
          return part.map((person) => rows.addRow(person, counts.get(person.id)));
        });
        yield [rows.totalRow()];
      }
      return {
        ...rest,
        title: texts.summary,
        lines: [scopeLabel, period(range, language), madeAt],
        columns: summaryColumns(language, texts.columns.section),
        pages,
        orientation: 'landscape',
        fileName: fileNameOf('summary', range.from, range.to, scope.of === 'everyone' ? '' : scopeLabel),
      };
    },

    /** Fails with `user_not_found` beyond the actor's reach. */
    async person(actor: Actor, code: string, range: DateRange, language: Language): Promise<ReportDocument> {
      const person = await reach.requireOrSelf(actor, 'profile.read', code);
      const { texts, madeAt, ...rest } = await commonParts(language);
      const { zone } = await settings.today();
      const newestFirst = await repos.attendance.daysOf(person.id, { ...range, limit: LONGEST_RANGE_DAYS });
      const days: readonly AttendanceDay[] = newestFirst.toReversed();
      async function* pages() {
        yield* inPages(days, async (part) => part.map((day) => personRow(person, day, zone, language)));
      }
      const who = [isolated(person.name), person.code, person.classSection ?? texts.kinds[person.kind]].join(
        ', ',
      );
      return {
        ...rest,
        title: texts.personal,
        lines: [who, period(range, language), personFigures(days, language), madeAt],
        columns: personColumns(language),
        pages,
        orientation: 'portrait',
        fileName: fileNameOf('attendance', person.code, range.from, range.to),
        about: { id: person.id, code: person.code },
      };
    },

    /** Records in the audit log who made which report. Of one about a person only their code: it may be erased. */
    async auditReport(
      actor: Actor,
      document: Pick<ReportDocument, 'title' | 'about' | 'lines' | 'fileName'>,
      format: string,
    ): Promise<void> {
      const { now } = await settings.today();
      const { title: report, about, lines, fileName } = document;
      const detail = about ? { report, format } : { report, of: lines[0] ?? '', format };
      const entry = auditEntry(actor, now, 'report_made', about?.code ?? fileName, detail);
      await repos.audit.insert({ ...entry, subjectId: about?.id ?? null });
    },
  };
}
