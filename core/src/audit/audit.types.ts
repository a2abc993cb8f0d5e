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
  'face_enrolled',
  'face_removed',
  'face_refused',
  'look_alikes_noted',
  'face_settings_saved',
  'notice_created',
  'notice_deleted',
  'class_created',
  'class_updated',
  'class_deleted',
  'roster_changed',
  'class_attendance_started',
  'class_photo_checked',
  'class_attendance_saved',
  'class_config_saved',
  'time_settings_saved',
  'working_days_saved',
  'holidays_saved',
  'holiday_removed',
  'leave_added',
  'leave_removed',
  'correction_asked',
  'correction_decided',
  'attendance_corrected',
  'day_closed',
  'backup_created',
  'export_created',
  'file_downloaded',
  'report_made',
  'backup_schedule_saved',
  'keys_exported',
  'restored',
  'privacy_settings_saved',
  'consent_given',
  'consent_withdrawn',
  'personal_data_exported',
  'retention_applied',
  'people_imported',
  'attendance_imported',
  'demo_data_populated',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface NewAuditEntry {
  readonly at: Date;
  readonly actorId: number | null;
  readonly actorName: string;
  readonly action: AuditAction;
  /** What it was done to, as the institution names it: a user id, a notice title, a file. */
  readonly subject: string | null;
  readonly address: string;
  /** Small facts for a reader; never a secret, a password or a face. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

export interface AuditEntry extends NewAuditEntry {
  readonly id: number;
}

export interface AuditQuery {
  readonly action?: AuditAction | undefined;
  /** Part of who did it, or of what it was done to. */
  readonly about?: string | undefined;
  /** From this moment on, and before that one. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Entries older than this id: a page never shifts while new entries arrive. */
  readonly before?: number | undefined;
  readonly limit: number;
}
