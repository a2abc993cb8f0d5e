import type { Consent, PrivacySettings } from '@rollcall/core/privacy/privacy.types';
import type { RetentionCount, RetentionRun, RowCounts } from '@rollcall/core/privacy/retention.types';
import type { z } from 'zod';
import type {
  privacySettingsBody,
  wireConsent,
  wireRetention,
  wireRetentionRun,
} from './privacy.contract.ts';

type WireSettings = z.infer<typeof privacySettingsBody>;

export const presentConsent = (consent: Consent): z.infer<typeof wireConsent> => ({
  text_version: consent.textVersion,
  given_by: consent.givenBy,
  given_at: consent.givenAt.toISOString(),
  noted_by: consent.notedBy,
  method: consent.method,
  agreed_on: consent.agreedOn,
  withdrawn_at: consent.withdrawnAt?.toISOString() ?? null,
  withdrawn_by: consent.withdrawnBy,
});

export const presentSettings = (settings: PrivacySettings): WireSettings => ({
  consent_required: settings.consentRequired,
  consent_version: settings.consentVersion,
  consent_text: settings.consentText,
  templates_unused_days: settings.templatesUnusedDays,
  attendance_years: settings.attendanceYears,
  audit_years: settings.auditYears,
});

export const settingsFrom = (wire: WireSettings): PrivacySettings => ({
  consentRequired: wire.consent_required,
  consentVersion: wire.consent_version,
  consentText: wire.consent_text,
  templatesUnusedDays: wire.templates_unused_days,
  attendanceYears: wire.attendance_years,
  auditYears: wire.audit_years,
});

export const presentRetention = (count: RetentionCount): z.infer<typeof wireRetention> => ({
  people_with_unused_faces: count.peopleWithUnusedFaces,
  attendance_days: count.attendanceDays,
  check_ins: count.checkIns,
  audit_entries: count.auditEntries,
});

const presentRows = (rows: RowCounts) => ({
  attendance_days: rows.attendance_days ?? 0,
  check_ins: rows.check_ins ?? 0,
  class_marks: rows.class_marks ?? 0,
  corrections: rows.corrections ?? 0,
  day_notes: rows.day_notes ?? 0,
  leaves: rows.leaves ?? 0,
  audit_entries: rows.audit ?? 0,
});

export const presentRetentionRun = (run: RetentionRun): z.infer<typeof wireRetentionRun> => ({
  operation: run.operationId,
  state: run.state,
  file: run.file,
  started_at: run.startedAt.toISOString(),
  finished_at: run.finishedAt?.toISOString() ?? null,
  expires_at: run.expiresAt.toISOString(),
  done: run.done,
  total: run.total,
  removed: presentRows(run.removed),
  undone_at: run.undoneAt?.toISOString() ?? null,
  put_back: presentRows(run.putBack),
});
