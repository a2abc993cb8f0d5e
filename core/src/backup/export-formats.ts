import { isPresent } from '../attendance/attendance-day.rules.ts';
import { STATUS_LABELS } from '../attendance/day-explanation.rules.ts';
import { encodeUtf8 } from '../kernel/byte-streams.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import { csvLine } from '../kernel/tables/csv.writer.ts';
import type { Zone } from '../kernel/zone.ts';
import { type ArchiveReader, EXPORT_SECTIONS } from './backup.ports.ts';

const EXPORT_FORMAT = 'rollcall-export';
const EXPORT_VERSION = 1;

/** Streams one JSON document (docs/OPERATIONS.md), without sign-in secrets and faces. */
async function* exportText(
  reader: ArchiveReader,
  at: Date,
  onRows: (count: number) => void,
): AsyncIterable<string> {
  const head = JSON.stringify({
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    created_at: at.toISOString(),
  });
  yield `${head.slice(0, -1)},"data":{`;
  for (const [index, section] of EXPORT_SECTIONS.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(section)}:[`;
    let comma = '';
    for await (const page of reader.exportRows(section)) {
      if (page.length === 0) continue;
      yield `${comma}\n${page.join(',\n')}`;
      comma = ',';
      onRows(page.length);
    }
    yield ']';
  }
  yield '}}\n';
}

export const exportJson = (
  reader: ArchiveReader,
  at: Date,
  onRows: (count: number) => void,
): AsyncIterable<Uint8Array> => encodeUtf8(exportText(reader, at, onRows));

const CSV_HEAD = [
  'Date',
  'ID',
  'Name',
  'Type',
  'Class/Section',
  'Status',
  'Check-in',
  'Check-out',
  'Punctuality',
];

async function* csvText(
  reader: ArchiveReader,
  date: LocalDate | null,
  zone: Zone,
  onRows: (count: number) => void,
): AsyncIterable<string> {
  yield csvLine(CSV_HEAD);
  for await (const page of reader.attendance(date)) {
    const lines = page.map((row) =>
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
    );
    yield lines.join('');
    onRows(page.length);
  }
}

export const attendanceCsv = (
  reader: ArchiveReader,
  date: LocalDate | null,
  zone: Zone,
  onRows: (count: number) => void,
): AsyncIterable<Uint8Array> => encodeUtf8(csvText(reader, date, zone, onRows));
