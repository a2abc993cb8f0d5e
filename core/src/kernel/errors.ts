/** Error codes with the message shown to people. The API maps each code to an HTTP status. */
export const ERROR_MESSAGES = {
  invalid_input: 'Some fields need attention.',
  invalid_credentials: 'Invalid credentials. Please try again.',
  invalid_admin_credentials: 'Invalid admin credentials',
  username_needed: 'There are several administrators. Please enter your username as well.',
  unauthenticated: 'Please sign in to continue.',
  wrong_password: 'The current password is not right.',
  weak_password: 'This password is easy to guess.',
  password_change_needed: 'Please choose a new password first.',
  second_factor_needed: 'Please show your second factor as well.',
  second_factor_refused: 'This code is not right, or it was used before.',
  sign_in_expired: 'This sign-in has expired. Please begin again.',
  passkey_refused: 'This passkey was not accepted.',
  passkeys_unavailable: 'Passkeys need a server with a name and HTTPS.',
  second_factor_obligatory:
    'Your role has to have a second factor. Set up another one before you remove this one.',
  second_factor_setup_needed: 'Your role has to have a second factor. Please set one up first.',
  confirmation_needed: 'Please confirm who you are before you do this.',
  confirmation_refused: 'This was not right. Please try again.',
  approval_needed: 'Another administrator has to approve this. Repeat it once they have.',
  approval_not_found: 'This request does not exist, has been decided or has expired.',
  approval_own: 'Somebody else has to decide about your own request.',
  providers_unavailable: 'Identity providers cannot be used here.',
  provider_not_found: 'This identity provider does not exist or is switched off.',
  provider_unavailable:
    'The identity provider cannot be reached at the moment. Try again later, or sign in with your password.',
  provider_denied: 'The sign-in was cancelled, or the identity provider refused it.',
  provider_attempt_ended:
    'This sign-in has expired, was used already, or was begun in another browser. Please begin again.',
  provider_answer_refused:
    'The answer of the identity provider was not valid, so nobody was signed in. Please begin again; if it happens again, tell an administrator.',
  provider_address_unverified:
    'The identity provider does not say that your e-mail address is verified, so it cannot be matched with an account here.',
  provider_account_unknown:
    'There is no account here for your account at the identity provider. Sign in with your username, or ask an administrator to enter your e-mail address.',
  provider_account_protected:
    'This account does not sign in with an identity provider. Please sign in with your password.',
  provider_account_linked:
    'This account is linked with another account at the identity provider. An administrator can unlink it.',
  link_not_valid: 'This link is not valid any more. Please ask for a new one.',
  not_available: 'This is not available on this server.',
  mail_refused: 'The mail could not be sent.',
  forbidden: 'You do not have permission to do this.',
  own_record: 'Somebody else has to change your own record. Ask another office or an owner.',
  not_found: 'Not found.',
  user_not_found: 'User not found.',
  notice_not_found: 'Notice not found.',
  class_not_found: 'Class not found.',
  file_not_found: 'This file does not exist or has expired.',
  user_id_taken: 'This user ID is already in use.',
  username_taken: 'This username is already in use.',
  email_taken: 'This address belongs to another account.',
  last_owner: 'The last owner has to stay. Make somebody else an owner first.',
  owner_stays: 'An owner cannot be deleted. Take the role away first.',
  class_taken: 'A class with this program, semester, section and subject already exists.',
  correction_not_found: 'This request does not exist or has been decided.',
  correction_pending: 'A request for this day is already waiting for an answer.',
  mark_not_found: 'This entry does not exist, or somebody else made it.',
  undo_too_late: 'This can be undone for a minute only. Mark the person again instead.',
  leave_not_found: 'This leave does not exist.',
  conflict: 'This was changed by someone else. Reload and try again.',
  too_many_attempts: 'Too many failed attempts. Please wait and try again.',
  too_many_requests: 'Too many requests at once. Please wait a moment and try again.',
  payload_too_large: 'The request is too large.',
  upload_stalled: 'The upload stopped arriving. Please try again.',
  demo_only: 'This is available in demo mode only.',
  already_set_up: 'This institution is already set up.',
  setup_required: 'This institution is not set up yet.',
  invalid_setup_code: 'The set-up code is not right. It is printed on the server console.',
  scan_required: 'A face scan is needed to mark attendance.',
  scan_not_accepted: 'This face scan is not valid any more. Please scan again.',
  face_engine_unavailable: 'Face recognition is not available on this server.',
  face_engine_starting: 'Face recognition is starting. Please try again in a moment.',
  face_key_missing:
    'The master key of the faces is not on this server, so faces cannot be registered. Put it back with "rollcall keys import".',
  face_key_mismatch:
    'The master key of this server is not the one of the database, so faces cannot be registered. Give every server the same key.',
  key_missing:
    'The master key is not on this server, so no secret can be stored. Put it back with "rollcall keys import".',
  invalid_image: 'The image could not be used.',
  consent_missing:
    'There is no consent to face recognition. Attendance can be marked another way until it is given.',
  archive_refused: 'This archive cannot be restored.',
  owners_change:
    'This backup has other owners than now, or they sign in differently in it. Only an owner can restore it.',
  restore_running: 'A restore is already running. Please wait until it is finished.',
  backup_first:
    'The backup that is made before a restore failed, so nothing was restored. Restore without it from the command line.',
  maintenance:
    'A backup is being restored. Nothing can be changed until it is finished; please try again in a moment.',
  storage_full: 'There is not enough room on the disk.',
  files_elsewhere:
    'This server does not have the files of the other servers. Its FILES_DIR must be the folder that they share.',
  busy: 'The server is busy. Please try again in a moment.',
  database_unavailable: 'The database is not available. Please try again in a moment.',
  internal: 'Something went wrong on the server.',
} as const;

export type ErrorCode = keyof typeof ERROR_MESSAGES;

/** How a sign-in goes on whose password was right. */
export interface SecondFactorOffer {
  readonly ticket: string;
  readonly methods: readonly ('passkey' | 'totp' | 'recovery_code')[];
}

/** Why something was refused, as a code; `least` where a figure is part of it. */
export interface RefusalReason {
  readonly code: string;
  readonly least?: number;
}

interface ErrorDetails {
  /** Shown instead of the default message. */
  readonly message?: string;
  /** One message per input field, keyed by the field's name in the request. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
  /** Of `weak_password`: which weakness, for translations. */
  readonly reason?: RefusalReason;
  /** Of `second_factor_needed`. */
  readonly secondFactor?: SecondFactorOffer;
  /** Of `approval_needed`: the request that waits for another administrator. */
  readonly approvalId?: number;
  readonly cause?: unknown;
}

export class AppError extends Error {
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly reason: RefusalReason | undefined;
  readonly secondFactor: SecondFactorOffer | undefined;
  readonly approvalId: number | undefined;

  constructor(
    readonly code: ErrorCode,
    details: ErrorDetails = {},
  ) {
    super(
      details.message ?? ERROR_MESSAGES[code],
      details.cause === undefined ? {} : { cause: details.cause },
    );
    this.name = 'AppError';
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.reason = details.reason;
    this.secondFactor = details.secondFactor;
    this.approvalId = details.approvalId;
  }
}
