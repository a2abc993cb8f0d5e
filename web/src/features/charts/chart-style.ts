import { TARGET_RATE } from '@rollcall/core/analytics/analytics.rules';
import type { ChartContext, ChartOption, LegendItem } from './chart-option.types.ts';

/*
 * Parts that the pictures share. Colours are CSS variables of charts.module.css: the renderer writes them into the SVG
 * as they are, so that a picture follows the colour scheme without being drawn again.
 */

const FONT = "'Inter Variable', 'Noto Sans Arabic', 'Inter Fallback', Inter, system-ui, sans-serif";

export const COLOURS = {
  ink: 'var(--rc-ink)',
  muted: 'var(--rc-muted)',
  hairline: 'var(--rc-hairline)',
  surface: 'var(--rc-surface)',
  sunken: 'var(--chart-track)',
  primary: 'var(--chart-primary)',
  ghost: 'var(--chart-ghost)',
  onTime: 'var(--chart-on-time)',
  late: 'var(--chart-late)',
  absent: 'var(--chart-absent)',
  excused: 'var(--chart-excused)',
} as const;

/** Colours of lines beside each other; the first is the institution's own. */
export const LINE_COLOURS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `var(--chart-line-${number})`);

export const lineColour = (index: number): string =>
  LINE_COLOURS[index % LINE_COLOURS.length] ?? COLOURS.primary;

export const axisText = { color: COLOURS.muted, fontSize: 13, fontFamily: FONT };
/** Under a picture: clear of the lowest label of the other axis. */
export const footText = { ...axisText, margin: 12, hideOverlap: true };

/** The axis of pictures that count people. */
export const countAxis = (formatNumber: (value: number) => string) =>
  ({
    type: 'value',
    minInterval: 1,
    axisLabel: { ...axisText, formatter: formatNumber },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: COLOURS.hairline } },
  }) as const;

export const baseOption = {
  textStyle: { fontFamily: FONT, color: COLOURS.ink },
  animationDuration: 180,
  animationDurationUpdate: 180,
  animationEasing: 'cubicOut',
} as const satisfies ChartOption;

export const tooltip = {
  confine: true,
  backgroundColor: COLOURS.surface,
  borderColor: COLOURS.hairline,
  borderWidth: 1,
  padding: [8, 12],
  textStyle: { color: COLOURS.ink, fontSize: 13, fontFamily: FONT },
  extraCssText: 'border-radius: 8px; box-shadow: var(--rc-raised);',
  transitionDuration: 0,
} satisfies ChartOption['tooltip'];

export const percentAxis = ({ format }: ChartContext, min: number) =>
  ({
    type: 'value',
    min,
    max: 100,
    interval: min === 0 ? 25 : 10,
    axisLabel: { ...axisText, formatter: (value: number) => format.percent(value) },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: COLOURS.hairline, width: 1 } },
  }) as const;

/** A dashed line at the target; the legend names it, where no other line can cross the words. */
export const targetLine = (axis: 'xAxis' | 'yAxis') => ({
  silent: true,
  symbol: 'none',
  animation: false,
  lineStyle: { color: COLOURS.muted, type: [4, 4] as [number, number], width: 1.5 },
  label: { show: false },
  data: [axis === 'yAxis' ? { yAxis: TARGET_RATE } : { xAxis: TARGET_RATE }],
});

export const targetLegend = ({ t, format }: Pick<ChartContext, 't' | 'format'>): LegendItem => ({
  label: t('charts.target', { value: format.percent(TARGET_RATE) }),
  colour: COLOURS.muted,
  isLine: true,
});

/** A slider under the picture, and zooming with Ctrl and the wheel, which otherwise scrolls the page. */
export const zoom = (start: number) => [
  { type: 'inside' as const, start, end: 100, zoomOnMouseWheel: 'ctrl' as const, moveOnMouseWheel: false },
  {
    type: 'slider' as const,
    start,
    end: 100,
    height: 8,
    bottom: 8,
    showDetail: false,
    showDataShadow: false as const,
    brushSelect: false,
    borderColor: 'transparent',
    backgroundColor: COLOURS.sunken,
    fillerColor: 'var(--chart-zoom)',
    handleSize: 16,
    handleStyle: { color: COLOURS.surface, borderColor: COLOURS.muted },
    moveHandleSize: 0,
    emphasis: { handleStyle: { color: COLOURS.surface, borderColor: COLOURS.primary } },
  },
];

export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export interface TipLine {
  readonly colour?: string;
  readonly label: string;
  readonly value: string;
}

/** The text of a tooltip: a title, and lines with a dot in their colour. */
export const tip = (title: string, lines: readonly TipLine[]): string =>
  `<strong>${escapeText(title)}</strong>${lines
    .map(
      ({ colour, label, value }) =>
        `<div style="display:flex;gap:16px;justify-content:space-between"><span>${
          colour
            ? `<i style="display:inline-block;width:8px;height:8px;border-radius:2px;margin-inline-end:6px;background:${colour}"></i>`
            : ''
        }${escapeText(label)}</span><span>${escapeText(value)}</span></div>`,
    )
    .join('')}`;

/** The first item of what a tooltip is asked about. */
export const firstOf = <T>(params: T | T[]): T | undefined => (Array.isArray(params) ? params[0] : params);
