/** Why an archive is refused. */
type ArchiveProblem = 'foreign' | 'newer' | 'damaged' | 'invalid' | 'truncated' | 'wrong_key' | 'key_missing';

const MESSAGES: Record<ArchiveProblem, string> = {
  foreign: 'This is not a Rollcall file of the kind that is needed here.',
  newer: 'This file was made by a newer Rollcall. Please upgrade first.',
  damaged: 'This file is damaged: its content is not what was written.',
  invalid: 'This file is sealed correctly, but its content cannot be restored.',
  truncated: 'This file is not whole: its end is missing.',
  wrong_key: 'The passphrase is not the one this file was sealed with.',
  key_missing: 'The key that opens this file is not here. Give the key export, or the passphrase.',
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
