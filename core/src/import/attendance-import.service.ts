import type { AttendanceRecorder, AttendanceRepos } from '../attendance/attendance.ports.ts';
import type { DayKey, NewCheckIn } from '../attendance/attendance.types.ts';
import { unseenStatus } from '../attendance/attendance-day.rules.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Jobs } from '../jobs/jobs.ports.ts';
import { type Actor, mayWriteDaysOf } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { RandomSource } from '../kernel/random.ts';
import {
  IMPORT_LIMITS,
  type Mapping,
  suggestMapping,
  type TableReader,
} from '../kernel/tables/uploaded-table.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import type { OperationRepos, Uploads } from '../operations/operations.ports.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import {
  ATTENDANCE_COLUMNS,
  type AttendanceField,
  codesInTable,
  type DateOrder,
  daysInTable,
  type PastDay,
  validateDays,
} from './attendance-import.rules.ts';
import type { ImportRepos } from './import.ports.ts';
import { createImportRun, createReadTable, type ImportSteps } from './import-run.ts';
import { type BadRow, badRowsOf, type RowProblem } from './row-problem.ts';

type Repos = AttendanceRepos & AuditRepos & ImportRepos & OperationRepos;

interface Needs {
  readonly attendance: AttendanceRecorder;
  readonly uploads: Uploads;
  readonly tables: TableReader;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly jobs: Jobs;
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
  /** Rows that an earlier import recorded. */
  readonly alreadyImported: number;
  readonly problems: readonly RowProblem[];
  readonly badRows: readonly BadRow[];
  readonly imported: number;
}

/**
 * Days written in one transaction. Everybody waits for a transaction of the embedded database, and between two of them
 * whoever waited is served.
 */
const BATCH_DAYS = 1000;

/** Imports past days from another system, judged by the time rules of their dates. Recorded days do not change. */
export function createAttendanceImportService(needs: Needs) {
  const { attendance, uploads, clock, repos, settings, transactAndPublish } = needs;
  const readTable = createReadTable(needs);
  const run = createImportRun(needs);

  const rulesFor = async (days: readonly PastDay[]): Promise<Map<LocalDate, TimeSettings>> => {
    const rules = new Map<LocalDate, TimeSettings>();
    for (const { date } of days) if (!rules.has(date)) rules.set(date, await settings.timeSettingsOn(date));
    return rules;
  };

  const checkInsOf = (
    { personId, date, checkIn, checkOut }: PastDay,
    rule: TimeSettings,
    zone: Zone,
  ): NewCheckIn[] =>
    [checkIn, checkOut]
      .filter((time) => time !== null)
      .map((time) => ({
        personId,
        at: zone.instantOf(date, time),
        date,
        means: 'import',
        score: null,
        rule,
      }));

  const daysOff = async (keys: readonly DayKey[]): Promise<Set<LocalDate>> => {
    const days = await repos.facts.calendarDays([...new Set(keys.map(({ date }) => date))]);
    return new Set(days.filter(({ calendar }) => calendar !== 'open').map(({ date }) => date));
  };

  /** Writes the days that nobody recorded meanwhile, and answers how many. */
  const write = async (
    tx: Repos,
    actor: Actor,
    batch: readonly PastDay[],
    rules: ReadonlyMap<LocalDate, TimeSettings>,
    zone: Zone,
    now: Date,
  ): Promise<number> => {
    const people = [...new Set(batch.map(({ personId }) => personId))];
    const existing = await tx.attendance.lockPeople(people);
    const recorded = await tx.imports.knownDays(batch);
    const missing = batch.filter(
      ({ personId, date }) => existing.has(personId) && !recorded.has(`${personId}|${date}`),
    );
    const ruleOf = ({ date }: PastDay): TimeSettings => {
      const rule = rules.get(date);
      if (!rule) throw new Error('Every day has a rule.');
      return rule;
    };
    const absent = missing.filter(({ checkIn }) => checkIn === null);
    await tx.attendance.insertRecords(
      missing.flatMap((day) => checkInsOf(day, ruleOf(day), zone)),
      absent.map((day) => ({ ...day, status: unseenStatus(ruleOf(day)) })),
    );
    await attendance.rederiveDays(tx, missing, zone, now, actor);
    return missing.length;
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
      const named = daysInTable(table, mapping, dateOrder, people);
      const known = {
        people,
        notOf: mayWriteDaysOf(actor, actor.personId) ? null : actor.personId,
        days: await repos.imports.knownDays(named),
        daysOff: await daysOff(named.filter(({ date }) => date < today)),
        emptied: await repos.facts.emptied(),
        today,
        zone,
      };
      const { days, problems, alreadyImported } = validateDays(table, mapping, dateOrder, known);
      const notImported = {
        rows: table.rows.length,
        importable: days.length,
        alreadyImported,
        problems,
        badRows: badRowsOf(table.rows, problems),
        imported: 0,
      };
      if (request.dryRun || days.length === 0) return notImported;
      if (problems.length > 0 && request.badRows === 'refuse') return notImported;
      const rules = await rulesFor(days);
      const batches = Array.from({ length: Math.ceil(days.length / BATCH_DAYS) }, (_, index) =>
        days.slice(index * BATCH_DAYS, (index + 1) * BATCH_DAYS),
      );
      let imported = 0;
      const problemOf = () =>
        imported === 0
          ? 'Nothing was imported.'
          : `${imported} of ${days.length} days were imported. Import the file again for the rest.`;
      const work = async ({ onDone, finish, signal }: ImportSteps) => {
        for (const [index, batch] of batches.entries()) {
          signal.throwIfAborted();
          imported += await transactAndPublish('attendance', async (tx) => {
            const written = await write(tx, actor, batch, rules, zone, now);
            if (index === batches.length - 1) {
              const detail = {
                days: imported + written,
                refused_rows: table.rows.length - days.length - alreadyImported,
              };
              await tx.audit.insert(auditEntry(actor, clock.now(), 'attendance_imported', null, detail));
              await finish(tx);
            }
            return written;
          });
          onDone(imported);
        }
        return { ...notImported, imported };
      };
      return run(actor, upload, days.length, work, problemOf);
    },
  };
}
