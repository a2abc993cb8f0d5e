import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createDemoService } from '@rollcall/core/demo-data/demo.service';
import { DEMO_MODE } from '@rollcall/core/demo-data/demo-mode';
import { createLocalEvents, createTransactAndPublish } from '@rollcall/core/events/publish';
import { systemClock } from '@rollcall/core/kernel/clock';
import { createDisk } from '@rollcall/db/browser/create-disk';
import { packDisk } from '@rollcall/db/browser/database-disk';
import { migrate } from '@rollcall/db/migrations/migrate';
import { withoutComments } from '@rollcall/db/migrations/migration-steps';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { createBrowserPasswords } from '../src/host/browser-secrets.ts';

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url));

/** Creates the demo school's database as of today. Its attendance history is generated on the first visit. */
export async function makeDisk(): Promise<Uint8Array> {
  // The disk contains them for restores. Their comments would be ten of the kilobytes that visitors load.
  const migrations = (await readMigrations(MIGRATIONS)).map(({ sql, ...migration }) => ({
    ...migration,
    sql: withoutComments(sql),
  }));
  const madeOn = systemClock.now().toISOString().slice(0, 10);
  const disk = await createDisk(
    { madeOn, migrations },
    async (db) => {
      await migrate(db, migrations);
      await createDemoService({
        clock: systemClock,
        passwords: createBrowserPasswords(),
        repos: createRepositories(db),
        transactAndPublish: createTransactAndPublish({
          transact: createTransact(db),
          events: createLocalEvents(),
        }),
        demo: DEMO_MODE,
        defaultTimeZone: 'UTC',
      }).seed();
    },
    (files) => {
      const digest = createHash('sha256');
      for (const [path, bytes] of files) digest.update(path).update(bytes);
      return digest.digest('hex').slice(0, 16);
    },
  );
  return packDisk(disk);
}
