/** Error codes with the message shown to people. The API maps each code to an HTTP status. */
export const ERROR_MESSAGES = {
  invalid_input: 'Some fields need attention.',
  invalid_credentials: 'Invalid credentials. Please try again.',
  invalid_admin_credentials: 'Invalid admin credentials',
  username_needed: 'There are several administrators. Please enter your username as well.',
  unauthenticated: 'Please sign in to continue.',
  forbidden: 'You do not have permission to do this.',
  not_found: 'Not found.',
  user_not_found: 'User not found.',
  notice_not_found: 'Notice not found.',
  class_not_found: 'Class not found.',
  file_not_found: 'This file does not exist or has expired.',
  user_id_taken: 'This user ID is already in use.',
  username_taken: 'This username is already in use.',
  class_taken: 'A class with this program, semester, section and subject already exists.',
  correction_not_found: 'This request does not exist or has been decided.',
  correction_pending: 'A request for this day is already waiting for an answer.',
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
  invalid_image: 'The image could not be used.',
  consent_missing:
    'There is no consent to face recognition. Attendance can be marked another way until it is given.',
  archive_refused: 'This archive cannot be restored.',
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

interface ErrorDetails {
  /** Shown instead of the default message. */
  readonly message?: string;
  /** One message per input field, keyed by the field's name in the request. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

export class AppError extends Error {
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;

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
  }
}
