import { ArchiveError } from '@rollcall/core/backup/archive/archive-error';
import { keysByPerson } from '@rollcall/core/backup/archive/key-export';
import { readFileHead } from '@rollcall/core/backup/archive/sealed-file';
import type { MasterKeys } from '@rollcall/core/faces/face.ports';
import { describeKeyProblem } from '@rollcall/core/faces/keys/master-key.rules';
import { INSTITUTION } from '@rollcall/core/kernel/access';
import { systemClock } from '@rollcall/core/kernel/clock';
import { systemDifference } from '@rollcall/core/kernel/zones/system-zone';
import { ZONE_DATA_VERSION, zoneOffsets } from '@rollcall/core/kernel/zones/zone-data';
import type { Repositories } from '@rollcall/core/ports';
import { createRepositories } from '@rollcall/db/repositories';
import { createPassphraseKdf } from '../keys/secrets.ts';
import type { ServerDatabase } from '../storage/open-database.ts';
import { storedBackups } from './backup-commands.ts';
import { checkFile } from './check-archive.ts';
import { type CliContext, describeInstallation, keysOf, openFile, withDatabase } from './cli-context.ts';
import { checkFaces, describeFaces } from './installation-keys.ts';
import { type RestoreOptions, restoreFromFile } from './restore-commands.ts';

export interface Report {
  readonly text: string;
  readonly exitCode: 0 | 1;
}

const HOUR_MS = 3_600_000;
/** A nightly backup that is older than this has been missed. */
const OLD_BACKUP_MS = 48 * HOUR_MS;
/** Where the last believed time is ahead of the clock by more, the clock was set back. */
const CLOCK_TOLERANCE_MS = HOUR_MS;

const inHours = (ms: number): string =>
  ms < 48 * HOUR_MS ? `${Math.floor(ms / HOUR_MS)} hours` : `${Math.floor(ms / (24 * HOUR_MS))} days`;

/** One look at an installation. The exit code is 1 when something needs attention. */
export function showStatus(context: CliContext): Promise<Report> {
  const quiet = { ...context, announce: () => {} }; // the status begins with the same lines
  return withDatabase(
    quiet,
    async (database) => {
      const about = await describeInstallation(context.env, database);
      const newest = database.restoreTarget.schemaVersion;
      if (database.schema < newest)
        return {
          text: `${about}\nUpgrade       waits: start the server once for schema ${newest}; it makes a backup first.`,
          exitCode: 1,
        };
      const { lines, isWell } = await describeState(context, database);
      return { text: [about, ...lines].join('\n'), exitCode: isWell ? 0 : 1 };
    },
    { schema: 'any' },
  );
}

async function describeState(context: CliContext, database: ServerDatabase) {
  const repos = createRepositories(database.db);
  const now = systemClock.now();
  const keys = await keysOf(context.env, database);
  const counts = await repos.people.countByKind(INSTITUTION);
  const people = Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.admin;
  const [last] = await storedBackups(context.env, repos);
  const age = last ? now.getTime() - last.createdAt.getTime() : Number.POSITIVE_INFINITY;
  const faces = await checkFaces(repos, keys);
  const failing = (await repos.jobs.status()).filter(({ failuresInARow }) => failuresInARow > 0);
  const known = await repos.knownTime.get();
  const isClockBehind = known !== null && known.getTime() > now.getTime() + CLOCK_TOLERANCE_MS;
  const lines = [
    `People        ${people}`,
    `Days          ${await repos.attendance.countDays()}`,
    `Last backup   ${last ? `${last.createdAt.toISOString()}, ${inHours(age)} ago: ${last.path}` : 'none'}`,
    `Faces         ${describeFaces(faces)}`,
    `Jobs          ${failing.length === 0 ? 'none failing' : ''}`,
    ...failing.map(
      ({ kind, failuresInARow, problem }) =>
        `  ${kind} failed ${failuresInARow} times in a row: ${problem ?? ''}`,
    ),
    `Time zones    ${ZONE_DATA_VERSION}${await describeSystemZone(repos, now)}`,
    `Clock         ${now.toISOString()}${isClockBehind ? `, behind the last known time ${known.toISOString()}: set it right` : ''}`,
  ];
  const isWell =
    age < OLD_BACKUP_MS &&
    failing.length === 0 &&
    !isClockBehind &&
    faces.opened === faces.people &&
    describeKeyProblem(keys.state()) === null;
  return { lines, isWell };
}

/** The system's own zone data change nothing here, but what else runs on the machine shows other times. */
async function describeSystemZone(repos: Repositories, now: Date): Promise<string> {
  const institution = await repos.settings.institution();
  const differs = institution && systemDifference(zoneOffsets(institution.timeZone), now);
  if (!differs) return '';
  const [from, to] = [differs.from, differs.to].map((at) => at.toISOString().slice(0, 10));
  return `; Node's own data (${process.versions.tz ?? 'unknown'}), which Rollcall does not use, differ from ${from} to ${to}`;
}

/** Verifies an archive, or the newest backup and the database of this installation. */
export async function verify(context: CliContext, options: Partial<RestoreOptions>): Promise<Report> {
  if (options.file !== undefined)
    return {
      text: await restoreFromFile(context, { ...options, file: options.file, 'dry-run': true }),
      exitCode: 0,
    };
  return withDatabase(context, async (database) => {
    const repos = createRepositories(database.db);
    const keys = await keysOf(context.env, database);
    const backup = await verifyNewest(context, repos, keys);
    const differences = await database.unlimited(() => repos.analytics.differences());
    const faces = await checkFaces(repos, keys);
    const days = await repos.attendance.countDays();
    const text = [
      backup.text,
      differences.length === 0
        ? `${days} days recounted: every roll-up agrees.`
        : `${differences.length} roll-ups differ from the days:\n${differences.slice(0, 20).join('\n')}`,
      describeFaces(faces),
    ].join('\n');
    const isWell = backup.isWell && differences.length === 0 && faces.opened === faces.people;
    return { text, exitCode: isWell ? 0 : 1 };
  });
}

/** The newest backup that the keys here open, and the names of newer ones, for example with a passphrase. */
async function verifyNewest(context: CliContext, repos: Repositories, keys: MasterKeys) {
  const lines: string[] = [];
  const answer = (text: string, isWell: boolean) => ({ text: [...lines, text].join('\n'), isWell });
  const faceKeys = keysByPerson(await repos.faces.allKeys());
  for (const { path } of await storedBackups(context.env, repos)) {
    const open = () => openFile(path);
    try {
      const { key } = await readFileHead(await open(), 'rollcall-backup');
      if (key.by === 'passphrase' || !keys.byId(key.id)) {
        lines.push(`${path} was not verified: ${new ArchiveError('key_missing').message}`);
        continue;
      }
      const source = { open, passphrase: null, faceKeys };
      const given = { master: [], faces: [] };
      const { text } = await checkFile({ context, kdf: createPassphraseKdf(), given, source, own: false });
      return answer(`${path}\n${text}`, true);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return answer(`${path} cannot be restored: ${reason}`, false);
    }
  }
  return answer('There is no backup to verify.', false);
}
