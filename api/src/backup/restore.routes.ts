import { chunksOf } from '@rollcall/core/backup/byte-streams';
import { AppError } from '@rollcall/core/errors';
import type { Services } from '@rollcall/core/services';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import { presentInspection, presentProgress } from './backup.presenter.ts';
import * as contract from './restore.contract.ts';

export function restoreRoutes({ restore }: Services) {
  return createRouter()
    .openapi(contract.uploadArchive, async (c) => {
      const stream = c.req.raw.body;
      if (!stream) throw new AppError('invalid_input', { message: 'Please send the archive.' });
      const { upload, head } = await restore.upload(actorOf(c), chunksOf(stream));
      const { institution, createdAt, key } = head;
      return c.json(
        { upload, institution, created_at: createdAt, needs_passphrase: key.by === 'passphrase' },
        200,
      );
    })
    .openapi(contract.restore, async (c) => {
      const { upload, passphrase = null, dry_run, institution_name } = c.req.valid('json');
      if (dry_run) {
        const archive = presentInspection(await restore.dryRun({ upload, passphrase }));
        return c.json({ message: 'The archive is whole. Nothing was changed.', archive }, 200);
      }
      const done = await restore.restore(actorOf(c), { upload, passphrase, institution: institution_name });
      return c.json({ message: 'Restored. Please sign in again.', archive: presentInspection(done) }, 200);
    })
    .openapi(contract.restoreProgress, (c) =>
      c.json({ progress: presentProgress(restore.progressOf(c.req.valid('param').upload)) }, 200),
    );
}
