import type { AttendanceRepos } from '../attendance/attendance.ports.ts';
import type { AttendanceDay, NewCheckIn } from '../attendance/attendance.types.ts';
import { deriveDay } from '../attendance/attendance-day.rules.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { RandomSource } from '../kernel/random.ts';
import type { Zone } from '../kernel/zone.ts';
import type { OperationRepos, Uploads } from '../operations/operations.ports.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import { IMPORT_LIMITS, type Mapping, suggestMapping, type TableReader } from '../tables/uploaded-table.ts';
import {
  ATTENDANCE_COLUMNS,
  type AttendanceField,
  codesInTable,
  type DateOrder,
  type PastDay,
  validateDays,
} from './attendance-import.rules.ts';
import type { ImportRepos } from './import.ports.ts';
import { createImportRun, createReadTable } from './import-run.ts';
import type { RowProblem } from './row-problem.ts';

type Repos = AttendanceRepos & AuditRepos & ImportRepos & OperationRepos;

interface Needs {
  readonly uploads: Uploads;
  readonly tables: TableReader;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly transactAndPublish: TransactAndPublish<Repos>;
}

interface AttendanceImport {
  readonly upload: string;
  readonly mapping: Mapping<AttendanceField>;
  readonly dateOrder: DateOrder;
  readonly badRows: 'refuse' | 'skip';
  readonly dryRun: boolean;
}

export interface AttendanceImportResult {
  readonly rows: number;
  readonly importable: number;
  readonly problems: readonly RowProblem[];
  readonly imported: number;
}

/** Imports past days from another system, judged by the time rules of their dates. Recorded days do not change. */
export function createAttendanceImportService(needs: Needs) {
  const { uploads, clock, repos, settings, transactAndPublish } = needs;
  const readTable = createReadTable(needs);
  const run = createImportRun(needs);

  const rulesFor = async (days: readonly PastDay[]): Promise<Map<LocalDate, TimeSettings>> => {
    const rules = new Map<LocalDate, TimeSettings>();
    for (const { date } of days) if (!rules.has(date)) rules.set(date, await settings.timeSettingsOn(date));
    return rules;
  };

  const recordsOf = ({ personId, date, checkIn, checkOut }: PastDay, rule: TimeSettings, zone: Zone) => {
    const checkIns = [checkIn, checkOut]
      .filter((time) => time !== null)
      .map(
        (time): NewCheckIn => ({
          personId,
          at: zone.instantOf(date, time),
          date,
          means: 'import',
          score: null,
          rule,
        }),
      );
    const day = deriveDay(
      {
        personId,
        date,
        checkIns,
        rule,
        correction: null,
        isOnLeave: false,
        calendar: 'open',
        classAbsence: null,
        isClosed: true,
        previousStatus: null,
      },
      zone,
    );
    return { checkIns, day };
  };

  return {
    async upload(actor: Actor, chunks: AsyncIterable<Uint8Array>) {
      const upload = await uploads.store(actor, chunks, IMPORT_LIMITS.bytes);
      const { columns, rows } = await readTable(upload);
      const sample = rows.slice(0, IMPORT_LIMITS.sample);
      return {
        upload,
        columns,
        rows: rows.length,
        sample,
        mapping: suggestMapping(columns, ATTENDANCE_COLUMNS),
      };
    },

    async run(actor: Actor, request: AttendanceImport): Promise<AttendanceImportResult> {
      const { upload, mapping, dateOrder } = request;
      const table = await readTable(upload);
      const people = await repos.imports.idsOf(codesInTable(table, mapping));
      const { date: today, zone, now } = await settings.today();
      const known = await repos.imports.knownDays([...people.values()]);
      const { days, problems } = validateDays(table, mapping, dateOrder, { people, days: known, today });
      const notImported = { rows: table.rows.length, importable: days.length, problems, imported: 0 };
      if (request.dryRun || days.length === 0) return notImported;
      if (problems.length > 0 && request.badRows === 'refuse') return notImported;
      const rules = await rulesFor(days);
      return run(actor, upload, days.length, async (_onDone, finish) => {
        const checkIns: NewCheckIn[] = [];
        const verdicts: AttendanceDay[] = [];
        for (const day of days) {
          const rule = rules.get(day.date);
          if (!rule) throw new Error('Every day has a rule.');
          const records = recordsOf(day, rule, zone);
          checkIns.push(...records.checkIns);
          if (records.day) verdicts.push(records.day);
        }
        await transactAndPublish('attendance', async (tx) => {
          await tx.attendance.insertMany(checkIns, verdicts, zone, now);
          const detail = { days: days.length, refused_rows: table.rows.length - days.length };
          await tx.audit.insert(auditEntry(actor, clock.now(), 'attendance_imported', null, detail));
          await finish(tx);
        });
        return { ...notImported, imported: days.length };
      });
    },
  };
}
