import type { Operation } from '@rollcall/core/backup/backup.types';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './backup.contract.ts';

const present = (operation: Operation): z.infer<typeof contract.wireOperation> => ({
  type: operation.kind,
  timestamp: operation.createdAt.toISOString(),
  filename: operation.file,
  bytes: operation.bytes,
  sha256: operation.sha256,
  created_by: operation.createdBy,
  expires_at: operation.expiresAt.toISOString(),
});

export function backupRoutes({ backup }: Services) {
  return createRouter()
    .openapi(contract.backupDatabase, async (c) =>
      c.json({ backup_file: (await backup.backup(actorOf(c))).file }, 200),
    )
    .openapi(contract.exportJson, async (c) =>
      c.json({ export_file: (await backup.exportJson(actorOf(c))).file }, 200),
    )
    .openapi(contract.exportCsv, async (c) => {
      const { date } = c.req.valid('json');
      const day = !date || date === 'all' ? null : date;
      return c.json({ export_file: (await backup.exportCsv(actorOf(c), { date: day })).file }, 200);
    })
    .openapi(contract.operations, async (c) =>
      c.json({ operations: (await backup.recent()).map(present) }, 200),
    )
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
