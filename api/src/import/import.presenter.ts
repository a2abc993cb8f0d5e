import type { AttendanceImportResult } from '@rollcall/core/import/attendance-import.service';
import type { PeopleImportResult } from '@rollcall/core/import/people-import.service';
import type { RowProblem } from '@rollcall/core/import/row-problem';
import { IMPORT_LIMITS } from '@rollcall/core/kernel/tables/uploaded-table';
import type { z } from 'zod';
import type {
  wireAttendanceImport,
  wirePeopleImport,
  wireProblem,
  wireTableUpload,
} from './import.contract.ts';

const PREVIEWED = 50;

interface TableUpload {
  readonly upload: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly sample: readonly (readonly string[])[];
  readonly mapping: Readonly<Record<string, string>>;
}

export const presentTableUpload = (table: TableUpload): z.infer<typeof wireTableUpload> => ({
  upload: table.upload,
  columns: [...table.columns],
  rows: table.rows,
  sample: table.sample.map((row) => [...row]),
  mapping: { ...table.mapping },
});

function summary(imported: number, what: string, problems: number, dryRun: boolean): string {
  if (dryRun) return 'Nothing was changed.';
  if (imported > 0) return `${imported} ${what} imported.`;
  return problems > 0 ? 'Some rows need attention. Nothing was imported.' : 'There was nothing to import.';
}

const presentProblems = (problems: readonly RowProblem[]): z.infer<typeof wireProblem>[] =>
  problems.slice(0, IMPORT_LIMITS.listedProblems).map(({ row, field, code, message, name, otherRow }) => ({
    row,
    field,
    code,
    message,
    name,
    other_row: otherRow,
  }));

function presentResult(result: AttendanceImportResult, what: 'people' | 'days', dryRun: boolean) {
  const { rows, importable, alreadyImported, imported, problems, badRows } = result;
  return {
    message: summary(imported, what, problems.length, dryRun),
    rows,
    importable,
    already_imported: alreadyImported,
    imported,
    problem_count: problems.length,
    problems: presentProblems(problems),
    problem_rows: badRows.length,
    skipped: (imported > 0 ? badRows : [])
      .slice(0, IMPORT_LIMITS.listedProblems)
      .map(({ row, cells }) => ({ row, cells: [...cells] })),
  };
}

export const presentAttendanceImport = (
  result: AttendanceImportResult,
  dryRun: boolean,
): z.infer<typeof wireAttendanceImport> => presentResult(result, 'days', dryRun);

export const presentPeopleImport = (
  result: PeopleImportResult,
  dryRun: boolean,
): z.infer<typeof wirePeopleImport> => ({
  ...presentResult({ ...result, importable: result.importable.length, alreadyImported: 0 }, 'people', dryRun),
  warning_count: result.warnings.length,
  warnings: presentProblems(result.warnings),
  preview: result.importable.slice(0, PREVIEWED).map((person) => ({
    id: person.code,
    name: person.name,
    username: person.username,
    type: person.kind,
    class_section: person.classSection,
  })),
  passwords: result.passwords.map((person) => ({
    id: person.code,
    name: person.name,
    username: person.username,
    class_section: person.classSection,
    password: person.password,
  })),
});
