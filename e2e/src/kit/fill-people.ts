import { join } from 'node:path';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';

/** Thousands of people in one statement, into the data of a server that is not running. */
export async function fillPeople(dataDir: string, count: number): Promise<void> {
  const embedded = await openEmbedded({ at: { dataDir: join(dataDir, 'demo', 'postgres') } });
  await embedded.pool.query(
    `insert into people (code, name, username, kind, class_section, registered_on)
     select 'BULK' || lpad(n::text, 5, '0'), 'Bulk Person ' || lpad(n::text, 5, '0'), 'bulk' || n, 'student',
            'CS-' || chr(65 + n % 3), current_date
     from generate_series(1, $1::int) n`,
    [count],
  );
  await embedded.close();
}
