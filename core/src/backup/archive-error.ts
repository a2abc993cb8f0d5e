/** Why an archive is refused. Whoever reads one finds out before anything is written. */
export type ArchiveProblem = 'foreign' | 'newer' | 'damaged' | 'truncated' | 'wrong_key' | 'key_missing';

const SENTENCES: Record<ArchiveProblem, string> = {
  foreign: 'This is not a Rollcall file of the kind that is needed here.',
  newer: 'This file was made by a newer Rollcall. Please upgrade first.',
  damaged: 'This file is damaged: its content is not what was written.',
  truncated: 'This file is not whole: its end is missing.',
  wrong_key: 'The passphrase is not the one this file was sealed with.',
  key_missing: 'The key that opens this file is not here. Give the key export, or the passphrase.',
};

export class ArchiveError extends Error {
  readonly code = 'ARCHIVE_REFUSED';

  constructor(
    readonly problem: ArchiveProblem,
    options: ErrorOptions & { readonly detail?: string } = {},
  ) {
    super(options.detail ? `${SENTENCES[problem]} ${options.detail}` : SENTENCES[problem], options);
    this.name = 'ArchiveError';
  }
}
