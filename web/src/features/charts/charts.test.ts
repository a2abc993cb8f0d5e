import { describe, expect, it } from 'vitest';
import { createFormat } from '../../lib/format/format.ts';
import { createI18n } from '../../lib/i18n/i18n.ts';
import { analytics } from '../../locales/en/office/analytics.ts';
import { arrivalsCaption, arrivalsOption, countsBy, shownMinutes } from './arrivals.options.ts';
import { COLOURS, tip } from './chart-style.ts';
import { statusCaption, statusOfDay, statusOption, weeksOfPerson } from './daily-status.options.ts';
import { drawSvg } from './echarts.ts';
import { framedSvg, pictureName, withValues, wrapped } from './export-picture.ts';
import { fallsSvg, sparkPath } from './falls/falls-picture.ts';
import { changeText, ranksCaption, ranksOption } from './section-ranks.options.ts';
import { chosenAtFirst, weeklyCaption, weeklyRates, weeklyRatesOption } from './weekly-rates.options.ts';
import { rateColour, yearHeight, yearOption, yearRows } from './year-map.options.ts';

const i18n = await createI18n('en');
i18n.addResourceBundle('en', 'analytics', analytics);
const context = { t: i18n.getFixedT('en', 'analytics'), format: createFormat('en'), width: 1000 };
const phone = { ...context, width: 340 };
const size = { width: 1000, height: 300 };

const week = (section: string, monday: string, rate: number) => ({
  section,
  week: monday,
  present: rate,
  due: 100,
  rate,
});

describe('the weekly rate by class', () => {
  const data = weeklyRates(
    [
      week('CS-A', '2026-02-02', 90),
      week('CS-A', '2026-02-16', 92),
      week('CS-B', '2026-02-16', 61),
      week('CS-B', '2026-02-23', 12),
    ],
    '2026-02-24',
  );

  it('has a gap where a week had no due day, and no week that is not over', () => {
    expect(data.weeks).toEqual(['2026-02-02', '2026-02-09', '2026-02-16']);
    expect(data.lines).toEqual([
      { section: 'CS-A', rates: [90, null, 92] },
      { section: 'CS-B', rates: [null, null, 61] },
    ]);
  });

  it('says which class is highest, lowest and below the target', () => {
    expect(weeklyCaption(data, context)).toBe(
      'In the week of 16 Feb, CS-A is highest with 92% and CS-B lowest with 61%. 1 section is below the 75% target.',
    );
    expect(weeklyCaption(weeklyRates([], '2026-02-24'), context)).toBe('');
  });

  it('shows the lowest of many classes in colour', () => {
    const many = Array.from({ length: 9 }, (_, index) => week(`S${index}`, '2026-02-02', 90 - index));
    expect(chosenAtFirst(weeklyRates(many, '2026-02-03'))).toEqual(['S8', 'S7', 'S6', 'S5', 'S4', 'S3']);
  });

  it('draws the chosen lines and the target', () => {
    const odd = weeklyRates([week('<b>&', '2026-02-02', 90), week('<b>&', '2026-02-09', 80)], '2026-03-01');
    const svg = drawSvg(weeklyRatesOption(odd, ['<b>&'], context), size);
    expect(svg).toContain('var(--rc-muted)');
    expect(svg).toContain('var(--chart-line-1)');
  });
});

describe('classes against the target', () => {
  const rank = (section: string, rate: number, change: number | null) => ({
    section,
    present: rate,
    due: 100,
    rate,
    change,
  });
  const ranks = {
    month: '2026-03-01',
    before: '2026-02-01',
    sections: [rank('CS-A', 91, 1.5), rank('CS-B', 70, -4), rank('CS-C', 60, null)],
  };

  it('say how many reach it and which one lost most', () => {
    expect(ranksCaption(ranks, context)).toBe(
      '1 of 3 sections reach the 75% target. CS-B fell the most: 4 points below February 2026.',
    );
    expect([1.5, -4, 0, null].map((change) => changeText(change, context))).toEqual([
      '▲ 1.5',
      '▼ 4',
      '±0',
      '–',
    ]);
  });

  it('below it are amber', () => {
    const svg = drawSvg(ranksOption(ranks.sections, context), size);
    expect(svg).toContain('var(--chart-primary)');
    expect(svg).toContain('var(--chart-late)');
    expect(svg).toContain('▼ 4');
  });
});

describe('statuses', () => {
  const days = [
    { date: '2026-02-02', on_time: 8, late: 1, absent: 1, excused: 0 },
    { date: '2026-02-03', on_time: 6, late: 0, absent: 4, excused: 2 },
  ];

  it('are stacked by day, and said as shares of due days', () => {
    expect(statusCaption(days, 'day', context)).toBe(
      '70% on time, 5% late, 25% absent. Most absences: Tue, 3 Feb, 4 people.',
    );
    const svg = drawSvg(statusOption(days, 'day', phone), size);
    for (const part of ['on-time', 'late', 'absent', 'excused'])
      expect(svg).toContain(`var(--chart-${part})`);
  });

  it('of one person are counted by week, without days off', () => {
    const day = (date: string, status: 'on_time' | 'very_late' | 'unmarked' | 'excused', dayOff = false) => ({
      date,
      basis: { status, dayOff },
    });
    const own = [
      day('02_07_26', 'on_time', true),
      day('02_06_26', 'unmarked'),
      day('02_03_26', 'very_late'),
      day('02_02_26', 'on_time'),
      day('01_26_26', 'excused'),
    ];
    expect(weeksOfPerson(own, 10)).toEqual([
      { date: '2026-01-26', on_time: 0, late: 0, absent: 0, excused: 1 },
      { date: '2026-02-02', on_time: 1, late: 1, absent: 1, excused: 0 },
    ]);
    expect(statusOfDay(day('02_07_26', 'on_time', true))).toBeNull();
  });
});

