import type { Services } from '@rollcall/core/services';
import type { Context } from 'hono';
import { actorOf } from '../http/access.ts';
import { uploadedChunks } from '../http/files.ts';
import { createRouter, type Env } from '../http/router.ts';
import * as contract from './import.contract.ts';
import { presentAttendanceImport, presentPeopleImport, presentTableUpload } from './import.presenter.ts';

const chunksOf = (c: Context<Env>) => uploadedChunks(c, 'Please send the file.');

export function importRoutes({ peopleImport, attendanceImport, photoImport }: Services) {
  return createRouter()
    .openapi(contract.uploadPeople, async (c) =>
      c.json(presentTableUpload(await peopleImport.upload(actorOf(c), chunksOf(c))), 200),
    )
    .openapi(contract.importPeople, async (c) => {
      const { upload, mapping, default_type, bad_rows, passwords, dry_run } = c.req.valid('json');
      const result = await peopleImport.run(actorOf(c), {
        upload,
        mapping,
        defaultKind: default_type,
        badRows: bad_rows,
        passwords,
        dryRun: dry_run,
      });
      return c.json(presentPeopleImport(result, dry_run), 200);
    })
    .openapi(contract.uploadPhotos, async (c) => {
      const { upload, people, photos, unknown, unreadable, surplus } = await photoImport.upload(
        actorOf(c),
        chunksOf(c),
      );
      const leftOut = { unknown: [...unknown], unreadable: [...unreadable], surplus: [...surplus] };
      return c.json({ upload, people, photos, ...leftOut }, 200);
    })
    .openapi(contract.importPhotos, async (c) => {
      const { file } = await photoImport.start(actorOf(c), c.req.valid('json'));
      return c.json({ message: 'Registering faces.', report_file: file }, 200);
    })
    .openapi(contract.uploadAttendance, async (c) =>
      c.json(presentTableUpload(await attendanceImport.upload(actorOf(c), chunksOf(c))), 200),
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
      return c.json(presentAttendanceImport(result, dry_run), 200);
    });
}
