import { chunksOf } from '@rollcall/core/backup/byte-streams';
import { AppError } from '@rollcall/core/errors';
import type { RowProblem } from '@rollcall/core/import/row-problem';
import { IMPORT_LIMITS } from '@rollcall/core/import/sheet';
import type { Services } from '@rollcall/core/services';
import type { Context } from 'hono';
import { actorOf } from '../http/access.ts';
import type { Env } from '../http/env.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './import.contract.ts';

const PREVIEWED = 50;

function sent(c: Context<Env>): AsyncIterable<Uint8Array> {
  const stream = c.req.raw.body;
  if (!stream) throw new AppError('invalid_input', { message: 'Please send the file.' });
  return chunksOf(stream);
}

interface Uploaded {
  readonly upload: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly sample: readonly (readonly string[])[];
  readonly mapping: Readonly<Record<string, string>>;
}

const presentUpload = ({ upload, columns, rows, sample, mapping }: Uploaded) => ({
  upload,
  columns: [...columns],
  rows,
  sample: sample.map((row) => [...row]),
  mapping: { ...mapping },
});

const presentProblems = (problems: readonly RowProblem[]) => ({
  problem_count: problems.length,
  problems: problems
    .slice(0, IMPORT_LIMITS.listedProblems)
    .map(({ row, field, code, message }) => ({ row, field, code, message })),
});

const sentence = (dryRun: boolean, imported: number, what: string, problems: number): string => {
  if (dryRun) return 'Nothing was changed.';
  if (imported > 0) return `${imported} ${what} imported.`;
  return problems > 0 ? 'Some rows need attention. Nothing was imported.' : 'There was nothing to import.';
};

export function importRoutes({ peopleImport, attendanceImport, photoImport }: Services) {
  return createRouter()
    .openapi(contract.uploadPeople, async (c) =>
      c.json(presentUpload(await peopleImport.upload(actorOf(c), sent(c))), 200),
    )
    .openapi(contract.importPeople, async (c) => {
      const { upload, mapping, default_type, bad_rows, passwords, dry_run } = c.req.valid('json');
      const result = await peopleImport.run(actorOf(c), {
        upload,
        mapping,
        otherwise: default_type,
        badRows: bad_rows,
        passwords,
        dryRun: dry_run,
      });
      return c.json(
        {
          message: sentence(dry_run, result.imported, 'people', result.problems.length),
          rows: result.rows,
          importable: result.importable.length,
          imported: result.imported,
          ...presentProblems(result.problems),
          preview: result.importable
            .slice(0, PREVIEWED)
            .map(({ code, name, username, kind, classSection }) => ({
              id: code,
              name,
              username,
              type: kind,
              class_section: classSection,
            })),
          passwords: result.passwords.map(({ code, name, username, classSection, password }) => ({
            id: code,
            name,
            username,
            class_section: classSection,
            password,
          })),
        },
        200,
      );
    })
    .openapi(contract.uploadPhotos, async (c) => {
      const { upload, people, photos, unknown } = await photoImport.upload(actorOf(c), sent(c));
      return c.json({ upload, people, photos, unknown: [...unknown] }, 200);
    })
    .openapi(contract.importPhotos, async (c) => {
      const { operation, done } = await photoImport.start(actorOf(c), c.req.valid('json'));
      done.catch(() => {}); // the operation says that it failed, and why it matters little
      return c.json({ message: 'Enrolment has begun.', report_file: operation.file }, 200);
    })
    .openapi(contract.uploadAttendance, async (c) =>
      c.json(presentUpload(await attendanceImport.upload(actorOf(c), sent(c))), 200),
    )
    .openapi(contract.importAttendance, async (c) => {
      const { upload, mapping, date_order, bad_rows, dry_run } = c.req.valid('json');
      const result = await attendanceImport.run(actorOf(c), {
        upload,
        mapping,
        dateOrder: date_order,
        badRows: bad_rows,
        dryRun: dry_run,
      });
      return c.json(
        {
          message: sentence(dry_run, result.imported, 'days', result.problems.length),
          rows: result.rows,
          importable: result.importable,
          imported: result.imported,
          ...presentProblems(result.problems),
        },
        200,
      );
    });
}
