import { expect, it } from 'vitest';
import { localDate, mondayOf } from './local-date.ts';

it.each([
  ['a Monday', '2026-03-02', '2026-03-02'],
  ['a Sunday', '2026-03-08', '2026-03-02'],
  ['a week that spans two years', '2027-01-02', '2026-12-28'],
])('mondayOf gives the Monday of the week of %s', (_, date, monday) => {
  expect(mondayOf(localDate(date))).toBe(monday);
});
