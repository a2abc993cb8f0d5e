import { ArchiveError } from './archive-error.ts';
import type { ArchiveHead } from './archive-head.ts';
import type { ArchiveReader } from './backup.ports.ts';
import { linesOf } from './byte-streams.ts';

/** Rows of one table as the JSON text the database wrote: nothing is lost on the way through a JavaScript number. */
export interface TableRows {
  readonly table: string;
  readonly rows: readonly string[];
}

/** Where each table's numbering goes on, so that the number of someone erased is never given out again. */
export interface ArchiveEnd {
  readonly sequences: Readonly<Record<string, number>>;
}

/** A mark line before each table, its rows, and an end with counts and sequences. Rows begin with `{`, marks with `#`. */
export async function* contentLines(
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

type Mark = { table?: unknown; end?: { counts: Record<string, number>; sequences: Record<string, number> } };

const markOf = (line: string): Mark => {
  try {
    return JSON.parse(line.slice(1)) as Mark; // sealed by us: what opens is what was written
  } catch (cause) {
    throw new ArchiveError('damaged', { cause });
  }
};

/**
 * Everything in the archive, page by page; the end is answered last. Throws when tables, counts or the end are not
 * what the head promised, so whoever reads to the end has read all of it.
 */
export async function* contentRows(
  head: ArchiveHead,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<TableRows, ArchiveEnd> {
  let table: string | null = null;
  let end: ArchiveEnd | null = null;
  const counts: Record<string, number> = {};
  for await (const lines of linesOf(content)) {
    let rows: string[] = [];
    for (const line of lines) {
      if (end) throw new ArchiveError('damaged');
      if (!line.startsWith('#')) {
        rows.push(line);
        continue;
      }
      if (table !== null && rows.length > 0) yield { table, rows: counted(counts, table, rows) };
      rows = [];
      const mark = markOf(line);
      if (mark.end) {
        assertSame(head.counts, mark.end.counts);
        end = { sequences: mark.end.sequences };
      } else {
        if (typeof mark.table !== 'string' || !(mark.table in head.counts)) throw new ArchiveError('damaged');
        table = mark.table;
        counts[table] ??= 0;
      }
    }
    if (rows.length === 0) continue;
    if (table === null) throw new ArchiveError('damaged');
    yield { table, rows: counted(counts, table, rows) };
  }
  if (!end) throw new ArchiveError('truncated');
  assertSame(head.counts, counts);
  return end;
}

function counted(counts: Record<string, number>, table: string, rows: string[]): string[] {
  counts[table] = (counts[table] ?? 0) + rows.length;
  return rows;
}

function assertSame(wanted: Readonly<Record<string, number>>, found: Readonly<Record<string, number>>): void {
  for (const table of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    if (wanted[table] !== found[table]) throw new ArchiveError('damaged', { detail: `Rows of ${table}.` });
  }
}
