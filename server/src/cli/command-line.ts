import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readCommandEnv } from '../env.ts';
import { createProcessLog, describeError } from '../log.ts';
import { locations } from '../storage/locations.ts';
import { listAdministrators, resetAdministrator } from './admin-commands.ts';
import { checkAnalytics, replayAttendance } from './attendance-commands.ts';
import { backupToFile, listBackups } from './backup-commands.ts';
import { type CliContext, CliError } from './cli-context.ts';
import { uncloseDays } from './clock-commands.ts';
import { exportKeys, importKeys, resetKeys, rotateKeys } from './key-commands.ts';
import { restoreFromFile } from './restore-commands.ts';
import { listRetention, undoRetention } from './retention-commands.ts';
import { type Report, showStatus, verify } from './status-commands.ts';
import { USAGE } from './usage.ts';

const OPTIONS = {
  help: { type: 'boolean' },
  version: { type: 'boolean' },
  verbose: { type: 'boolean' },
  out: { type: 'string' },
  force: { type: 'boolean' },
  into: { type: 'string' },
  'into-file': { type: 'string' },
  replace: { type: 'string' },
  'without-backup': { type: 'boolean' },
  keys: { type: 'string' },
  'keys-passphrase-file': { type: 'string' },
  'passphrase-file': { type: 'string' },
  'dry-run': { type: 'boolean' },
  'forget-faces': { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  start: { type: 'string' },
  grace: { type: 'string' },
  cutoff: { type: 'string' },
  'auto-absent': { type: 'string' },
  rows: { type: 'string' },
  after: { type: 'string' },
  'clock-is-right': { type: 'boolean' },
  password: { type: 'boolean' },
  'second-factors': { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];
const parse = (argv: readonly string[]) =>
  parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });

/** What the process prints, and with which code it ends. */
export interface Answer {
  readonly text: string;
  readonly exitCode: 0 | 1 | 2;
  /** The text is an error or the usage: it goes to standard error. */
  readonly isError?: boolean;
}

interface Command {
  /** Words after the name, for example one file. */
  readonly takes?: 0 | 1 | '0-1';
  run(context: CliContext, values: Values, file: string): Promise<string | Report>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  status: { run: (context) => showStatus(context) },
  verify: {
    takes: '0-1',
    run: (context, values, file) => verify(context, file === '' ? values : { ...values, file }),
  },
  'backup list': { run: (context) => listBackups(context) },
  backup: { run: (context, values) => backupToFile(context, values) },
  restore: { takes: 1, run: (context, values, file) => restoreFromFile(context, { ...values, file }) },
  'keys rotate': { run: (context) => rotateKeys(context) },
  'keys reset': { run: (context, values) => resetKeys(context, values) },
  'keys export': { run: (context, values) => exportKeys(context, values) },
  'keys import': { takes: 1, run: (context, values, file) => importKeys(context, { ...values, file }) },
  'attendance replay': { run: (context, values) => replayAttendance(context, values) },
  'attendance unclose': { run: (context, values) => uncloseDays(context, values) },
  'retention list': { run: (context) => listRetention(context) },
  'retention undo': { takes: 1, run: (context, _, file) => undoRetention(context, file) },
  'admin list': { run: (context) => listAdministrators(context) },
  'admin reset': {
    takes: '0-1',
    run: (context, values, account) => resetAdministrator(context, account, values),
  },
  'analytics check': { run: (context) => checkAnalytics(context) },
};

/** Finds the command with the longest name, and the word after it. */
function findCommand(words: readonly string[]): { command: Command; file: string } | null {
  for (const length of [2, 1]) {
    const command = COMMANDS[words.slice(0, length).join(' ')];
    if (!command || words.length < length) continue;
    const rest = words.slice(length);
    const takes = command.takes ?? 0;
    const fits = takes === '0-1' ? rest.length <= 1 : rest.length === takes;
    if (fits) return { command, file: rest[0] ?? '' };
  }
  return null;
}

async function version(): Promise<string> {
  const text = await readFile(locations.packageFile, 'utf8');
  return `rollcall ${String(JSON.parse(text).version)}`;
}

async function run({ values, positionals }: ReturnType<typeof parse>): Promise<Answer> {
  if (values.version) return { text: await version(), exitCode: 0 };
  if (values.help || positionals.length === 0) return { text: USAGE.trimEnd(), exitCode: 0 };
  const found = findCommand(positionals);
  if (!found) return { text: USAGE.trimEnd(), exitCode: 2, isError: true };
  const context: CliContext = {
    env: readCommandEnv(),
    locations,
    log: createProcessLog(),
    announce: (text) => process.stderr.write(`${text}\n`),
  };
  const answer = await found.command.run(context, values, found.file);
  return typeof answer === 'string' ? { text: answer, exitCode: 0 } : answer;
}

/** One sentence for an expected error. An unexpected one has its stack trace, and any with --verbose. */
function explain(error: unknown, isVerbose: boolean): string {
  const expected = error instanceof CliError || (error instanceof Error && 'code' in error);
  return expected && !isVerbose && error instanceof Error ? error.message : describeError(error);
}

/** Runs the command of a command line. Never rejects. */
export async function runCommandLine(argv: readonly string[]): Promise<Answer> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argv);
  } catch (error) {
    const text = `${explain(error, false)}\nrollcall --help lists the commands.`;
    return { text, exitCode: 2, isError: true };
  }
  try {
    return await run(parsed);
  } catch (error) {
    return { text: explain(error, parsed.values.verbose ?? false), exitCode: 1, isError: true };
  }
}
