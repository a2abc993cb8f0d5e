import { TARGET_RATE } from '@rollcall/core/analytics/analytics.rules';
import { type ChartContext, type ChartOption, NARROW } from './chart-option.types.ts';
import { axisText, baseOption, COLOURS, firstOf, targetLine, tip, tooltip } from './chart-style.ts';
import type { SectionRanks } from './charts.queries.ts';
import { inReadingDirection } from './mirrored.ts';

type Rank = SectionRanks['sections'][number];

/** Change in points with an arrow, which is its sign in words for the eye; a dash without a month before. */
export function changeText(change: number | null, { format }: Pick<ChartContext, 'format'>): string {
  if (change === null) return '–';
  if (change === 0) return '±0';
  return `${change > 0 ? '▲' : '▼'} ${format.number(Math.abs(change))}`;
}

export function ranksCaption(
  { sections, before }: SectionRanks,
  { t, format }: Omit<ChartContext, 'width'>,
): string {
  const reached = sections.filter(({ rate }) => rate >= TARGET_RATE).length;
  const worst = sections
    .flatMap(({ section, change }) => (change === null ? [] : [{ section, change }]))
    .toSorted((a, b) => a.change - b.change)[0];
  const target = format.percent(TARGET_RATE);
  return [
    t('charts.ranks.caption', { count: sections.length, reached, target }),
    worst && worst.change < 0
      ? t('charts.ranks.fell', {
          section: worst.section,
          points: format.number(-worst.change),
          month: format.longMonth(before.slice(0, 7)),
        })
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

export const ranksHeight = (count: number): number => count * 36 + 8;

/** Sections as bars, best first, with the target and the change to the month before. */
export function ranksOption(sections: readonly Rank[], context: ChartContext): ChartOption {
  const { format, t, width } = context;
  const isNarrow = width < NARROW;
  const names = sections.map(({ section }) => section);
  const figureOf = (section: string): string => {
    const rank = sections.find((each) => each.section === section);
    if (!rank) return '';
    const tone = rank.change === null || rank.change === 0 ? 'same' : rank.change > 0 ? 'up' : 'down';
    return `{rate|${format.percent(rank.rate)}}{${tone}|${changeText(rank.change, context)}}`;
  };
  const figure = { fontSize: 13, align: 'right' as const };
  return inReadingDirection(
    {
      ...baseOption,
      grid: {
        left: 4,
        right: 4,
        top: 4,
        bottom: 4,
        outerBoundsMode: 'same',
        outerBoundsContain: 'axisLabel',
      },
      xAxis: {
        type: 'value',
        min: 0,
        max: 100,
        axisLabel: { show: false },
        splitLine: { show: false },
        axisLine: { show: false },
      },
      yAxis: [
        {
          type: 'category',
          inverse: true,
          data: names,
          axisLabel: {
            ...axisText,
            color: COLOURS.ink,
            fontWeight: 600,
            width: isNarrow ? 72 : 160,
            overflow: 'truncate',
          },
          axisLine: { show: false },
          axisTick: { show: false },
        },
        {
          type: 'category',
          inverse: true,
          position: 'right',
          data: names,
          axisLabel: {
            formatter: figureOf,
            rich: {
              rate: { ...figure, color: COLOURS.ink, fontWeight: 600, width: 56 },
              up: { ...figure, color: COLOURS.onTime, width: 56 },
              down: { ...figure, color: COLOURS.absent, width: 56 },
              same: { ...figure, color: COLOURS.muted, width: 56 },
            },
          },
          axisLine: { show: false },
          axisTick: { show: false },
        },
      ],
      tooltip: {
        ...tooltip,
        formatter: (params) => {
          const rank = sections[firstOf(params)?.dataIndex ?? 0];
          return rank
            ? tip(rank.section, [
                { label: t('charts.rate'), value: format.percent(rank.rate) },
                {
                  label: t('charts.days'),
                  value: `${format.number(rank.present)} / ${format.number(rank.due)}`,
                },
                { label: t('charts.ranks.change'), value: changeText(rank.change, context) },
              ])
            : '';
        },
      },
      series: [
        {
          type: 'bar',
          name: 'rate',
          barWidth: 14,
          showBackground: true,
          backgroundStyle: { color: COLOURS.sunken, borderRadius: 7 },
          emphasis: { disabled: true },
          data: sections.map(({ rate }) => ({
            value: rate,
            itemStyle: {
              color: rate >= TARGET_RATE ? COLOURS.primary : COLOURS.late,
              borderRadius: 7,
            },
          })),
          markLine: targetLine('xAxis'),
        },
      ],
    },
    context,
  );
}
