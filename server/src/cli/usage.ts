export const USAGE = `Usage: rollcall COMMAND

  status
      The institution, its database, faces, backups, jobs and clock. Ends with 1 when something needs attention.
  verify [FILE]
      Loads an archive into a scratch database and checks every row. Without FILE: the newest backup, the roll-ups and
      whether the faces can be opened.

  backup [--out FILE] [--force] [--passphrase-file FILE]
      Everything except the face keys in one encrypted file. Without a passphrase it is sealed with the master key. A database
      that waits for its upgrade is backed up as it is.
      With the embedded database, stop the server first, or use the web page or the schedule while it runs.
  backup list
      The backups of this installation, newest first.

  restore FILE [--replace NAME] [--into postgres://… | --into-file FILE] [--keys FILE --keys-passphrase-file FILE]
               [--passphrase-file FILE] [--without-backup] [--dry-run]
      Into an empty data folder or database. --replace NAME replaces the institution of that name, after a backup of it.
      People deleted since then stay deleted, also with --into where the database here can be read. --dry-run checks every
      row and writes nothing.
      An address with a password is read from a file (--into-file), because other users see the command line.

  keys export --out FILE --passphrase-file FILE
      The master key and every face key, sealed with the passphrase. Keep it away from the backups.
  keys import FILE --passphrase-file FILE
      Puts back a lost master key, and face keys for people whose face data is here without one.
  keys rotate
      Wrap every person's face key with a new master key. Stop every server first.
  keys reset --forget-faces
      Start with a new master key when the old one is lost forever. Faces that it opened are deleted.

  admin list
      Owners and administrators, and what each needs to sign in.
  admin reset [USERNAME] [--password] [--second-factors]
      Lets a locked-out owner or administrator in: prints a link at which they choose a password, or with --password a new
      password. --second-factors removes theirs. With the embedded database, stop the server first.

  attendance replay --dry-run [--from DAY] [--to DAY] [--start 09:00] [--grace 15] [--cutoff 09:30]
                    [--auto-absent 60] [--rows 50]
      What another time rule would have made of the last thirty days, or of those given. Changes nothing. Without a
      rule it works out every day again, which must change nothing.
  attendance unclose [--after DAY] [--clock-is-right]
      Reopens future days that a wrong clock closed, and removes the absences, check-ins and class marks on them.
  retention list
      What the retention rules deleted in the last 30 days.
  retention undo FILE
      Restores it: FILE is a name from that list, or a copy of the file.
  analytics check
      Counts every roll-up again from the days; ends with 1 when one of them is wrong.

  --help, --version, --verbose (with the stack trace of an error)

A passphrase file of - means standard input. DATA_DIR, DATABASE_URL and TEMPLATE_KEY as for the server; the demo school
only with DEMO_MODE=true. No command creates a database or a key, except a restore into an empty place.
Exit codes: 0 done, 1 refused, failed, or a check that found something, 2 not a command.
`;
