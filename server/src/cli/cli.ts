import { parseArgs } from 'node:util';
import { readEnv } from '../env.ts';
import { createProcessLog, describeError } from '../log.ts';
import { locations } from '../storage/locations.ts';
import { checkAnalytics, replayAttendance } from './attendance-commands.ts';
import { backupToFile, restoreFromFile } from './backup-commands.ts';
import { type CliContext, CliError } from './cli-context.ts';
import { exportKeys, importKeys, rotateKeys } from './key-commands.ts';

const USAGE = `Usage: rollcall COMMAND

  backup [--out FILE] [--passphrase-file FILE]
      Everything but the face keys in one sealed file. Without a passphrase it is sealed with the master key.
      With the embedded database, stop the server first, or use the web page or the schedule while it runs.

  restore FILE [--into postgres://…] [--keys FILE --keys-passphrase-file FILE] [--passphrase-file FILE] [--dry-run]
      Into an empty data folder, or an empty PostgreSQL. --dry-run reads all of it and writes nothing.

  keys export --out FILE --passphrase-file FILE
      The master key and every face key, sealed with the passphrase. Keep it apart from the backups.
  keys import FILE --passphrase-file FILE
      Puts back a lost master key, and face keys for people whose face data is here without one.
  keys rotate
      Wrap every person's face key with a new master key. Stop the server first.

  attendance replay --dry-run [--from DAY] [--to DAY] [--start 09:00] [--grace 15] [--cutoff 09:30]
                    [--auto-absent 60] [--rows 50]
      What another time rule would have made of the last thirty days, or of those given. Changes nothing. Without a
      rule it works every verdict out again, which must change none.
  analytics check
      Counts every roll-up again from the days; ends with 1 when one of them is wrong.

A passphrase file of - means standard input. DATA_DIR, DATABASE_URL and DEMO_MODE as for the server.
`;

const OPTIONS = {
  out: { type: 'string' },
  into: { type: 'string' },
  keys: { type: 'string' },
  'keys-passphrase-file': { type: 'string' },
  'passphrase-file': { type: 'string' },
  'dry-run': { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  start: { type: 'string' },
  grace: { type: 'string' },
  cutoff: { type: 'string' },
  'auto-absent': { type: 'string' },
  rows: { type: 'string' },
} as const;

async function run(argv: readonly string[]): Promise<string> {
  const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  const [first = '', second = '', ...rest] = positionals;
  const log = createProcessLog();
  const context = (): CliContext => ({ env: readEnv(), locations, log });
  if (first === 'backup' && second === '') return backupToFile(context(), values);
  if (first === 'restore' && second !== '' && rest.length === 0)
    return restoreFromFile(context(), { ...values, file: second });
  if (first === 'keys' && second === 'rotate' && rest.length === 0) return rotateKeys(context());
  if (first === 'keys' && second === 'export' && rest.length === 0) return exportKeys(context(), values);
  if (first === 'keys' && second === 'import' && rest.length === 1)
    return importKeys(context(), { ...values, file: rest[0] ?? '' });
  if (first === 'attendance' && second === 'replay' && rest.length === 0)
    return replayAttendance(context(), values);
  if (first === 'analytics' && second === 'check' && rest.length === 0) {
    const { text, exitCode } = await checkAnalytics(context());
    process.exitCode = exitCode;
    return text;
  }
  if (argv.length > 0) process.exitCode = 1;
  return USAGE.trimEnd();
}

/** The message of an expected error; the stack trace of an unexpected one. */
function explain(error: unknown): string {
  const expected = error instanceof CliError || (error instanceof Error && 'code' in error);
  return expected && error instanceof Error ? error.message : describeError(error);
}

run(process.argv.slice(2)).then(
  (answer) => process.stdout.write(`${answer}\n`),
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  },
);
