import type { Consent, PrivacySettings, RetentionCount } from '@rollcall/core/privacy/privacy.types';
import type { z } from 'zod';
import type { privacySettingsBody, wireConsent, wireRetention } from './privacy.contract.ts';

type WireSettings = z.infer<typeof privacySettingsBody>;

export const presentConsent = (consent: Consent): z.infer<typeof wireConsent> => ({
  text_version: consent.textVersion,
  given_by: consent.givenBy,
  given_at: consent.givenAt.toISOString(),
  noted_by: consent.notedBy,
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
