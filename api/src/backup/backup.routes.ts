import { streamOf } from '@rollcall/core/backup/byte-streams';
import type { Services } from '@rollcall/core/services';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './backup.contract.ts';
import { presentOperation } from './backup.presenter.ts';

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
      return c.body(streamOf(chunks), 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': 'attachment; filename="rollcall.keys"',
        'Cache-Control': 'no-store',
      });
    })
    .openapi(contract.download, async (c) => {
      const { operation, content } = await backup.open(actorOf(c), c.req.valid('param').file);
      return c.body(content.stream, 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Length': String(content.bytes),
        'Content-Disposition': `attachment; filename="${operation.file}"`,
        'Cache-Control': 'no-store',
      });
    });
}
