import type { HolidayCalendarReader } from '../attendance/attendance.ports.ts';
import { readHolidayCalendar } from '../attendance/holiday-calendar.rules.ts';
import { readRows, type TableReader } from '../kernel/tables/uploaded-table.ts';
import { createZone } from '../kernel/zones/zone-data.ts';

/** The ports that parse uploaded files. */
export interface FileParsers {
  readonly tables: TableReader;
  readonly calendars: HolidayCalendarReader;
}

/** Parses in the calling thread: for the server's worker, the demo (which runs in a worker) and tests. */
export const inlineParsers: FileParsers = {
  tables: { rows: readRows },
  calendars: {
    read: async (ics, timeZone, window) => readHolidayCalendar(ics, createZone(timeZone), window),
  },
};
