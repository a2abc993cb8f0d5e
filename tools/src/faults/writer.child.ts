import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';

/**
 * The process that the faults kill. It prints `ready` once the database is open, then `ack N` after each acknowledged
 * write: every row that was printed must exist afterwards.
 * Arguments: ours|stock, data folder, seed file, number of the first row, number of rows.
 */
const [engine, dataDir, seedFile, first, count] = process.argv.slice(2);
if (dataDir === undefined || seedFile === undefined)
  throw new Error('usage: writer ours|stock folder seed first count');

const statements = {
  create: 'create table if not exists marks (id int primary key, filler text not null)',
  total: 'create table if not exists total (one int primary key default 1, n int not null)',
  insert:
    "with m as (insert into marks values ($1, repeat('x', 200))) insert into total values (1, 1) on conflict (one) do update set n = total.n + 1",
};

const query = engine === 'stock' ? await openStock(dataDir) : await openOurs(dataDir, seedFile);
await query(statements.create, []);
await query(statements.total, []);
process.stdout.write('ready\n');
for (let id = Number(first); id < Number(first) + Number(count); id += 1) {
  await query(statements.insert, [id]);
  process.stdout.write(`ack ${id}\n`);
}
process.stdout.write('end\n');
// Stays alive until it is killed: a clean exit would write a checkpoint.
setInterval(() => {}, 60_000);

type Query = (sql: string, values: number[]) => Promise<unknown>;

async function openOurs(folder: string, seed: string): Promise<Query> {
  const { pool } = await openEmbedded({ at: { dataDir: folder }, seed: readFileSync(seed) });
  return (sql, values) => pool.query(sql, values);
}

/** Plain PGlite for comparison, which must lose data: otherwise the test proves nothing. */
async function openStock(folder: string): Promise<Query> {
  const pg = await PGlite.create(folder);
  return (sql, values) => pg.query(sql, values);
}
