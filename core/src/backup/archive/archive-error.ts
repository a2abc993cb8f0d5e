/** Why an archive is refused. */
type ArchiveProblem = 'foreign' | 'newer' | 'damaged' | 'invalid' | 'truncated' | 'wrong_key' | 'key_missing';

const MESSAGES: Record<ArchiveProblem, string> = {
  foreign: 'This is not the right kind of Rollcall file.',
  newer: 'This file is from a newer version. Please update Rollcall first.',
  damaged: 'This file is damaged.',
  invalid: 'This file opens, but its content can’t be restored.',
  truncated: 'This file is incomplete. Its end is missing.',
  wrong_key: 'This passphrase does not open the file.',
  key_missing: 'The key for this file is missing here. Use your exported keys or the passphrase.',
};

/** Thrown when an archive cannot be read, before anything is written to the database. */
export class ArchiveError extends Error {
  readonly code = 'ARCHIVE_REFUSED';

  constructor(
    readonly problem: ArchiveProblem,
    options: ErrorOptions & { readonly detail?: string } = {},
  ) {
    super(options.detail ? `${MESSAGES[problem]} ${options.detail}` : MESSAGES[problem], options);
    this.name = 'ArchiveError';
  }
}
