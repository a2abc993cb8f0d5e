import type { PartState } from '@rollcall/api/system/system.routes';
import type { GalleryStatus } from '@rollcall/core/faces/face.ports';
import type { DatabaseState } from '@rollcall/db/postgres/probe';
import { AUTHORITY_WARN_MS } from '../https/local-https.ts';
import type { ServerState } from './server-state.ts';

/** Nightly backups run once a day; this leaves room for a long one and a machine that was off. */
const BACKUP_OVERDUE_HOURS = 36;
const HOUR_MS = 3_600_000;

const ok = (part: string, message: string): PartState => ({ part, state: 'ok', message });
const warning = (part: string, short: string, message: string): PartState => ({
  part,
  state: 'warning',
  short,
  message,
});
const failing = (part: string, short: string, message: string): PartState => ({
  part,
  state: 'failing',
  short,
  message,
});

/** Codes of PostgreSQL and of sockets in words. */
const REASONS: Readonly<Record<string, string>> = {
  '28P01': 'it refuses the password',
  '3D000': 'it has no database of that name',
  '53100': 'the disk is full',
  '53300': 'it has too many connections',
  '57P03': 'it is starting or stopping',
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its host name is unknown',
};

const reasonOf = ({ reason }: { readonly reason: string }): string => REASONS[reason] ?? reason;

function databasePart(database: DatabaseState): PartState {
  switch (database.state) {
    case 'ok':
      return ok('database', 'The database answers.');
    case 'busy':
      return warning('database', 'busy', 'The database is working on something long; requests wait.');
    case 'read_only':
      return failing('database', 'read only', 'The database accepts no writes.');
    case 'away':
      return failing('database', 'not answering', `The database does not answer: ${reasonOf(database)}.`);
  }
}

function modelsPart(state: string): PartState {
  if (state === 'ok') return ok('models', 'Face recognition runs.');
  return state === 'starting'
    ? failing('models', 'starting', 'The face models are loading.')
    : warning('models', 'unavailable', 'Face recognition is not available. See the log.');
}

function galleryPart(gallery: GalleryStatus | null): PartState {
  if (gallery === null) return warning('gallery', 'busy', 'The face data does not answer.');
  if (!gallery.isLoaded)
    return gallery.lastError === null
      ? failing('gallery', 'loading', 'The face data is loading.')
      : warning('gallery', 'not loaded', 'The face data could not be loaded. Trying again.');
  if (gallery.lastError !== null)
    return warning('gallery', 'outdated', 'Changes to face data cannot be read. Trying again.');
  const unreadable = gallery.unreadable.length;
  return unreadable === 0
    ? ok('gallery', `${gallery.people} people can be recognized.`)
    : warning('gallery', 'unreadable', `The face data of ${unreadable} people cannot be opened.`);
}

function keysPart(gallery: GalleryStatus | null): PartState {
  const kind = gallery?.masterKey.kind ?? 'ok';
  return kind === 'ok'
    ? ok('keys', 'The master key matches the database.')
    : warning('keys', kind, 'The master key is missing or does not match the database. See the log.');
}

function backupPart({ backup, now }: ServerState): PartState {
  if (backup === null) return ok('backup', 'Not known.');
  if (!backup.isScheduled) return { part: 'backup', state: 'off', message: 'No backups are scheduled.' };
  if (backup.failuresInARow > 1)
    return warning('backup', 'failing', `The last ${backup.failuresInARow} nightly backups failed.`);
  const { lastSuccessAt } = backup;
  if (lastSuccessAt === null) return ok('backup', 'No nightly backup has been made yet.');
  const hours = Math.floor((now.getTime() - lastSuccessAt.getTime()) / HOUR_MS);
  return hours > BACKUP_OVERDUE_HOURS
    ? warning('backup', 'overdue', `The newest nightly backup is ${hours} hours old.`)
    : ok('backup', `The newest nightly backup is ${Math.max(0, hours)} hours old.`);
}

function jobsPart({ jobs }: ServerState): PartState {
  const failed = (jobs ?? []).filter(({ failuresInARow }) => failuresInARow > 1).map(({ name }) => name);
  return failed.length === 0
    ? ok('jobs', 'The background jobs succeed.')
    : warning('jobs', 'failing', `These jobs keep failing: ${failed.join(', ')}.`);
}

function httpsPart({ authorityEndsAt, now }: ServerState): PartState[] {
  if (authorityEndsAt === null) return [];
  const day = authorityEndsAt.toISOString().slice(0, 10);
  const left = authorityEndsAt.getTime() - now.getTime();
  return [
    left < AUTHORITY_WARN_MS
      ? warning(
          'https',
          left < 0 ? 'ended' : 'ends soon',
          `The certificate authority ends on ${day}. See the log.`,
        )
      : ok('https', `The certificate authority is valid until ${day}.`),
  ];
}

/** Judges the state of a server, part by part. The sentences have counts only, no ids, and are for operators. */
export function judgeReadiness(state: ServerState): PartState[] {
  const { isDraining, files, clock, schema } = state;
  return [
    databasePart(state.database),
    modelsPart(state.models),
    galleryPart(state.gallery),
    keysPart(state.gallery),
    files === null || files === 'ok'
      ? ok('files', 'Files can be written.')
      : warning('files', files, 'The folder for backups and exports is missing or is not the shared one.'),
    clock === 'trusted'
      ? ok('clock', 'The clock is trusted.')
      : warning('clock', 'doubted', 'The server clock may be wrong. No day is closed until it is confirmed.'),
    schema.current === null || schema.current <= schema.known
      ? ok('migrations', `The schema is ${schema.known}.`)
      : warning('migrations', 'newer', 'A newer Rollcall has migrated the database; upgrade this server.'),
    backupPart(state),
    jobsPart(state),
    ...httpsPart(state),
    isDraining
      ? failing('shutdown', 'stopping', 'The server is stopping.')
      : ok('shutdown', 'The server takes requests.'),
  ];
}
