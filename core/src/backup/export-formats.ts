import { DAY_OFF_LABEL, STATUS_LABELS } from '../attendance/day-explanation.rules.ts';
import { encodeUtf8 } from '../kernel/byte-streams.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import { csvFile } from '../kernel/tables/csv.writer.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import type { InstitutionKind } from '../settings/settings.types.ts';
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

const SECTION_HEADS: Readonly<Record<InstitutionKind, string>> = {
  school: 'Class',
  university: 'Class/Section',
  workplace: 'Department',
};

/** One row a person and day, with the words for statuses that every other file has. */
export function attendanceCsv(
  reader: ArchiveReader,
  date: LocalDate | null,
  { zone, kind }: { readonly zone: Zone; readonly kind: InstitutionKind },
  onRows: (count: number) => void,
): AsyncIterable<Uint8Array> {
  async function* pages() {
    for await (const page of reader.attendance(date)) {
      yield page.map((row) => [
        row.date,
        row.code,
        row.name,
        row.kind,
        row.classSection,
        row.isDayOff ? DAY_OFF_LABEL : STATUS_LABELS[row.status],
        row.firstIn && zone.timeOf(row.firstIn),
        row.lastSeen && zone.timeOf(row.lastSeen),
      ]);
      onRows(page.length);
    }
  }
  const head = ['Date', 'ID', 'Name', 'Type', SECTION_HEADS[kind], 'Status', 'Check-in', 'Check-out'];
  return csvFile(head, pages());
}
