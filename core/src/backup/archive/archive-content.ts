import { encodeUtf8, LineTooLongError, readLines } from '../../kernel/byte-streams.ts';
import type { RandomSource } from '../../kernel/random.ts';
import type { ArchiveEnd, ArchiveReader, TableRows } from '../backup.ports.ts';
import { ArchiveError } from './archive-error.ts';
import type { ArchiveHead } from './archive-head.ts';
import type { KeyNeeds, SealWith } from './archive-key.ts';
import { sealFile } from './sealed-file.ts';

/**
 * The lines of an archive: a marker before each table, its rows, and an end marker with counts and sequences.
 * Rows begin with `{`, markers with `#`.
 */
async function* contentLines(
  reader: ArchiveReader,
  tables: readonly string[],
  onRows: (count: number) => void,
): AsyncIterable<string> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    counts[table] = 0;
    yield `#${JSON.stringify({ table })}\n`;
    for await (const page of reader.rows(table)) {
      if (page.length === 0) continue;
      counts[table] += page.length;
      yield `${page.join('\n')}\n`;
      onRows(page.length);
    }
  }
  yield `#${JSON.stringify({ end: { counts, sequences: await reader.sequences() } })}\n`;
}

type Numbers = Record<string, number>;
type Marker = { table: string } | { end: { counts: Numbers; sequences: Numbers } };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNumbers = (value: unknown): value is Numbers =>
  isRecord(value) && Object.values(value).every((each) => Number.isSafeInteger(each));

/** Validates every field: anybody can seal a file with a passphrase of their own. */
const parseMarker = (line: string): Marker => {
  let marker: unknown;
  try {
    marker = JSON.parse(line.slice(1));
  } catch (cause) {
    throw new ArchiveError('damaged', { cause });
  }
  if (isRecord(marker) && typeof marker.table === 'string') return { table: marker.table };
  if (isRecord(marker) && isRecord(marker.end)) {
    const { counts, sequences } = marker.end;
    if (isNumbers(counts) && isNumbers(sequences)) return { end: { counts, sequences } };
    throw new ArchiveError('invalid', { detail: 'Its sequences are not whole numbers.' });
  }
  throw new ArchiveError('damaged');
};

/** Text that is not UTF-8 and lines beyond the limit are no content that this program writes. */
async function* archiveLines(content: AsyncIterable<Uint8Array>): AsyncIterable<readonly string[]> {
  try {
    yield* readLines(content);
  } catch (error) {
    if (error instanceof LineTooLongError)
      throw new ArchiveError('invalid', { detail: 'A line is too long.', cause: error });
    if (error instanceof TypeError) throw new ArchiveError('damaged', { cause: error });
    throw error;
  }
}

/**
 * Reads the rows of an archive page by page and returns its end. Throws when tables, counts or the end differ from
 * the head, so a caller that reached the end has read everything.
 */
export async function* contentRows(
  head: ArchiveHead,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<TableRows, ArchiveEnd> {
  let table: string | null = null;
  let end: ArchiveEnd | null = null;
  const counts: Record<string, number> = {};
  for await (const lines of archiveLines(content)) {
    let rows: string[] = [];
    for (const line of lines) {
      if (end) throw new ArchiveError('damaged');
      if (!line.startsWith('#')) {
        rows.push(line);
        continue;
      }
      if (table !== null && rows.length > 0) yield { table, rows: countRows(counts, table, rows) };
      rows = [];
      const marker = parseMarker(line);
      if ('end' in marker) {
        assertSameCounts(head.counts, marker.end.counts);
        end = { sequences: marker.end.sequences };
      } else {
        if (!Object.hasOwn(head.counts, marker.table)) throw new ArchiveError('damaged');
        table = marker.table;
        counts[table] ??= 0;
      }
    }
    if (rows.length === 0) continue;
    if (table === null) throw new ArchiveError('damaged');
    yield { table, rows: countRows(counts, table, rows) };
  }
  if (!end) throw new ArchiveError('truncated');
  assertSameCounts(head.counts, counts);
  return end;
}

function countRows(counts: Record<string, number>, table: string, rows: string[]): string[] {
  counts[table] = (counts[table] ?? 0) + rows.length;
  return rows;
}

function assertSameCounts(
  wanted: Readonly<Record<string, number>>,
  found: Readonly<Record<string, number>>,
): void {
  for (const table of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    if (wanted[table] !== found[table]) throw new ArchiveError('damaged', { detail: `Rows of ${table}.` });
  }
}

interface BackupRequest {
  readonly institution: string;
  readonly demo: boolean;
  readonly at: Date;
  readonly sealWith: SealWith;
  readonly onProgress: (done: number, total: number) => void;
}

/** Writes everything needed to rebuild the database as one sealed stream. */
export async function* backupArchive(
  needs: KeyNeeds & { readonly random: RandomSource },
  reader: ArchiveReader,
  { institution, demo, at, sealWith, onProgress }: BackupRequest,
): AsyncIterable<Uint8Array> {
  const counts = await reader.tableRowCounts();
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let done = 0;
  onProgress(0, total);
  const lines = contentLines(reader, [...counts.keys()], (rows) => {
    done += rows;
    onProgress(done, total);
  });
  const about = {
    format: 'rollcall-backup' as const,
    schema: await reader.schemaVersion(),
    institution,
    demo,
    createdAt: at.toISOString(),
    counts: Object.fromEntries(counts),
  };
  yield* sealFile(needs, about, sealWith, encodeUtf8(lines));
}
