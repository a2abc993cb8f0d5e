export const AUDIT_ACTIONS = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'set_up',
  'person_registered',
  'person_updated',
  'person_deleted',
  'person_erased',
  'password_changed',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_made',
  'sign_in_settings_saved',
  'approval_asked',
  'approval_decided',
  'approval_used',
  'link_mailed',
  'mail_tested',
  'api_token_created',
  'api_token_ended',
  'account_reset',
  'account_invited',
  'account_changed',
  'account_deleted',
  'sessions_ended',
  'identity_provider_saved',
  'identity_provider_removed',
  'provider_linked',
  'provider_unlinked',
  'face_enrolled',
  'face_removed',
  'face_refused',
  'look_alikes_noted',
  'attack_tried',
  'pin_changed',
  'pin_removed',
  'card_issued',
  'card_assigned',
  'card_revoked',
  'phone_added',
  'phone_removed',
  'kiosk_added',
  'kiosk_changed',
  'kiosk_removed',
  'kiosk_paired',
  'kiosk_revoked',
  'kiosk_refused',
  'kiosk_many_wrong',
  'kiosk_mark_taken_back',
  'kiosk_entries_broken',
  'kiosk_entry_confirmed',
  'kiosk_entry_dismissed',
  'exit_pin_changed',
  'exit_pin_removed',
  'drill_started',
  'drill_ended',
  'face_settings_saved',
  'evidence_saved',
  'network_added',
  'network_removed',
  'notice_created',
  'notice_deleted',
  'class_created',
  'class_updated',
  'class_deleted',
  'roster_changed',
  'class_teachers_changed',
  'class_attendance_started',
  'class_photo_checked',
  'class_attendance_saved',
  'class_config_saved',
  'time_settings_saved',
  'institution_changed',
  'logo_changed',
  'time_zone_changed',
  'working_days_saved',
  'holidays_saved',
  'holiday_removed',
  'leave_added',
  'leave_removed',
  'correction_asked',
  'correction_decided',
  'attendance_corrected',
  'attendance_marked',
  'mark_taken_back',
  'day_note_added',
  'day_note_taken_back',
  'day_closed',
  'day_reopened',
  'days_repaired',
  'backup_created',
  'export_created',
  'file_downloaded',
  'report_made',
  'backup_schedule_saved',
  'keys_exported',
  'restored',
  'privacy_settings_saved',
  'consent_asked',
  'consent_given',
  'consent_withdrawn',
  'personal_data_exported',
  'retention_applied',
  'retention_undone',
  'people_imported',
  'attendance_imported',
  'clock_confirmed',
  'future_days_removed',
  'demo_data_populated',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface NewAuditEntry {
  readonly at: Date;
  readonly actorId: number | null;
  readonly actorName: string;
  readonly action: AuditAction;
  /** What the action was applied to: a person's code, a notice title, a file name. */
  readonly subject: string | null;
  /** The person it is about. Left out, it is found by `subject` where the action is about a person. */
  readonly subjectId?: number | null;
  readonly address: string;
  /** Details for the reader; never a password, key or face data. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

export interface AuditEntry extends NewAuditEntry {
  readonly id: number;
  /** The present name of the person whom it is about; null for anything else, and once the person is deleted. */
  readonly subjectName: string | null;
}

export interface AuditQuery {
  readonly action?: AuditAction | undefined;
  /** Part of the actor's name or of the subject. */
  readonly about?: string | undefined;
  /** False leaves out what the server did by itself: closed days, scheduled backups, retention. */
  readonly system?: boolean | undefined;
  /** From `since` on, before `until`. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Only entries older than the one with this id, so that pages do not shift when new entries arrive. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** A page of the log, newest first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** `before` of the next page; null at the end of the log. */
  readonly next: number | null;
  /** Where the search stopped before the page was full, because one call looks at so many entries only; otherwise null. */
  readonly searchedTo: Date | null;
}
