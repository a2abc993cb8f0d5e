import type { AuditEntry, AuditQuery } from '@rollcall/core/audit/audit.types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDb, type TestDb } from '../../testing/test-db.ts';
import { createAuditRepository } from './audit.repository.ts';

const LOOKED_AT_ONCE = 10;
const ENTRIES = 35;

let test: TestDb;

/**
 * Thirty-five entries, three in each minute, so that moments are equal where a part ends. Every seventh names somebody rare, every
 * fourth is the server's own. The clock was a year ahead for two entries, the ninth and the twenty-second.
 */
beforeAll(async () => {
  test = await openTestDb();
  await test.pool.query(
    `insert into audit (id, at, action, subject, actor_name, address, detail) overriding system value
     select n, timestamptz '2026-03-02 08:00Z' + (n / 3) * interval '1 minute'
         + case when n in (9, 22) then interval '1 year' else interval '0' end,
       case when n % 2 = 0 then 'sign_in' else 'sign_out' end, case when n % 7 = 0 then 'RARE-' || n else 'Common' end,
       'Actor', case when n % 4 = 0 then 'server' else '192.0.2.1' end, '{}'
     from generate_series(1, ${ENTRIES}) n`,
  );
});
afterAll(() => test.close());

const list = (query: AuditQuery) => createAuditRepository(test.db, LOOKED_AT_ONCE).list(query);
type Filter = Omit<AuditQuery, 'before' | 'limit'>;

/** All pages of a search. */
async function pagesOf(filter: Filter, limit: number) {
  const pages: { ids: number[]; searchedTo: Date | null }[] = [];
  for (let before: number | undefined; pages.length <= ENTRIES; ) {
    const { entries, next, searchedTo } = await list({ ...filter, limit, before });
    pages.push({ ids: entries.map(({ id }) => id), searchedTo });
    if (next === null) return pages;
    before = next;
  }
  throw new Error('The search does not end.');
}

const idsOf = async (filter: Filter, limit: number) =>
  (await pagesOf(filter, limit)).flatMap(({ ids }) => ids);

/** The entries that a search must find, newest first, without looking at parts. */
async function expected({ action, about, system, since, until }: Filter): Promise<number[]> {
  const { rows } = await test.pool.query<Pick<AuditEntry, 'id' | 'at' | 'action' | 'subject' | 'address'>>(
    'select id::int as id, at, action, subject, address from audit order by id desc',
  );
  const found = rows.filter(
    (row) =>
      (!action || row.action === action) &&
      (!about || row.subject?.toLowerCase().includes(about)) &&
      (system !== false || row.address !== 'server') &&
      (!since || row.at >= since) &&
      (!until || row.at < until),
  );
  return (until ? found.toSorted((a, b) => +b.at - +a.at || b.id - a.id) : found).map(({ id }) => id);
}

const at = (time: string) => new Date(`2026-03-02T${time}Z`);
const AHEAD = new Date('2028-01-01T00:00:00Z');

describe('a search of the audit that looks at ten entries a call', () => {
  it.each<[string, Filter]>([
    ['without filters', {}],
    ['about somebody rare', { about: 'rare' }],
    ['about nobody', { about: 'nobody' }],
    ['of one action', { action: 'sign_in' }],
    ['of one action about somebody rare', { action: 'sign_in', about: 'rare' }],
    ['without what the server did', { system: false }],
    ['without what the server did, about somebody rare', { system: false, about: 'rare' }],
    ['since a moment', { since: at('08:03:00'), about: 'rare' }],
    ['until a moment', { until: at('08:09:00') }],
    ['until a moment, about somebody rare', { until: at('08:09:00'), about: 'rare' }],
    ['until a moment, without what the server did', { until: at('08:09:00'), system: false }],
    [
      'between two moments, of one action',
      { since: at('08:01:00'), until: at('08:11:00'), action: 'sign_out' },
    ],
    ['beyond the time that a wrong clock showed', { until: AHEAD, about: 'rare' }],
  ])('finds everything once and in order: %s', async (_, filter) => {
    for (const limit of [1, 2, 3, 7, 10, 50])
      expect(await idsOf(filter, limit)).toEqual(await expected(filter));
  });

  it('says how far it looked where a page is not full for that reason, and nowhere else', async () => {
    const minute = (id: number) => +at('08:00:00') + Math.floor(id / 3) * 60_000;
    const pages = await pagesOf({ about: 'rare' }, 5);
    expect(pages.map(({ ids }) => ids)).toEqual([[35, 28], [21], [14, 7], []]);
    expect(pages.map(({ searchedTo }) => searchedTo && +searchedTo)).toEqual([
      minute(26),
      minute(16),
      minute(6),
      null,
    ]);
    expect((await pagesOf({}, 5)).every(({ searchedTo }) => searchedTo === null)).toBe(true);
    expect((await pagesOf({ about: 'rare' }, 1)).slice(0, 2)).toEqual([
      { ids: [35], searchedTo: null },
      { ids: [28], searchedTo: null },
    ]);
  });

  it('ends after the last entry, however many there are in the last part', async () => {
    const search = { about: 'nobody', limit: 5 };
    // Ten entries are before the eleventh.
    expect((await list({ ...search, before: 11 })).next).toBe(1);
    expect((await list({ ...search, before: 1 })).next).toBeNull();
    expect((await list({ ...search, before: 10 })).next).toBeNull();
    expect((await list({ ...search, before: 12 })).next).toBe(2);
  });

  it('goes on where its cursor is gone, as after a restore', async () => {
    await test.pool.query('delete from audit where id = 20');
    const { entries } = await list({ about: 'rare', until: at('08:11:00'), limit: 5, before: 20 });
    expect(entries.map(({ id }) => id)).toEqual([14]);
    await test.pool.query(
      `insert into audit (id, at, action, subject, actor_name, address, detail) overriding system value
       values (20, '2026-03-02 08:06Z', 'sign_in', 'Common', 'Actor', 'server', '{}')`,
    );
  });

  it('loses and doubles nothing while entries are written', async () => {
    const send = test.pool.query.bind(test.pool);
    let written = 100;
    // Whenever the end of a part is looked for, three entries are there that were not when it was searched.
    const whileWriting = async (query: string | { text: string }, ...more: unknown[]) => {
      const text = typeof query === 'string' ? query : query.text;
      if (text.includes(' offset '))
        for (let n = 0; n < 3; n += 1)
          await send(
            `insert into audit (id, at, action, subject, actor_name, address, detail) overriding system value
             values ($1, '2026-03-02 09:00Z', 'sign_in', 'Common', 'Late', '192.0.2.1', '{}')`,
            [++written],
          );
      return (send as (...all: unknown[]) => unknown)(query, ...more);
    };
    test.pool.query = whileWriting as typeof test.pool.query; // Drizzle calls it with a query and its values
    try {
      expect(await idsOf({ about: 'rare' }, 5)).toEqual([35, 28, 21, 14, 7]);
      expect(await idsOf({ about: 'rare', until: AHEAD }, 5)).toEqual(
        await expected({ about: 'rare', until: AHEAD }),
      );
    } finally {
      test.pool.query = send;
      await test.pool.query(`delete from audit where actor_name = 'Late'`);
    }
    expect(written).toBeGreaterThan(100);
  });
});