describe('the year', () => {
  const year = {
    from: '2025-03-03',
    to: '2026-03-02',
    cells: [{ date: '2026-02-02', colour: rateColour(74.9), text: '74.9%' }],
  };

  it('is one row of weeks, and two on a phone', () => {
    expect(yearRows(year, 1000)).toHaveLength(1);
    expect(yearRows(year, 340)).toEqual([
      { from: '2025-03-03', to: '2025-09-07' },
      { from: '2025-09-08', to: '2026-03-02' },
    ]);
    expect(yearHeight(year, 340)).toBeGreaterThan(yearHeight(year, 1000) / 2);
  });

  it('colours a day by its rate and leaves the others empty', () => {
    expect([0, 60, 75, 85, 95].map(rateColour)).toEqual(
      [1, 2, 3, 4, 5].map((step) => `var(--chart-heat-${step})`),
    );
    const svg = drawSvg(yearOption(year, context), size);
    expect(svg.split('var(--chart-heat-2)')).toHaveLength(2);
    expect(svg).toContain('var(--chart-track)');
  });
});

describe("today's arrivals", () => {
  const day = {
    date: '2026-03-02',
    due: true,
    every_minutes: 5,
    start: 540,
    on_time_until: 547,
    cutoff: 570,
    arrivals: [
      { minute: 525, count: 1, late: 0, very_late: 0 },
      // 09:07 is on time, 09:08 is late: both are in these five minutes.
      { minute: 545, count: 3, late: 1, very_late: 0 },
      { minute: 570, count: 1, late: 0, very_late: 1 },
    ],
    before: { date: '2026-02-27', arrivals: [{ minute: 450, count: 4, late: 0, very_late: 0 }] },
  };

  it('are told apart by their status, also within five minutes', () => {
    expect(countsBy(day.arrivals, 545)).toEqual({ on_time: 2, late: 1, very_late: 0 });
    expect(countsBy(day.arrivals, 550)).toEqual({ on_time: 0, late: 0, very_late: 0 });
    expect(shownMinutes(day)).toEqual({ from: 450, to: 600 });
    expect(arrivalsCaption(day, context)).toBe(
      '5 people have checked in, 2 of them late. Fri, 27 Feb: 4 in total.',
    );
    expect(tip('<b>&', [])).toBe('<strong>&#60;b&#62;&#38;</strong>');
  });

  it('have lines at start, grace and cutoff, with the school day before behind', () => {
    const svg = drawSvg(arrivalsOption(day, context), size);
    for (const words of ['Start 09:00', 'On time until 09:07', 'Cutoff 09:30']) expect(svg).toContain(words);
    expect(svg).toContain('var(--chart-ghost)');
  });

  it('are drawn in the colour of each status', () => {
    const svg = drawSvg(arrivalsOption(day, context), size);
    for (const colour of [COLOURS.onTime, COLOURS.late, COLOURS.absent]) expect(svg).toContain(colour);
  });
});

describe('a saved picture', () => {
  it('has a name that people understand, in every script', () => {
    expect(pictureName('Weekly rate by section', '2026-11-16', 'png')).toBe(
      'weekly-rate-by-section-2026-11-16.png',
    );
    expect(pictureName('Pünktlich, verspätet', '2026-11-16', 'svg')).toBe(
      'pünktlich-verspätet-2026-11-16.svg',
    );
  });

  it('carries title, caption, legend and real colours', () => {
    const framed = framedSvg('<svg id="chart"/>', 300, {
      title: 'A & B',
      caption: 'One sentence.',
      legend: [{ label: 'Late', colour: 'var(--chart-late)' }],
    });
    const svg = withValues(framed, (name) => (name === '--chart-late' ? '#c2820f' : ''));
    expect(svg).toContain('A &#38; B');
    expect(svg).toContain('One sentence.');
    expect(svg).toContain('fill="#c2820f"');
    expect(svg).not.toContain('var(');
    expect(wrapped('one two three', 8)).toEqual(['one two', 'three']);
  });
});

it('a small line breaks where no day was due', () => {
  expect(sparkPath([100, null, 0])).toBe('M4.0 4.0 M108.0 28.0');
});

it('the list of falls is drawn as a picture, with every name escaped and its change', () => {
  const person = {
    user_id: 'S-1',
    name: 'Ada <b> & Ben',
    type: 'student' as const,
    class_section: null,
    rate: 40,
    rate_before: 90,
    weeks: [90, null, 40],
  };
  const words = { percent: (rate: number) => `${rate}%`, from: (rate: string) => `from ${rate}` };
  const svg = fallsSvg([person, { ...person, name: 'Cem' }], words);
  expect(svg).not.toContain('<b>');
  for (const text of ['S-1', '40%', 'from 90%', 'Cem', sparkPath(person.weeks)]) expect(svg).toContain(text);
  const { documentElement } = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`,
    'image/svg+xml',
  );
  expect(documentElement.querySelectorAll('circle')).toHaveLength(2);
});
