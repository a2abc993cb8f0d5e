import type { Actor } from '../access.ts';
import type { AttendanceDay, NewCheckIn } from '../attendance/attendance.types.ts';
import { deriveDay } from '../attendance/attendance-day.rules.ts';
import { auditOf } from '../audit/audit.service.ts';
import { createUploads } from '../backup/uploads.ts';
import type { Announcing } from '../events/announcing.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { Zone } from '../time/zone.ts';
import {
  ATTENDANCE_COLUMNS,
  type AttendanceField,
  codesIn,
  type DateOrder,
  judgeDays,
  type PastDay,
} from './attendance-import.rules.ts';
import { createImportRun } from './import-run.ts';
import type { RowProblem } from './row-problem.ts';
import { IMPORT_LIMITS, type Mapping, readSheet, suggestMapping } from './sheet.ts';

type Needs = Pick<Ports, 'clock' | 'random' | 'repos' | 'files'> & {
  settings: SettingsService;
  announcing: Announcing;
};

export interface AttendanceImport {
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

/** Days from an older system, judged by the rules of their own time. What is recorded here already stays. */
export function createAttendanceImportService(needs: Needs) {
  const { clock, repos, settings, announcing } = needs;
  const uploads = createUploads(needs);
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
        inClass: null,
        isClosed: true,
        before: null,
      },
      zone,
    );
    return { checkIns, day };
  };

  return {
    async upload(actor: Actor, chunks: AsyncIterable<Uint8Array>) {
      const upload = await uploads.keep(actor, chunks, IMPORT_LIMITS.bytes);
      const { columns, rows } = await readSheet(await uploads.bytesOf(upload, IMPORT_LIMITS.bytes));
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
      const sheet = await readSheet(await uploads.bytesOf(upload, IMPORT_LIMITS.bytes));
      const people = await repos.imports.idsOf(codesIn(sheet, mapping));
      const { date: today, zone, now } = await settings.today();
      const known = await repos.imports.knownDays([...people.values()]);
      const { days, problems } = judgeDays(sheet, mapping, dateOrder, { people, days: known, today });
      const nothing = { rows: sheet.rows.length, importable: days.length, problems, imported: 0 };
      if (request.dryRun || days.length === 0) return nothing;
      if (problems.length > 0 && request.badRows === 'refuse') return nothing;
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
        await announcing('attendance', async (tx) => {
          await tx.attendance.insertMany(checkIns, verdicts, zone, now);
          const detail = { days: days.length, refused_rows: sheet.rows.length - days.length };
          await tx.audit.insert(auditOf(actor, clock.now(), 'attendance_imported', null, detail));
          await finish(tx);
        });
        return { ...nothing, imported: days.length };
      });
    },
  };
}
