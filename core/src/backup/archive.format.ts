import { isPresent, STATUS_LABELS } from '../attendance/attendance-day.rules.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { Zone } from '../time/zone.ts';
import type { ArchiveReader } from './backup.ports.ts';
import { csvLine } from './backup.rules.ts';

export const ARCHIVE_FORMAT = 'rollcall-backup';
export const EXPORT_FORMAT = 'rollcall-export';

/** Tables that hold secrets of sign-in or only this server's passing state: not for an export that is read elsewhere. */
const NOT_EXPORTED = new Set([
  'credentials',
  'sessions',
  'login_attempts',
  'face_scans',
  'face_templates',
  'face_keys',
]);

async function* encoded(lines: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(line);
}

/** One JSON object a line: a head, the rows of each table, and a foot with the counts that proves nothing is missing. */
async function* backupLines(archive: ArchiveReader, at: Date): AsyncIterable<string> {
  const schema = await archive.schemaVersion();
  yield `${JSON.stringify({ format: ARCHIVE_FORMAT, version: 1, schema, created_at: at.toISOString() })}\n`;
  const counts: Record<string, number> = {};
  for (const table of archive.tables()) {
    counts[table] = 0;
    for await (const page of archive.rows(table)) {
      counts[table] += page.length;
      yield page.map((row) => `${JSON.stringify({ table, row })}\n`).join('');
    }
  }
  yield `${JSON.stringify({ end: true, counts })}\n`;
}

export function backupArchive(archive: ArchiveReader, at: Date): AsyncIterable<Uint8Array> {
  return gzipped(encoded(backupLines(archive, at)));
}

/** The same rows as one readable JSON document, without sign-in secrets and faces. */
export async function* exportJson(archive: ArchiveReader, at: Date): AsyncIterable<Uint8Array> {
  yield* encoded(
    (async function* () {
      const schema = await archive.schemaVersion();
      const head = JSON.stringify({
        format: EXPORT_FORMAT,
        version: 1,
        schema,
        created_at: at.toISOString(),
      });
      yield `${head.slice(0, -1)},"data":{`;
      let first = true;
      for (const table of archive.tables().filter((name) => !NOT_EXPORTED.has(name))) {
        yield `${first ? '' : ','}\n${JSON.stringify(table)}:[`;
        first = false;
        let comma = '';
        for await (const page of archive.rows(table)) {
          if (page.length === 0) continue;
          yield `${comma}\n${page.map((row) => JSON.stringify(row)).join(',\n')}`;
          comma = ',';
        }
        yield ']';
      }
      yield '}}\n';
    })(),
  );
}

export async function* attendanceCsv(
  archive: ArchiveReader,
  date: LocalDate | null,
  zone: Zone,
): AsyncIterable<Uint8Array> {
  yield* encoded(
    (async function* () {
      yield csvLine([
        'Date',
        'ID',
        'Name',
        'Type',
        'Class/Section',
        'Status',
        'Check-in',
        'Check-out',
        'Punctuality',
      ]);
      for await (const page of archive.attendance(date)) {
        yield page
          .map((row) =>
            csvLine([
              row.date,
              row.code,
              row.name,
              row.kind,
              row.classSection,
              isPresent(row.status) ? 'present' : row.status,
              row.firstIn && zone.timeOf(row.firstIn),
              row.lastSeen && zone.timeOf(row.lastSeen),
              isPresent(row.status) ? STATUS_LABELS[row.status] : null,
            ]),
          )
          .join('');
      }
    })(),
  );
}

async function* gzipped(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
  });
  const reader = source.pipeThrough(new CompressionStream('gzip')).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
