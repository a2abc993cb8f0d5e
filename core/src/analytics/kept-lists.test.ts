import { expect, it } from 'vitest';
import { createLocalEvents } from '../events/publish.ts';
import { INSTITUTION } from '../kernel/access.ts';
import { localDate } from '../kernel/local-date.ts';
import type { TallyOfId } from './analytics.types.ts';
import { createKeptLists } from './kept-lists.ts';

it('a list that was being read while the calendar changed is not kept', async () => {
  const events = createLocalEvents();
  const readings: ((list: readonly TallyOfId[]) => void)[] = [];
  const clock = { now: () => new Date('2026-03-02T08:00:00Z') };
  const list = createKeptLists<TallyOfId>(
    { clock, events },
    () => new Promise((done) => readings.push(done)),
  );
  const range = { from: localDate('2026-02-01'), to: localDate('2026-02-28') };
  const tally = (present: number): TallyOfId[] => [{ personId: 1, due: 20, present }];

  const before = list(range, INSTITUTION);
  events.publish({ topic: 'settings', personId: null });
  readings.shift()?.(tally(1));
  expect(await before).toEqual(tally(1));

  const after = list(range, INSTITUTION);
  readings.shift()?.(tally(2));
  expect(await after).toEqual(tally(2));
  expect(await list(range, INSTITUTION)).toEqual(tally(2));
  expect(readings).toEqual([]);
});

it('a list is kept for the reach that it was read for', async () => {
  const clock = { now: () => new Date('2026-03-02T08:00:00Z') };
  const read: unknown[] = [];
  const list = createKeptLists({ clock, events: createLocalEvents() }, async (_, reach) => {
    read.push(reach);
    return [];
  });
  const range = { from: localDate('2026-02-01'), to: localDate('2026-02-28') };
  const office = (section: string) => ({ of: 'sections', sections: [section] }) as const;
  for (const reach of [INSTITUTION, office('5a'), office('5b'), office('5a')]) await list(range, reach);
  expect(read).toEqual([INSTITUTION, office('5a'), office('5b')]);
});
