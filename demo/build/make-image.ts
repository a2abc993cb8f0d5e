import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createDemoService } from '@rollcall/core/demo-data/demo.service';
import { DEMO_MODE } from '@rollcall/core/demo-data/demo-mode';
import { migrate } from '@rollcall/db/migrate';
import { readMigrations } from '@rollcall/db/migrations-folder';
import { createImage } from '@rollcall/db/open-browser-create';
import { packImage } from '@rollcall/db/open-browser-image';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { browserClock } from '../src/browser-clock.ts';
import { createBrowserPasswords } from '../src/browser-secrets.ts';

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations/', import.meta.url));

/** The demo school as it is on the day of the build, without its history: that is drawn on the day of the visit. */
export async function makeImage(): Promise<Uint8Array> {
  const migrations = await readMigrations(MIGRATIONS);
  const madeOn = browserClock.now().toISOString().slice(0, 10);
  const image = await createImage(
    { madeOn, migrations },
    async (db) => {
      await migrate(db, migrations);
      await createDemoService({
        clock: browserClock,
        passwords: createBrowserPasswords(),
        repos: createRepositories(db),
        transact: createTransact(db),
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
  return packImage(image);
}
