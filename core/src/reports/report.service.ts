import { type Actor, canSeePerson } from '../access.ts';
import type { DateRange } from '../analytics/analytics.types.ts';
import type { AttendanceDay } from '../attendance/attendance.types.ts';
import { calendarDay } from '../attendance/calendar.rules.ts';
import { auditOf } from '../audit/audit.service.ts';
import { AppError } from '../errors.ts';
import type { Language } from '../language.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { eachDay, type LocalDate } from '../time/local-date.ts';
import { personColumns, personFigures, personRow } from './person-sheet.ts';
import { createRegisterRows, type RegisterDay, registerColumns, registerLines } from './register-sheet.ts';
import { dayName, fileNameOf, monthName, monthRange } from './report.rules.ts';
import { REPORT_TEXTS } from './report.texts.ts';
import type { ReportPerson, ReportQuery, Scope, Sheet, SheetRow } from './report.types.ts';
import { createSummaryRows, summaryColumns } from './summary-sheet.ts';

type Needs = Pick<Ports, 'repos'> & { settings: SettingsService };

/** People per read: small enough that other requests pass between two reads of a large school. */
const PEOPLE_PER_PAGE = 50;
const LONGEST_RANGE_DAYS = 4000;

/** What schools and offices print: the month's register, a summary per class, one person's record. */
export function createReportService({ repos, settings }: Needs) {
  const scopeName = async (scope: Scope, language: Language): Promise<string> => {
    const texts = REPORT_TEXTS[language];
    if (scope.of === 'everyone') return texts.everyone;
    if (scope.of === 'section') return texts.section(scope.section);
    const found = await repos.classes.byId(scope.classId);
    if (!found) throw new AppError('class_not_found');
    return texts.class([found.name, found.section].filter(Boolean).join(' '));
  };

  const frame = async (language: Language) => {
    const { name } = await settings.institution();
    const { now, zone } = await settings.today();
    const texts = REPORT_TEXTS[language];
    const madeAt = texts.madeAt(`${dayName(zone.dateOf(now), language)}, ${zone.timeOf(now)}`);
    return { institution: name, madeAt, language, notes: [texts.definition], texts };
  };

  const calendarOf = async ({ from, to }: DateRange): Promise<RegisterDay[]> => {
    const { workingDays } = await settings.institution();
    const holidays = new Set((await repos.calendar.holidays(from, to)).map(({ date }) => date));
    return eachDay(from, to).map((date) => ({
      date,
      calendar: calendarDay(date, workingDays, holidays.has(date)),
    }));
  };

  async function* inPages<T>(list: readonly T[], read: (part: readonly T[]) => Promise<SheetRow[]>) {
    for (let start = 0; start < list.length; start += PEOPLE_PER_PAGE)
      yield await read(list.slice(start, start + PEOPLE_PER_PAGE));
  }

  const idsOf = (people: readonly ReportPerson[]): number[] => people.map(({ id }) => id);

  const period = ({ from, to }: DateRange, language: Language): string =>
    REPORT_TEXTS[language].period(dayName(from, language), dayName(to, language));

  return {
    /** One page of the register for the screen. */
    async registerPage(month: LocalDate, scope: Scope, page: { offset: number; limit: number }) {
      await scopeName(scope, 'en');
      const range = monthRange(month);
      const days = await calendarOf(range);
      const shown = await repos.reports.people(scope, page);
      const lines = registerLines(shown, days, await repos.reports.days(idsOf(shown), range));
      return { range, days, lines, total: await repos.reports.headcount(scope) };
    },

    async register(month: LocalDate, scope: Scope, language: Language): Promise<Sheet> {
      const { texts, madeAt, notes, ...rest } = await frame(language);
      const whose = await scopeName(scope, language);
      const range = monthRange(month);
      const days = await calendarOf(range);
      const people = await repos.reports.people(scope);
      async function* pages() {
        const rows = createRegisterRows(days, language);
        yield* inPages(people, async (part) => {
          const verdicts = await repos.reports.days(idsOf(part), range);
          return registerLines(part, days, verdicts).map(rows.rowOf);
        });
        yield [rows.totalRow()];
      }
      return {
        ...rest,
        title: `${texts.register}, ${monthName(month, language)}`,
        lines: [whose, madeAt],
        columns: registerColumns(days, language),
        pages,
        notes: [texts.legend, ...notes],
        shape: 'landscape',
        fileName: fileNameOf('register', range.from.slice(0, 7), scope.of === 'everyone' ? '' : whose),
      };
    },

    async summary({ scope, language, ...range }: ReportQuery): Promise<Sheet> {
      const { texts, madeAt, ...rest } = await frame(language);
      const whose = await scopeName(scope, language);
      const people = await repos.reports.people(scope);
      async function* pages() {
        const rows = createSummaryRows(language);
        yield* inPages(people, async (part) => {
          const counts = await repos.reports.counts(idsOf(part), range);
          return part.map((person) => rows.rowOf(person, counts.get(person.id)));
        });
        yield [rows.totalRow()];
      }
      return {
        ...rest,
        title: texts.summary,
        lines: [whose, period(range, language), madeAt],
        columns: summaryColumns(language),
        pages,
        shape: 'landscape',
        fileName: fileNameOf('summary', range.from, range.to, scope.of === 'everyone' ? '' : whose),
      };
    },

    /** For anyone but the person and administrators, the person does not exist. */
    async person(actor: Actor, code: string, range: DateRange, language: Language): Promise<Sheet> {
      const person = await repos.people.byCode(code);
      if (!person || !canSeePerson(actor, person.id)) throw new AppError('user_not_found');
      const { texts, madeAt, ...rest } = await frame(language);
      const { zone } = await settings.today();
      const newestFirst = await repos.attendance.daysOf(person.id, { ...range, limit: LONGEST_RANGE_DAYS });
      const days: readonly AttendanceDay[] = newestFirst.toReversed();
      async function* pages() {
        yield* inPages(days, async (part) => part.map((day) => personRow(day, zone, language)));
      }
      const who = [person.name, person.code, person.classSection ?? texts.kinds[person.kind]].join(', ');
      return {
        ...rest,
        title: texts.personal,
        lines: [who, period(range, language), personFigures(days, language), madeAt],
        columns: personColumns(language),
        pages,
        shape: 'portrait',
        fileName: fileNameOf('attendance', person.code, range.from, range.to),
      };
    },

    /** Who took which report out of the system. */
    async noteMade(actor: Actor, sheet: Sheet, format: string): Promise<void> {
      const { now } = await settings.today();
      const detail = { report: sheet.title, of: sheet.lines[0] ?? '', format };
      await repos.audit.insert(auditOf(actor, now, 'report_made', sheet.fileName, detail));
    },
  };
}
