import { TARGET_RATE } from '@rollcall/core/analytics/analytics.rules';
import { addDays, daysBetween, localDate, mondayOf } from '@rollcall/core/kernel/local-date';
import { type ChartContext, type ChartOption, NARROW } from './chart-option.types.ts';
import {
  baseOption,
  COLOURS,
  firstOf,
  footText,
  lineColour,
  percentAxis,
  targetLine,
  tip,
  tooltip,
  zoom,
} from './chart-style.ts';
import type { SectionWeek } from './charts.queries.ts';
import { inReadingDirection } from './mirrored.ts';

export interface WeeklyRates {
  /** Mondays, without a gap. */
  readonly weeks: readonly string[];
  /** One line per section, with null for weeks without due days. */
  readonly lines: readonly { readonly section: string; readonly rates: readonly (number | null)[] }[];
}

/** Whole weeks up to `today`: one day of a week says little about it. A first week is shown from its first day on. */
export function weeklyRates(all: readonly SectionWeek[], today: string): WeeklyRates {
  const running = mondayOf(localDate(today));
  const whole = all.filter(({ week }) => week < running);
  const rows = whole.length > 0 ? whole : all;
  const known = rows.map(({ week }) => week).sort();
  const [first, last] = [known[0], known.at(-1)];
  const count = first && last ? daysBetween(localDate(first), localDate(last)) / 7 + 1 : 0;
  const weeks = Array.from({ length: count }, (_, index) => addDays(localDate(first ?? ''), 7 * index));
  const sections = [...new Set(rows.map(({ section }) => section))];
  return {
    weeks,
    lines: sections.map((section) => ({
      section,
      rates: weeks.map(
        (week) => rows.find((row) => row.section === section && row.week === week)?.rate ?? null,
      ),
    })),
  };
}

/** Lines that can be told apart by colour. */
const SHOWN = 6;

/** The sections that are in colour before anybody chooses: all of a few, else those with the lowest last rate. */
export function chosenAtFirst({ lines }: WeeklyRates): string[] {
  if (lines.length <= SHOWN) return lines.map(({ section }) => section);
  const last = (rates: readonly (number | null)[]) => rates.findLast((rate) => rate !== null) ?? 100;
  return lines
    .toSorted((a, b) => last(a.rates) - last(b.rates))
    .slice(0, SHOWN)
    .map(({ section }) => section);
}

/** The main point in one sentence: the highest and the lowest section of the last week. */
export function weeklyCaption(
  { weeks, lines }: WeeklyRates,
  { t, format }: Omit<ChartContext, 'width'>,
): string {
  const ranked = lines
    .flatMap(({ section, rates }) => {
      const rate = rates.at(-1);
      return rate === null || rate === undefined ? [] : [{ section, rate }];
    })
    .sort((a, b) => b.rate - a.rate);
  const [best, lowest] = [ranked[0], ranked.at(-1)];
  const week = weeks.at(-1);
  if (!best || !lowest || week === undefined) return '';
  const below = ranked.filter(({ rate }) => rate < TARGET_RATE).length;
  const words = {
    week: format.dayShort(week),
    best: best.section,
    bestRate: format.percent(best.rate),
    lowest: lowest.section,
    lowestRate: format.percent(lowest.rate),
  };
  const target = format.percent(TARGET_RATE);
  return [
    best === lowest
      ? t('charts.weeks.captionOne', words)
      : best.rate === lowest.rate
        ? t('charts.weeks.captionSame', words)
        : t('charts.weeks.caption', words),
    below === 0 ? t('charts.weeks.noneBelow', { target }) : t('charts.weeks.below', { count: below, target }),
  ].join(' ');
}

/** The lowest shown rate: at most 50, so that the target and half the scale are always in the picture. */
const axisMinimum = (lines: WeeklyRates['lines']): number => {
  const lowest = Math.min(100, ...lines.flatMap(({ rates }) => rates.filter((rate) => rate !== null)));
  return Math.max(0, Math.min(50, Math.floor(lowest / 10) * 10 - 10));
};

const PHONE_WEEKS = 12;

export function weeklyRatesOption(
  { weeks, lines }: WeeklyRates,
  chosen: readonly string[],
  context: ChartContext,
): ChartOption {
  const { format, t, width } = context;
  const isNarrow = width < NARROW;
  const start = isNarrow && weeks.length > PHONE_WEEKS ? 100 - (PHONE_WEEKS / weeks.length) * 100 : 0;
  const colourOf = (section: string) => lineColour(lines.findIndex((line) => line.section === section));
  // Lines in colour are drawn over the others.
  const ordered = lines.toSorted(
    (a, b) => Number(chosen.includes(a.section)) - Number(chosen.includes(b.section)),
  );
  return inReadingDirection(
    {
      ...baseOption,
      grid: {
        left: 4,
        right: 16,
        top: 12,
        bottom: 32,
        outerBoundsMode: 'same',
        outerBoundsContain: 'axisLabel',
      },
      xAxis: {
        type: 'category',
        data: [...weeks],
        boundaryGap: false,
        axisLabel: { ...footText, formatter: (week: string) => format.dayShort(week) },
        axisLine: { lineStyle: { color: COLOURS.hairline } },
        axisTick: { show: false },
      },
      yAxis: percentAxis(context, axisMinimum(lines)),
      dataZoom: zoom(start),
      tooltip: {
        ...tooltip,
        trigger: 'axis',
        axisPointer: { type: 'line', lineStyle: { color: COLOURS.muted, width: 1 } },
        formatter: (params) => {
          const index = firstOf(params)?.dataIndex ?? 0;
          const week = weeks[index] ?? '';
          return tip(
            t('charts.weeks.of', { date: format.dayShort(week) }),
            lines
              .filter(({ section }) => chosen.includes(section))
              .flatMap(({ section, rates }) => {
                const rate = rates[index];
                return rate === null || rate === undefined
                  ? []
                  : [{ colour: colourOf(section), label: section, value: format.percent(rate) }];
              }),
          );
        },
      },
      series: ordered.map(({ section, rates }, index) => {
        const isChosen = chosen.includes(section);
        const colour = isChosen ? colourOf(section) : COLOURS.ghost;
        return {
          type: 'line',
          name: section,
          data: [...rates],
          color: colour,
          silent: !isChosen,
          symbol: 'circle',
          symbolSize: isChosen ? 6 : 0,
          showSymbol: isChosen,
          lineStyle: { width: isChosen ? 2 : 1, color: colour },
          emphasis: { disabled: true },
          ...(index === ordered.length - 1 ? { markLine: targetLine('yAxis') } : {}),
        };
      }),
    },
    context,
  );
}
