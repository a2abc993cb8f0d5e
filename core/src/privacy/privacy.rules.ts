import { addDays, addMonths, type LocalDate } from '../kernel/local-date.ts';
import { startOfDay, type Zone } from '../kernel/zones/zone.ts';
import type { PrivacySettings } from './privacy.types.ts';
import type { Cutoffs, RowCounts } from './retention.types.ts';

export const DEFAULT_PRIVACY: PrivacySettings = {
  consentRequired: false,
  consentVersion: '1',
  consentText:
    'I agree that my attendance is recorded by face. From photos, numbers are computed that tell faces apart; they are kept encrypted, used for attendance only, and destroyed when I withdraw. My attendance can be recorded without a face instead.',
  templatesUnusedDays: null,
  attendanceYears: null,
  auditYears: null,
};

export const PRIVACY_LIMITS = { unusedDaysMin: 30, unusedDaysMax: 3650, yearsMax: 50 } as const;

/** Rows per table, named as the audit names them; tables without rows are left out. */
export function auditDetail(rows: RowCounts): Record<string, number> {
  const named = {
    attendanceDays: rows.attendance_days,
    checkIns: rows.check_ins,
    classMarks: rows.class_marks,
    corrections: rows.corrections,
    dayNotes: rows.day_notes,
    leaves: rows.leaves,
    auditEntries: rows.audit,
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, count = 0]) => (count > 0 ? [[name, count]] : [])),
  );
}

/** Dates and instants before which data is removed, by the retention settings. */
export function cutoffsOf(settings: PrivacySettings, today: LocalDate, zone: Zone): Cutoffs {
  const { templatesUnusedDays, attendanceYears, auditYears } = settings;
  return {
    facesUnusedSince:
      templatesUnusedDays === null ? null : startOfDay(zone, addDays(today, -templatesUnusedDays)),
    attendanceBefore: attendanceYears === null ? null : addMonths(today, -12 * attendanceYears),
    auditBefore: auditYears === null ? null : startOfDay(zone, addMonths(today, -12 * auditYears)),
  };
}
