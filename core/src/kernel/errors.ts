/** Error codes with the message shown to people. The API maps each code to an HTTP status. */
export const ERROR_MESSAGES = {
  invalid_input: 'Some fields need attention.',
  invalid_credentials: 'Invalid credentials. Please try again.',
  invalid_admin_credentials: 'Invalid admin credentials',
  username_needed: 'There are several administrators. Please enter your username too.',
  unauthenticated: 'Please sign in to continue.',
  wrong_password: 'The current password is wrong.',
  weak_password: 'This password is easy to guess.',
  password_change_needed: 'Please choose a new password first.',
  second_factor_needed: 'Please enter your second factor too.',
  second_factor_refused: 'This code is wrong or was already used.',
  sign_in_expired: 'This sign-in has expired. Please start again.',
  passkey_refused: 'This passkey was not accepted.',
  passkeys_unavailable: 'Passkeys need a server with a domain name and HTTPS.',
  second_factor_obligatory:
    'Your role requires a second factor. Set up another one before you remove this one.',
  second_factor_setup_needed: 'Your role requires a second factor. Please set one up first.',
  confirmation_needed: 'Please confirm your identity first.',
  confirmation_refused: 'That was wrong. Please try again.',
  approval_needed: 'Another administrator must approve this. Repeat it after they have.',
  approval_not_found: 'This request does not exist, was already decided or has expired.',
  approval_own: 'Someone else must decide on your request.',
  providers_unavailable: 'Sign-in providers can’t be used here.',
  provider_not_found: 'This sign-in provider does not exist or is turned off.',
  provider_unavailable:
    'The sign-in provider can’t be reached right now. Try again later, or sign in with your password.',
  provider_denied: 'The sign-in was canceled, or the provider refused it.',
  provider_attempt_ended:
    'This sign-in has expired, was already used, or was started in another browser. Please start again.',
  provider_answer_refused:
    'The sign-in provider’s answer was not valid. Please start again. If this keeps happening, tell an administrator.',
  provider_address_unverified:
    'The sign-in provider does not confirm your e-mail address, so it can’t be matched to an account.',
  provider_account_unknown:
    'There is no account here for you. Sign in with your username, or ask an administrator to add your e-mail address.',
  provider_account_protected: 'This account can’t sign in with a provider. Please use your password.',
  provider_account_linked:
    'This account is already linked to another account at the provider. An administrator can unlink it.',
  link_not_valid: 'This link is no longer valid. Please ask for a new one.',
  not_available: 'This is not available on this server.',
  mail_refused: 'The e-mail could not be sent.',
  forbidden: 'You do not have permission to do this.',
  own_record: 'You can’t change your own record. Ask another member of the office or an owner.',
  not_found: 'Not found.',
  user_not_found: 'User not found.',
  notice_not_found: 'Notice not found.',
  class_not_found: 'Class not found.',
  file_not_found: 'This file does not exist or has expired.',
  user_id_taken: 'This ID is already in use.',
  username_taken: 'This username is already in use.',
  email_taken: 'This e-mail address belongs to another account.',
  last_owner: 'There must be at least one owner. Make someone else an owner first.',
  owner_stays: 'Owners can’t be deleted. Change their role first.',
  class_taken: 'A class with this program, semester, section and subject already exists.',
  correction_not_found: 'This request does not exist or was already decided.',
  correction_pending: 'There is already an open request for this day.',
  mark_not_found: 'This entry does not exist, or someone else made it.',
  undo_too_late: 'You can undo this for one minute only. Mark the person again instead.',
  leave_not_found: 'This leave does not exist.',
  conflict: 'Someone else changed this. Reload and try again.',
  too_many_attempts: 'Too many failed attempts. Please wait and try again.',
  too_many_requests: 'Too many requests. Please wait a moment and try again.',
  payload_too_large: 'The request is too large.',
  upload_stalled: 'The upload stopped. Please try again.',
  demo_only: 'This works in demo mode only.',
  already_set_up: 'This institution is already set up.',
  setup_required: 'This institution is not set up yet.',
  invalid_setup_code: 'The set-up code is wrong. You can find it on the server console.',
  scan_required: 'You need a face scan to check in.',
  scan_not_accepted: 'This face scan is no longer valid. Please scan again.',
  place_kiosk_needed: 'Please check in at the kiosk. Your own device is not enough here.',
  weak_pin: 'This PIN is easy to guess.',
  kiosk_list_off: 'This kiosk does not keep the list of who is present.',
  exit_pin_missing: 'Set an exit PIN for the kiosks first.',
  drill_not_found: 'This drill does not exist, or no longer.',
  drill_running: 'A drill is already running.',
  drill_ended: 'This drill has ended.',
  kiosk_not_found: 'This kiosk does not exist.',
  kiosk_taken: 'Another kiosk has this name.',
  kiosk_not_paired: 'No device is paired with this kiosk.',
  kiosk_code_wrong: 'No device shows this code. Please compare it with the device.',
  kiosk_code_used: 'This code was already used. Let the device show a new one.',
  kiosk_code_expired: 'This code is older than five minutes. Let the device show a new one.',
  kiosk_unknown: 'This device is not paired, or no longer.',
  kiosk_refused: 'The request of the kiosk was refused.',
  kiosk_means_off: 'This kiosk does not offer this way to check in.',
  kiosk_try_ended: 'That took too long. Please look into the camera again.',
  kiosk_answer_ended: 'This can no longer be undone here. Please tell the office.',
  card_taken: 'This card belongs to someone already. Revoke it there first.',
  card_not_found: 'This card does not exist, or is revoked already.',
  phone_not_found: 'This phone does not exist, or was removed already.',
  too_many_phones: 'You already have five phones. Remove one first.',
  place_network_needed: 'Please connect to the institution’s network (Wi-Fi) to check in.',
  place_code_needed: 'Please enter the code that is shown in the room.',
  place_network_or_code_needed:
    'Please enter the code that is shown in the room, or connect to the institution’s network (Wi-Fi).',
  place_code_wrong: 'This code is wrong or has changed. Please enter the one that is shown now.',
  network_invalid: 'This is no address or range of addresses. Example: 192.168.1.0/24.',
  network_taken: 'This network is in the list already.',
  too_many_networks: 'There are too many networks. Remove one first, or join several in one range.',
  face_engine_unavailable: 'Face recognition is not available on this server.',
  face_engine_starting: 'Face recognition is starting. Please try again in a moment.',
  face_key_missing:
    'The master key for face data is not on this server, so faces can’t be registered. Put it back with "rollcall keys import".',
  face_key_mismatch:
    'This server’s master key does not match the database, so faces can’t be registered. Give every server the same key.',
  key_not_here: 'This server does not have the master key. Another server, or this one later, takes it.',
  key_missing:
    'The master key is not on this server, so secrets can’t be stored. Put it back with "rollcall keys import".',
  invalid_image: 'This image could not be read.',
  consent_missing: 'There is no consent to face recognition. Attendance can be recorded by hand until then.',
  archive_refused: 'This backup can’t be restored.',
  owners_change:
    'This backup has different owners, or they sign in differently. Only an owner can restore it.',
  restore_running: 'A restore is already running. Please wait until it is done.',
  backup_first:
    'The backup before the restore failed, so nothing was restored. You can restore without it from the command line.',
  maintenance: 'A backup is being restored. Please try again in a moment.',
  storage_full: 'There is not enough space on the disk.',
  files_elsewhere:
    'This server does not have the other servers’ files. Set its FILES_DIR to the shared folder.',
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
  /** Of `kiosk_refused`: the time of the server in milliseconds since 1970, for a device whose clock is wrong. */
  readonly serverTime?: number;
  readonly cause?: unknown;
}

export class AppError extends Error {
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly reason: RefusalReason | undefined;
  readonly secondFactor: SecondFactorOffer | undefined;
  readonly approvalId: number | undefined;
  readonly serverTime: number | undefined;

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
    this.serverTime = details.serverTime;
  }
}
