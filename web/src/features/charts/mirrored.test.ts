import { describe, expect, it } from 'vitest';
import { createFormat, localeFor } from '../../lib/format/format.ts';
import { createI18n } from '../../lib/i18n/i18n.ts';
import { analytics } from '../../locales/ar/office/analytics.ts';
import { arrivalsOption } from './arrivals.options.ts';
import type { ChartOption } from './chart-option.types.ts';
import { statusOption } from './daily-status.options.ts';
import { drawSvg } from './echarts.ts';
import { framedSvg } from './export-picture.ts';
import { ranksOption } from './section-ranks.options.ts';
import { weeklyRates, weeklyRatesOption } from './weekly-rates.options.ts';
import { yearHeight, yearOption } from './year-map.options.ts';

const i18n = await createI18n('ar');
i18n.addResourceBundle('ar', 'analytics', analytics);
const t = i18n.getFixedT('ar', 'analytics');
const inLocale = (language: string) => ({ t, format: createFormat(localeFor(language, [])), width: 1000 });
const [english, arabic] = [inLocale('en'), inLocale('ar')];
const size = { width: 1000, height: 300 };

/** Where the middle, the beginning or the end of each text is, from the left. */
function placesOf(option: ChartOption, drawn = size): Map<string, number> {
  const places = new Map<string, number>();
  for (const [, attributes = '', text = ''] of drawSvg(option, drawn).matchAll(
    /<text([^>]*)>([^<]*)<\/text>/g,
  )) {
    const [, moved = '0'] = /translate\(([\d.-]+)/.exec(attributes) ?? [];
    const [, x = '0'] = /\sx="([\d.-]+)"/.exec(attributes) ?? [];
    places.set(text, Number(moved) + Number(x));
  }
  return places;
}

const placeOf = (places: Map<string, number>, text: string): number => {
  const place = places.get(text);
  if (place === undefined) throw new Error(`${text} is not one of ${[...places.keys()].join(', ')}`);
  return place;
};

const rates = ['2026-02-02', '2026-02-09', '2026-02-16'].map((week, index) => ({
  section: '10-A',
  week,
  present: 80 + index,
  due: 100,
  rate: 80 + index,
}));

describe('pictures in a right-to-left language', () => {
  it('let time run from the right, with the scale on the right', () => {
    for (const [context, sign] of [
      [english, 1],
      [arabic, -1],
    ] as const) {
      const places = placesOf(weeklyRatesOption(weeklyRates(rates, '2030-01-01'), ['10-A'], context));
      const [first, last] = ['2026-02-02', '2026-02-16'].map((week) =>
        placeOf(places, context.format.dayShort(week)),
      );
      const scale = placeOf(places, context.format.percent(100));
      expect(Math.sign((last ?? 0) - (first ?? 0))).toBe(sign);
      expect(Math.sign((first ?? 0) - scale)).toBe(sign);
    }
  });

  it('stack days and arrivals from the right', () => {
    const day = (date: string) => ({ date, on_time: 5, late: 1, absent: 2, excused: 0 });
    const days = placesOf(statusOption([day('2026-02-02'), day('2026-02-09')], 'week', arabic));
    const { dayShort, time } = arabic.format;
    expect(placeOf(days, dayShort('2026-02-02'))).toBeGreaterThan(placeOf(days, dayShort('2026-02-09')));
    const today = {
      date: '2026-03-02',
      due: true,
      every_minutes: 5,
      start: 540,
      on_time_until: 547,
      cutoff: 570,
      arrivals: [{ minute: 525, count: 3, late: 0, very_late: 0 }],
      before: null,
    };
    const arrivals = placesOf(arrivalsOption(today, arabic));
    expect(placeOf(arrivals, time('08:00'))).toBeGreaterThan(placeOf(arrivals, time('10:00')));
    // On a phone, too, they take the width.
    const narrow = placesOf(arrivalsOption(today, { ...arabic, width: 310 }), { width: 310, height: 240 });
    expect(placeOf(narrow, time('08:00')) - placeOf(narrow, time('10:00'))).toBeGreaterThan(240);
  });

  it('rank with the names on the right and the figures on the left', () => {
    const rank = { section: '10-A', present: 90, due: 100, rate: 90, change: 2 };
    const places = placesOf(ranksOption([rank], arabic));
    expect(placeOf(places, '10-A')).toBeGreaterThan(900);
    expect(placeOf(places, arabic.format.percent(90))).toBeLessThan(200);
  });

  it('show the year from the right, with its months and weekdays', () => {
    const year = {
      from: '2025-03-03',
      to: '2026-03-02',
      cells: [{ date: '2025-03-04', colour: 'var(--chart-heat-1)', text: '50%' }],
    };
    const height = yearHeight(year, 1000);
    const places = placesOf(yearOption(year, arabic), { ...size, height });
    const months = ['2025-04', '2026-02'].map((month) => placeOf(places, arabic.format.monthShort(month)));
    expect(months[0]).toBeGreaterThan(months[1] ?? 0);
    const weekday = arabic.format.weekdayInitial('2024-01-03');
    expect(placeOf(places, weekday)).toBeGreaterThan(970);
    const squareAt = (context: typeof arabic) => {
      const svg = drawSvg(yearOption(year, context), { ...size, height });
      const square = svg.match(/<path[^>]*chart-heat-1[^>]*>/)?.[0] ?? '';
      const [, x = ''] = /d="M([\d.]+)/.exec(square) ?? [];
      return Number(x);
    };
    expect(squareAt(english)).toBeLessThan(60);
    expect(squareAt(arabic)).toBeGreaterThan(940);
  });

  it('are saved with their title on the right', () => {
    const picture = { title: 'النسبة', caption: 'الحضور', legend: [{ label: 'متأخر', colour: '#000' }] };
    const svg = framedSvg('<g/>', 100, picture, 'rtl');
    expect(svg).toContain('direction="rtl"');
    expect(svg).toContain('<text x="1160" y="48"');
    expect(svg).toContain('<rect x="1148"');
    expect(framedSvg('<g/>', 100, picture)).toContain('<text x="40" y="48"');
  });
});
