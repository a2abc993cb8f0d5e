import { createJobs } from '@rollcall/core/jobs';
import { createRepositories } from '@rollcall/db/repositories';
import { type DayLog, offlineDay, type Written } from './offline-day.ts';
import type { Doors } from './open-doors.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Row {
  readonly hash: string;
  readonly doubt: string | null;
  readonly code: string | null;
  readonly check_ins: number;
}

export interface Simulated {
  readonly days: number;
  readonly signed_entries: number;
  readonly by_kind: Record<string, number>;
  readonly pranks: number;
  readonly forged: number;
  readonly deleted_on_the_tablet: number;
  readonly sent_twice: number;
  readonly refused_without_the_key: number;
  readonly counted_at_once: number;
  readonly listed_with_a_name: number;
  readonly listed_without_a_name: number;
  /** Signed entries that are neither counted nor listed. */
  readonly lost: number;
  /** Entries taken twice, and people counted twice for one entry. */
  readonly doubled: number;
  /** Forged entries that are not listed, and missing ones without an entry in the audit. */
  readonly without_a_trace: number;
  /** Shown by the right person with nothing wrong, and not counted at once. */
  readonly right_and_not_counted: number;
  /** Of people who came, and neither counted nor listed with their name. */
  readonly nameless_people: number;
  /** Counted although the PIN was wrong or unknown. */
  readonly wrongly_counted: number;
  /** Entries with a name that the office could not count. */
  readonly not_confirmable: number;
}

/** Runs days without a network one after another, and compares what was written down with what the database holds. */
export async function simulateDays(
  doors: Doors,
  {
    days,
    random,
    worse,
    onDay,
  }: { days: number; random: () => number; worse?: number; onDay?: (day: number) => void },
): Promise<Simulated> {
  const { clock, one, pool } = doors;
  const jobs = createJobs({ services: one.services, repos: createRepositories(one.db), clock });
  const nightly = jobs.filter(({ kind }) =>
    ['kiosk_answers', 'sign_in_failures', 'ended_sessions'].includes(kind),
  );
  const sums = { ...NOTHING, by_kind: {} as Record<string, number>, days };
  const audited = async (): Promise<number> =>
    (await pool.query(`select count(*)::int as n from audit where action = 'kiosk_entries_broken'`)).rows[0]
      .n;

  for (let day = 1; day <= days; day += 1) {
    clock.advance(24 * HOUR - (clock.now().getTime() % (24 * HOUR)) + 15 * MINUTE);
    for (const job of nightly) await job.run();
    const brokenBefore = await audited();
    const firstCheckIn = (await pool.query('select coalesce(max(id), 0)::int as id from check_ins')).rows[0]
      .id;
    const began = clock.now();
    const log = await offlineDay(doors, random, worse);
    const rows = await takenSince(doors, began, firstCheckIn);
    count(sums, log, rows, (await audited()) - brokenBefore);
    sums.not_confirmable += await settle(doors);
    onDay?.(day);
  }
  return sums;
}

const NOTHING = {
  signed_entries: 0,
  pranks: 0,
  forged: 0,
  deleted_on_the_tablet: 0,
  sent_twice: 0,
  refused_without_the_key: 0,
  counted_at_once: 0,
  listed_with_a_name: 0,
  listed_without_a_name: 0,
  lost: 0,
  doubled: 0,
  without_a_trace: 0,
  right_and_not_counted: 0,
  nameless_people: 0,
  wrongly_counted: 0,
  not_confirmable: 0,
};

async function takenSince({ pool }: Doors, began: Date, firstCheckIn: number): Promise<readonly Row[]> {
  const { rows } = await pool.query<Row>(
    `select e.hash, e.doubt, p.code,
       (select count(*)::int from check_ins c where c.person_id = e.person_id and c.id > $2) as check_ins
     from kiosk_entries e left join people p on p.id = e.person_id where e.received_at >= $1`,
    [began, firstCheckIn],
  );
  return rows;
}

function count(
  sums: typeof NOTHING & { by_kind: Record<string, number> },
  log: DayLog,
  rows: readonly Row[],
  broken: number,
): void {
  const byHash = new Map<string, Row[]>();
  for (const row of rows) byHash.set(row.hash, [...(byHash.get(row.hash) ?? []), row]);
  for (const entry of log.written) {
    sums.signed_entries += 1;
    sums.by_kind[entry.kind] = (sums.by_kind[entry.kind] ?? 0) + 1;
    if (entry.kind === 'prank') sums.pranks += 1;
    const found = byHash.get(entry.hash) ?? [];
    byHash.delete(entry.hash);
    const [row] = found;
    if (!row) sums.lost += 1;
    else judge(sums, entry, row, found.length);
  }
  // What is left was not signed by a device.
  const altered = [...byHash.values()].flat().filter(({ doubt }) => doubt === 'altered').length;
  const gaps = rows.filter(({ doubt }) => doubt?.split(' ').includes('gap')).length;
  sums.forged += log.forged;
  sums.deleted_on_the_tablet += log.deleted;
  sums.sent_twice += log.sentTwice;
  sums.refused_without_the_key += log.refusedWithoutKey;
  sums.without_a_trace += Math.abs(log.forged - altered) + Math.abs(altered + gaps - broken);
  sums.without_a_trace += Math.max(0, log.deleted - gaps);
}

function judge(sums: typeof NOTHING, { kind, code }: Written, row: Row, copies: number): void {
  const isCounted = row.doubt === null;
  if (isCounted) sums.counted_at_once += 1;
  else if (row.code === null) sums.listed_without_a_name += 1;
  else sums.listed_with_a_name += 1;
  if (isCounted && row.check_ins === 0) sums.lost += 1;
  if (copies > 1 || row.check_ins > 1) sums.doubled += 1;
  if (kind === 'right' && !isCounted) sums.right_and_not_counted += 1;
  if (isCounted && (kind === 'mistyped' || kind === 'prank')) sums.wrongly_counted += 1;
  if (code !== null && row.code !== code) sums.nameless_people += 1;
}

/** The office goes through the list: it counts whoever has a name, and sets the rest aside. Answers how many failed. */
async function settle({ one, clock }: Doors): Promise<number> {
  let failed = 0;
  const { zone } = await one.services.settings.today();
  const token = await one.adminToken();
  for (;;) {
    const { entries } = (await one.call('GET', '/attendance/unconfirmed', { token })).body;
    if (entries.length === 0) return failed;
    const nameless: string[] = [];
    for (const { id, person, doubts } of entries) {
      if (person === null) {
        nameless.push(id);
        continue;
      }
      const given = { date: zone.dateOf(clock.now()), time: '06:00' };
      const body = doubts.includes('clock') ? { body: given } : {};
      const { status } = await one.call('POST', `/attendance/unconfirmed/${id}/confirm`, { token, ...body });
      if (status === 200) continue;
      failed += 1;
      nameless.push(id);
    }
    if (nameless.length > 0)
      await one.call('POST', '/attendance/unconfirmed/dismiss', { token, body: { ids: nameless } });
  }
}
