import { BarChart, CustomChart, LineChart } from 'echarts/charts';
import {
  CalendarComponent,
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartOption } from './chart-option.types.ts';

/* The parts of ECharts that the pictures use. Loaded with the first of them (docs/decisions/0047). */
use([
  BarChart,
  CustomChart,
  LineChart,
  CalendarComponent,
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
  MarkLineComponent,
  TooltipComponent,
  LabelLayout,
  SVGRenderer,
]);

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const openChart = (element: HTMLElement, size: Size): EChartsType =>
  init(element, null, { renderer: 'svg', ...size });

/** The picture as SVG text, without a page. */
export function drawSvg(option: ChartOption, size: Size): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
  chart.setOption({ ...option, animation: false });
  const text = chart.renderToSVGString();
  chart.dispose();
  return text;
}
