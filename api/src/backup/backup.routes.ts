import { toReadableStream } from '@rollcall/core/kernel/byte-streams';
import type { Services } from '@rollcall/core/services';
import { actorOf } from '../http/access.ts';
import { downloadHeaders, uploadedChunks } from '../http/files.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './backup.contract.ts';
import { presentInspection, presentOperation, presentProgress } from './backup.presenter.ts';

export function backupRoutes({ backup, keyExport }: Services) {
  return createRouter()
    .openapi(contract.backupDatabase, async (c) => {
      const { passphrase } = c.req.valid('json');
      return c.json({ backup_file: (await backup.backup(actorOf(c), passphrase ?? null)).file }, 200);
    })
    .openapi(contract.exportJson, async (c) =>
      c.json({ export_file: (await backup.exportJson(actorOf(c))).file }, 200),
    )
    .openapi(contract.exportCsv, async (c) => {
      const { date } = c.req.valid('json');
      const day = !date || date === 'all' ? null : date;
      return c.json({ export_file: (await backup.exportCsv(actorOf(c), { date: day })).file }, 200);
    })
    .openapi(contract.operations, async (c) =>
      c.json({ operations: (await backup.recent()).map(presentOperation) }, 200),
    )
    .openapi(contract.getSchedule, async (c) => {
      const { enabled, at, keepDaily, keepWeekly } = await backup.schedule();
      return c.json({ enabled, time: at, keep_daily: keepDaily, keep_weekly: keepWeekly }, 200);
    })
    .openapi(contract.saveSchedule, async (c) => {
      const { enabled, time, keep_daily, keep_weekly } = c.req.valid('json');
      await backup.saveSchedule(actorOf(c), {
        enabled,
        at: time,
        keepDaily: keep_daily,
        keepWeekly: keep_weekly,
      });
      return c.json({ message: 'Backup schedule saved successfully!' }, 200);
    })
    .openapi(contract.exportKeys, async (c) => {
      const chunks = await keyExport.make(actorOf(c), c.req.valid('json').passphrase);
      return c.body(toReadableStream(chunks), 200, downloadHeaders('rollcall.keys'));
    })
    .openapi(contract.download, async (c) => {
      const { name, content } = await backup.download(actorOf(c), c.req.valid('param').file);
      return c.body(content.stream, 200, {
        ...downloadHeaders(name),
        'Content-Length': String(content.bytes),
      });
    });
}

export function restoreRoutes({ restore }: Services) {
  return createRouter()
    .openapi(contract.uploadArchive, async (c) => {
      const chunks = uploadedChunks(c, 'Please send the archive.');
      const { upload, head } = await restore.upload(actorOf(c), chunks);
      const { institution, createdAt, key } = head;
      return c.json(
        { upload, institution, created_at: createdAt, needs_passphrase: key.by === 'passphrase' },
        200,
      );
    })
    .openapi(contract.restore, async (c) => {
      const { upload, passphrase = null, dry_run, institution_name, without_backup } = c.req.valid('json');
      if (dry_run) {
        const archive = presentInspection(await restore.dryRun(actorOf(c), { upload, passphrase }));
        return c.json({ message: 'File verified. Nothing has been changed.', archive }, 200);
      }
      const done = await restore.restore(actorOf(c), {
        upload,
        passphrase,
        institution: institution_name,
        withoutBackup: without_backup,
      });
      return c.json({ message: 'Restored. Please sign in again.', archive: presentInspection(done) }, 200);
    })
    .openapi(contract.restoreProgress, (c) =>
      c.json({ progress: presentProgress(restore.progressOf(c.req.valid('param').upload)) }, 200),
    );
}
