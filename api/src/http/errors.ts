import { KIOSK_SCHEME } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import { AppError, type ErrorCode } from '@rollcall/core/kernel/errors';
import { isContention, isDiskFull } from '@rollcall/core/operations/operations.rules';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { refusedByDatabase } from './database-errors.ts';
import type { Env } from './router.ts';

/** The HTTP status of each error code; a code without one does not compile. */
const STATUS: Record<ErrorCode, ContentfulStatusCode> = {
  invalid_input: 400,
  invalid_credentials: 401,
  invalid_admin_credentials: 401,
  username_needed: 400,
  unauthenticated: 401,
  wrong_password: 400,
  weak_password: 400,
  password_change_needed: 403,
  second_factor_needed: 403,
  second_factor_refused: 401,
  sign_in_expired: 409,
  passkey_refused: 401,
  passkeys_unavailable: 409,
  second_factor_obligatory: 409,
  second_factor_setup_needed: 403,
  confirmation_needed: 403,
  confirmation_refused: 403,
  approval_needed: 403,
  approval_not_found: 404,
  approval_own: 403,
  providers_unavailable: 409,
  provider_not_found: 404,
  provider_unavailable: 503,
  provider_denied: 403,
  provider_attempt_ended: 409,
  provider_answer_refused: 403,
  provider_address_unverified: 403,
  provider_account_unknown: 403,
  provider_account_protected: 403,
  provider_account_linked: 409,
  link_not_valid: 404,
  not_available: 404,
  mail_refused: 502,
  forbidden: 403,
  own_record: 403,
  not_found: 404,
  user_not_found: 404,
  notice_not_found: 404,
  class_not_found: 404,
  file_not_found: 404,
  user_id_taken: 409,
  username_taken: 409,
  email_taken: 409,
  last_owner: 409,
  owner_stays: 409,
  class_taken: 409,
  correction_not_found: 404,
  correction_pending: 409,
  mark_not_found: 404,
  undo_too_late: 409,
  leave_not_found: 404,
  conflict: 409,
  too_many_attempts: 429,
  too_many_requests: 429,
  upload_stalled: 408,
  payload_too_large: 413,
  demo_only: 403,
  already_set_up: 409,
  setup_required: 409,
  invalid_setup_code: 403,
  scan_required: 400,
  scan_not_accepted: 409,
  place_kiosk_needed: 403,
  weak_pin: 400,
  kiosk_list_off: 403,
  exit_pin_missing: 409,
  drill_not_found: 404,
  drill_running: 409,
  drill_ended: 410,
  kiosk_not_found: 404,
  kiosk_taken: 409,
  kiosk_not_paired: 409,
  kiosk_code_wrong: 404,
  kiosk_code_used: 409,
  kiosk_code_expired: 410,
  kiosk_unknown: 401,
  kiosk_refused: 401,
  kiosk_means_off: 403,
  kiosk_try_ended: 410,
  kiosk_answer_ended: 410,
  card_taken: 409,
  card_not_found: 404,
  phone_not_found: 404,
  too_many_phones: 409,
  place_network_needed: 403,
  place_code_needed: 403,
  place_network_or_code_needed: 403,
  place_code_wrong: 403,
  network_invalid: 400,
  network_taken: 409,
  too_many_networks: 409,
  face_engine_unavailable: 503,
  face_engine_starting: 503,
  face_key_missing: 409,
  face_key_mismatch: 409,
  key_not_here: 503,
  key_missing: 409,
  invalid_image: 400,
  consent_missing: 403,
  archive_refused: 422,
  owners_change: 403,
  restore_running: 409,
  backup_first: 409,
  maintenance: 503,
  storage_full: 507,
  files_elsewhere: 503,
  busy: 503,
  database_unavailable: 503,
  internal: 500,
};

export const errorAnswer = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    request_id: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    /** Of `weak_password`: which weakness, for translations. Of `kiosk_refused`: why. */
    reason: z.object({ code: z.string(), least: z.number().optional() }).optional(),
    /** Of `second_factor_needed`: how the sign-in goes on. */
    second_factor: z
      .object({ ticket: z.string(), methods: z.array(z.enum(['passkey', 'totp', 'recovery_code'])) })
      .optional(),
    /** Of `approval_needed`: the request that waits for another administrator. */
    approval: z.object({ id: z.number() }).optional(),
    /** Of `kiosk_refused`: for a device whose clock is wrong, in milliseconds since 1970. */
    server_time: z.number().optional(),
  }),
  /** Repeats `error.message` for simple clients. */
  message: z.string(),
});

/** Called for server-side failures (5xx); the host decides where to log them. */
export type ReportFailure = (failure: {
  requestId: string;
  method: string;
  path: string;
  error: unknown;
}) => void;

function asAppError(error: unknown, isUnavailable: (error: unknown) => boolean): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException && error.status < 500) {
    const code = error.status === 413 ? 'payload_too_large' : 'invalid_input';
    return new AppError(code, error.status === 413 ? {} : { message: 'The request could not be read.' });
  }
  const refused = refusedByDatabase(error);
  if (refused) return refused;
  if (isDiskFull(error)) return new AppError('storage_full', { cause: error });
  if (isContention(error)) return new AppError('busy', { cause: error });
  return new AppError(isUnavailable(error) ? 'database_unavailable' : 'internal', { cause: error });
}

/** Of every 503 that does not say otherwise. */
const RETRY_AFTER_SECONDS = 5;

interface ErrorHost {
  readonly report: ReportFailure;
  readonly isUnavailable: (error: unknown) => boolean;
}

/** Answers any thrown error in the one error shape. */
export function handleError({ report, isUnavailable }: ErrorHost) {
  return (error: unknown, c: Context<Env>): Response => {
    const known = asAppError(error, isUnavailable);
    const status = STATUS[known.code];
    const requestId = c.get('requestId');
    // What only the database refused is a gap in our own checks: answered as the caller's mistake, logged as ours.
    const isOurs = status >= 500 || refusedByDatabase(error) !== null;
    if (isOurs && known.code !== 'face_engine_unavailable') {
      report({ requestId, method: c.req.method, path: c.req.path, error });
    }
    const retryAfter = known.retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined);
    if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
    // A 401 names the scheme it expects (RFC 9110). Browsers show no password prompt for either.
    if (status === 401)
      c.header('WWW-Authenticate', known.code.startsWith('kiosk_') ? KIOSK_SCHEME : 'Bearer');
    const { code, message, fields, reason, secondFactor, approvalId, serverTime } = known;
    const body: z.infer<typeof errorAnswer> = {
      error: {
        code,
        message,
        request_id: requestId,
        ...(fields ? { fields } : {}),
        ...(reason ? { reason } : {}),
        ...(secondFactor
          ? { second_factor: { ticket: secondFactor.ticket, methods: [...secondFactor.methods] } }
          : {}),
        ...(approvalId === undefined ? {} : { approval: { id: approvalId } }),
        ...(serverTime === undefined ? {} : { server_time: serverTime }),
      },
      message,
    };
    return c.json(body, status);
  };
}
