import { encodeUtf8, readLines } from '../../kernel/byte-streams.ts';
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

type Marker = {
  table?: unknown;
  end?: { counts: Record<string, number>; sequences: Record<string, number> };
};

const parseMarker = (line: string): Marker => {
  try {
    return JSON.parse(line.slice(1)) as Marker; // authenticated by the seal, so written by this program
  } catch (cause) {
    throw new ArchiveError('damaged', { cause });
  }
};

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
  for await (const lines of readLines(content)) {
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
      if (marker.end) {
        assertSameCounts(head.counts, marker.end.counts);
        end = { sequences: marker.end.sequences };
      } else {
        if (typeof marker.table !== 'string' || !(marker.table in head.counts))
          throw new ArchiveError('damaged');
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
