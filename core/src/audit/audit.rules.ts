import type { Actor } from '../kernel/access.ts';
import type { AuditAction, NewAuditEntry } from './audit.types.ts';

/**
 * Actions whose subject is the code of a person. Erasing that person clears subject and details of these entries;
 * `person_deleted`, `person_erased` and `account_deleted` are not among them, because they are the proof that stays.
 */
export const ABOUT_A_PERSON: readonly AuditAction[] = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'person_registered',
  'person_updated',
  'password_changed',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_made',
  'approval_asked',
  'approval_decided',
  'approval_used',
  'link_mailed',
  'api_token_created',
  'api_token_ended',
  'account_reset',
  'account_invited',
  'account_changed',
  'sessions_ended',
  'provider_linked',
  'provider_unlinked',
  'face_enrolled',
  'face_removed',
  'face_refused',
  'look_alikes_noted',
  'pin_changed',
  'pin_removed',
  'card_issued',
  'card_assigned',
  'card_revoked',
  'phone_added',
  'phone_removed',
  'kiosk_mark_taken_back',
  'kiosk_entry_confirmed',
  'kiosk_entry_dismissed',
  'leave_added',
  'leave_removed',
  'correction_asked',
  'correction_decided',
  'attendance_corrected',
  'attendance_marked',
  'mark_taken_back',
  'day_note_added',
  'day_note_taken_back',
  'report_made',
  'consent_asked',
  'consent_given',
  'consent_withdrawn',
  'personal_data_exported',
];

/** The key in the details of an entry about several people; erasing one of them removes it: see `forgetInAudit`. */
export const personKey = (code: string): string => `@${code}`;

/** What something was and became, in the details of an entry. */
export const changed = (from: string | undefined, to: string): string => `${from ?? '–'} -> ${to}`;

/** The address in entries of what the server did by itself. */
export const OWN_ADDRESS = 'server';

/** Entries that a restore carries over, because what they prove is not undone by it. */
export const KEPT_BY_A_RESTORE: readonly AuditAction[] = [
  'person_deleted',
  'person_erased',
  'account_deleted',
  'consent_withdrawn',
  'keys_exported',
  'approval_decided',
  'restored',
];

/** Builds an audit entry; the caller inserts it in the same transaction as the change. */
export function auditEntry(
  actor: Pick<Actor, 'personId' | 'name' | 'address'>,
  at: Date,
  action: AuditAction,
  subject: string | null,
  detail: NewAuditEntry['detail'] = {},
): NewAuditEntry {
  return {
    at,
    actorId: actor.personId,
    actorName: actor.name,
    action,
    subject,
    address: actor.address,
    detail,
  };
}

/** The same for what a kiosk did. */
export const kioskEntry = (
  kiosk: { readonly name: string; readonly address: string },
  at: Date,
  action: AuditAction,
  detail: NewAuditEntry['detail'] = {},
  subject: string = kiosk.name,
): NewAuditEntry => ({
  at,
  actorId: null,
  actorName: kiosk.name,
  action,
  subject,
  address: kiosk.address,
  detail,
});

/** Somebody could not sign in; null where nobody knows at which account. */
export const failedSignIn = (
  at: Date,
  person: { readonly id: number; readonly code: string } | null,
  address: string,
  detail: NewAuditEntry['detail'] = {},
): NewAuditEntry => ({
  at,
  actorId: null,
  actorName: 'unknown',
  action: 'sign_in_failed',
  subject: person?.code ?? 'unknown account',
  subjectId: person?.id ?? null,
  address,
  detail,
});
