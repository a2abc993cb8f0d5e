import { describe, expect, it } from 'vitest';
import { localTime } from '../kernel/local-date.ts';
import { DAY_MS } from '../operations/operations.rules.ts';
import type { Operation } from '../operations/operations.types.ts';
import { planExpiry } from './expiry.rules.ts';

const START = Date.parse('2026-03-02T02:00:00Z');
const day = (number: number) => new Date(START + number * DAY_MS);
const schedule = { enabled: true, at: localTime('02:00'), keepDaily: 3, keepWeekly: 2 };

let nextId = 1;
const operation = (made: number, keptDays: number, extra: Partial<Operation> = {}): Operation => ({
  id: nextId++,
  kind: 'backup',
  state: 'done',
  done: 1,
  total: 1,
  problem: null,
  file: `backup-${nextId}.rollcall`,
  bytes: 1,
  sha256: 'x',
  createdAt: day(made),
  createdBy: 'Schedule',
  expiresAt: day(made + keptDays),
  jobId: null,
  scheduled: true,
  verifiedAt: day(made),
  ...extra,
});
const stored = (operations: readonly Operation[]) =>
  operations
    .filter(({ state }) => state === 'done')
    .map(({ file, createdAt }) => ({ name: file, modifiedAt: createdAt }));
const plan = (
  operations: readonly Operation[],
  now: Date,
  files = stored(operations),
  filesSince = new Date(0),
) => planExpiry({ operations, files, filesSince, schedule, now });

describe('expiry', () => {
  it('keeps the last good backup through a month of failures', () => {
    const good = operation(0, 3);
    for (let today = 1; today <= 60; today += 1) {
      const failed = operation(today, 3, { state: 'failed' });
      const { remove, keep } = plan([good, failed], day(today));
      expect(remove).not.toContain(good);
      if (today > 2) expect(keep).toEqual([good]);
    }
  });

  it('keeps as many nightly backups as the schedule keeps days when the machine was off', () => {
    const nightly = [0, 1, 2, 3, 4].map((made) => operation(made, 3));
    const { remove, keep, keepUntil } = plan(nightly, day(90));
    expect(remove).toEqual(nightly.slice(0, 2));
    expect(keep).toEqual(nightly.slice(2).reverse());
    expect(keepUntil.getTime()).toBeGreaterThan(day(91).getTime());
  });

  it('removes the old ones once newer ones succeeded, and keeps the first of a week for weeks', () => {
    const monday = operation(0, 14);
    const nightly = [1, 2, 3, 4, 5].map((made) => operation(made, 3));
    const { remove } = plan([monday, ...nightly], day(5));
    expect(remove).toEqual(nightly.slice(0, 2));
  });

  it('never removes the only backup that somebody asked for', () => {
    const asked = operation(0, 7, { scheduled: false, createdBy: 'Administrator' });
    expect(plan([asked], day(30)).remove).toEqual([]);
    expect(plan([asked, operation(29, 3)], day(30)).remove).toEqual([asked]);
  });

  it('keeps the nightly backups that were read back through a month of others that were not', () => {
    const good = [0, 1, 2].map((made) => operation(made, 3));
    const unread = Array.from({ length: 30 }, (_, index) => operation(3 + index, 3, { verifiedAt: null }));
    const { remove } = plan([...good, ...unread], day(33));
    expect(remove.filter((each) => good.includes(each))).toEqual([]);
    expect(remove).not.toContain(unread.at(-1));
    expect(remove).toContain(unread[0]);
  });

  it('does not count a backup whose file is gone', () => {
    const good = operation(0, 3);
    const gone = operation(1, 3);
    const { remove, keep } = plan([good, gone], day(10), stored([good]));
    expect(remove).toEqual([gone]);
    expect(keep).toEqual([good]);
  });

  it('removes exports by age, and files that no operation names after a day', () => {
    const backup = operation(9, 3);
    const old = operation(0, 7, { kind: 'export_json', file: 'export-json-1.json' });
    const files = [
      ...stored([backup, old]),
      { name: 'export-csv-9.csv', modifiedAt: day(8) },
      { name: 'upload-9.rollcall', modifiedAt: new Date(day(10).getTime() - 3_600_000) },
    ];
    const { remove, orphans } = plan([backup, old], day(10), files);
    expect(remove).toEqual([old]);
    expect(orphans).toEqual(['export-csv-9.csv']);
  });

  it('removes a backup that no operation names only when it is older than any that would be kept', () => {
    const backup = operation(29, 3);
    const files = (age: number) => [
      ...stored([backup]),
      { name: 'backup-lost.rollcall', modifiedAt: day(30 - age) },
    ];
    expect(plan([backup], day(30), files(10)).orphans).toEqual([]);
    expect(plan([backup], day(30), files(15)).orphans).toEqual(['backup-lost.rollcall']);
    expect(plan([], day(30), files(15)).orphans).toEqual([]);
  });

  it('keeps the entries of files that were made before the folder took the place of another one', () => {
    const before = operation(0, 28);
    const gone = operation(5, 28);
    const good = operation(8, 28);
    const { remove } = plan([before, gone, good], day(10), stored([good]), day(3));
    expect(remove).toEqual([gone]);
    expect(plan([before, good], day(28), stored([good]), day(3)).remove).toEqual([before]); // by its age
  });

  it('keeps what a retention run removed for 30 days, also when no operation names the file', () => {
    const files = (age: number) => [{ name: 'retention-1.rollcall', modifiedAt: day(40 - age) }];
    expect(plan([], day(40), files(29)).orphans).toEqual([]);
    expect(plan([], day(40), files(31)).orphans).toEqual(['retention-1.rollcall']);
  });
});
