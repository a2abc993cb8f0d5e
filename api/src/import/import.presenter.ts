import type { AttendanceImportResult } from '@rollcall/core/import/attendance-import.service';
import type { PeopleImportResult } from '@rollcall/core/import/people-import.service';
import { IMPORT_LIMITS } from '@rollcall/core/kernel/tables/uploaded-table';
import type { z } from 'zod';
import type { wireAttendanceImport, wirePeopleImport, wireTableUpload } from './import.contract.ts';

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

function presentResult(result: AttendanceImportResult, what: 'people' | 'days', dryRun: boolean) {
  const { rows, importable, alreadyImported, imported, problems } = result;
  return {
    message: summary(imported, what, problems.length, dryRun),
    rows,
    importable,
    already_imported: alreadyImported,
    imported,
    problem_count: problems.length,
    problems: problems
      .slice(0, IMPORT_LIMITS.listedProblems)
      .map(({ row, field, code, message }) => ({ row, field, code, message })),
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
