import { inlineParsers } from '@rollcall/core/import/file-parsers';
import { AppError } from '@rollcall/core/kernel/errors';
import type { LocalDate } from '@rollcall/core/kernel/local-date';

export type ParseTask =
  | { readonly kind: 'table'; readonly file: Uint8Array }
  | {
      readonly kind: 'calendar';
      readonly ics: string;
      readonly timeZone: string;
      readonly window: { readonly from: LocalDate; readonly to: LocalDate };
    };

/** An AppError loses its class between threads, so it travels as a value. */
export type ParseAnswer =
  | { readonly value: unknown }
  | { readonly refused: Pick<AppError, 'code' | 'message' | 'fields'> };

/** Parses one file on a worker thread; called by Piscina. */
export default async function parse(task: ParseTask): Promise<ParseAnswer> {
  const { tables, calendars } = inlineParsers;
  try {
    const value =
      task.kind === 'table'
        ? await tables.rows(task.file)
        : await calendars.read(task.ics, task.timeZone, task.window);
    return { value };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refused: { code: error.code, message: error.message, fields: error.fields } };
  }
}
