import { rateOf, rateOrZero } from '@rollcall/core/analytics/analytics.rules';
import type { ArrivalTally } from '@rollcall/core/analytics/analytics.types';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './charts.contract.ts';

type Falls = Awaited<ReturnType<Services['charts']['falls']>>;
type Arrivals = Awaited<ReturnType<Services['charts']['arrivals']>>;

const presentArrivals = (rows: readonly ArrivalTally[]) =>
  rows.map(({ minute, count, late, veryLate }) => ({ minute, count, late, very_late: veryLate }));

const presentArrivalDay = (day: Arrivals): z.infer<typeof contract.wireArrivalDay> => ({
  date: day.date,
  due: day.isWorkingDay,
  every_minutes: day.everyMinutes,
  start: day.start,
  on_time_until: day.onTimeUntil,
  cutoff: day.cutoff,
  arrivals: presentArrivals(day.arrivals),
  before: day.before && { date: day.before.date, arrivals: presentArrivals(day.before.arrivals) },
});

const presentFall =
  (weeks: number) =>
  (person: Falls['people'][number]): z.infer<typeof contract.wireFall> => ({
    user_id: person.code,
    name: person.name,
    type: person.kind,
    class_section: person.classSection,
    rate: rateOrZero(person),
    rate_before: rateOrZero(person.before),
    weeks: Array.from({ length: weeks }, (_, index) => {
      const week = person.weeks.find((each) => each.week === index);
      return week ? rateOf(week) : null;
    }),
  });

export function chartRoutes({ charts }: Services) {
  return createRouter()
    .openapi(contract.statusDays, async (c) => {
      const { from, to, days } = await charts.days(actorOf(c), c.req.valid('query').section);
      return c.json(
        {
          from,
          to,
          days: days.map(({ date, onTime, late, absent, excused }) => ({
            date,
            on_time: onTime,
            late,
            absent,
            excused,
          })),
        },
        200,
      );
    })
    .openapi(contract.year, async (c) => {
      const { from, to, days } = await charts.year(actorOf(c), c.req.valid('query').section);
      return c.json(
        {
          from,
          to,
          days: days.map(({ date, present, due }) => ({
            date,
            present,
            due,
            rate: rateOrZero({ present, due }),
          })),
        },
        200,
      );
    })
    .openapi(contract.sectionWeeks, async (c) => {
      const { from, to, weeks } = await charts.sectionWeeks(actorOf(c));
      return c.json(
        {
          from,
          to,
          weeks: weeks.map((row) => ({
            section: row.section,
            week: row.from,
            present: row.present,
            due: row.due,
            rate: rateOrZero(row),
          })),
        },
        200,
      );
    })
    .openapi(contract.sectionRanks, async (c) => {
      const { month, before, sections } = await charts.sectionRanks(actorOf(c));
      return c.json(
        {
          month,
          before,
          sections: sections.map(({ section, present, due, rate, change }) => ({
            section,
            present,
            due,
            rate,
            change,
          })),
        },
        200,
      );
    })
    .openapi(contract.arrivals, async (c) =>
      c.json(presentArrivalDay(await charts.arrivals(actorOf(c))), 200),
    )
    .openapi(contract.falls, async (c) => {
      const { from, to, weeks, people } = await charts.falls(actorOf(c));
      return c.json({ from, to, people: people.map(presentFall(weeks)) }, 200);
    });
}
