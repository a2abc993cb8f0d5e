import type { BarSeriesOption, CustomSeriesOption, LineSeriesOption } from 'echarts/charts';
import type {
  CalendarComponentOption,
  DataZoomComponentOption,
  GridComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import type { TFunction } from 'i18next';
import type { Format } from '../../lib/format/format.ts';

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | CustomSeriesOption
  | GridComponentOption
  | CalendarComponentOption
  | DataZoomComponentOption
  | TooltipComponentOption
>;

/** What an option is made with besides its figures. */
export interface ChartContext {
  readonly t: TFunction<'analytics'>;
  readonly format: Format;
  /** Of the picture, in pixels. */
  readonly width: number;
}

/** Width below which a picture is drawn for a phone. */
export const NARROW = 560;

export interface LegendItem {
  readonly label: string;
  readonly colour: string;
  /** A dashed line, not an area. */
  readonly isLine?: boolean;
}
