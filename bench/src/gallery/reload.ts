import { randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { createLocalEvents } from '@rollcall/core/events/publish';
import { createGallerySync } from '@rollcall/core/faces/gallery-sync';
import { createInstallationKeys } from '@rollcall/core/faces/keys/master-key.rules';
import { createTemplateVault } from '@rollcall/core/faces/keys/template-vault';
import { migrate } from '@rollcall/db/migrations/migrate';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { drizzleOn } from '@rollcall/db/postgres/open-postgres';
import { createRepositories } from '@rollcall/db/repositories';
import { createThreadedGallery } from '@rollcall/face/gallery/threaded-gallery';
import { createThreadedOpener } from '@rollcall/face/opening/threaded-opener';
import type pg from 'pg';
import { startPrivatePostgres } from '../../../tools/test/private-postgres.mjs';
import { benchPool } from '../shared/scratch-database.ts';
import { createTemplates } from './search.ts';

const MODEL = 'bench';
const BATCH = 500;

/** Seals the faces of people into a database, as enrolments do. */
async function fillFaces(
  pool: pg.Pool,
  vault: ReturnType<typeof createTemplateVault>,
  people: number,
  photos: number,
) {
  await pool.query(
    `insert into people (code, name, username, kind, class_section, registered_on)
     select 'P' || i, 'Person ' || i, 'person' || i, 'student', 'S' || (i % 120), current_date
     from generate_series(1, $1) i`,
    [people],
  );
  const { rows } = await pool.query<{ id: number }>(
    "select id from people where kind = 'student' order by id",
  );
  const next = createTemplates(5);
  const known: { personId: number; embedding: Float32Array }[] = [];
  for (let at = 0; at < rows.length; at += BATCH) {
    const faces = await Promise.all(
      rows.slice(at, at + BATCH).map(async ({ id }) => {
        const key = await vault.newKey(id);
        const person = await vault.forPerson(id, key);
        const embedding = next();
        if (at === 0) known.push({ personId: id, embedding });
        const sealed = await Promise.all(Array.from({ length: photos }, () => person.seal(MODEL, embedding)));
        return { id, key, sealed };
      }),
    );
    await pool.query(
      `insert into face_keys (person_id, master_key_id, wrapped_key, created_at)
       select *, now() from unnest($1::int[], $2::text[], $3::bytea[])`,
      [
        faces.map(({ id }) => id),
        faces.map(({ key }) => key.masterKeyId),
        faces.map(({ key }) => Buffer.from(key.wrappedKey)),
      ],
    );
    const templates = faces.flatMap(({ id, sealed }) => sealed.map((each) => ({ id, each })));
    await pool.query(
      `insert into face_templates (person_id, model_id, sealed, quality, created_at)
       select id, $3, sealed, 1, now() from unnest($1::int[], $2::bytea[]) as t (id, sealed)`,
      [templates.map(({ id }) => id), templates.map(({ each }) => Buffer.from(each)), MODEL],
    );
  }
  await pool.query('analyze');
  return known;
}

/**
 * Reads everybody again while somebody is looked for all the time: how long it takes, whether anybody was missing for a
 * moment, and how long the thread that answers calls was held up.
 */
export async function measureReload(people: number, photos: number) {
  const cluster = await startPrivatePostgres();
  if (!('url' in cluster)) throw new Error(cluster.reason);
  const { pool } = benchPool(cluster.url, 4);
  const gallery = createThreadedGallery();
  const faceOpener = createThreadedOpener();
  try {
    const db = drizzleOn(pool);
    await migrate(
      db,
      await readMigrations(fileURLToPath(new URL('../../../db/migrations', import.meta.url))),
    );
    const key = { id: 'bench', bytes: new Uint8Array(randomBytes(32)) };
    const masterKeys = createInstallationKeys([key], { kind: 'ok', id: key.id });
    const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) };
    const vault = createTemplateVault({ keys: masterKeys, random });
    const known = await fillFaces(pool, vault, people, photos);
    const repos = createRepositories(db);
    const clock = { now: () => new Date() };
    const sync = createGallerySync({
      clock,
      repos,
      events: createLocalEvents(),
      gallery,
      vault,
      masterKeys,
      faceOpener,
    });
    const began = performance.now();
    await sync.load();
    const firstMs = performance.now() - began;

    let ended = false;
    let [searches, missed, failed] = [0, 0, 0];
    const look = async () => {
      while (!ended) {
        const { personId, embedding } = known[searches % known.length] ?? {
          personId: 0,
          embedding: new Float32Array(),
        };
        searches += 1;
        try {
          const [best] = await gallery.search({ modelId: MODEL, embedding });
          if (best?.personId !== String(personId)) missed += 1;
        } catch {
          failed += 1;
        }
        await new Promise((wake) => setTimeout(wake, 5));
      }
    };
    const looking = look();
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const againBegan = performance.now();
    await sync.load();
    const againMs = performance.now() - againBegan;
    delay.disable();
    ended = true;
    await looking;
    const { templates: inGallery } = await gallery.count();
    return {
      people,
      photos_each: photos,
      templates: people * photos,
      in_the_gallery: inGallery,
      first_load_s: Number((firstMs / 1000).toFixed(2)),
      reload_while_searching_s: Number((againMs / 1000).toFixed(2)),
      searches_meanwhile: searches,
      not_found_meanwhile: missed,
      refused_meanwhile: failed,
      event_loop_delay_ms: {
        p50: Number((delay.percentile(50) / 1e6).toFixed(1)),
        p99: Number((delay.percentile(99) / 1e6).toFixed(1)),
        max: Number((delay.max / 1e6).toFixed(1)),
      },
    };
  } finally {
    await gallery.close();
    await faceOpener.close();
    await pool.end();
    cluster.stop();
  }
}
