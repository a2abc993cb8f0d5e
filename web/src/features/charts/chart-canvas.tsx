import { Skeleton } from '@mantine/core';
import { useElementSize, useMergedRef, useReducedMotion } from '@mantine/hooks';
import type { EChartsType } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import { useNear } from '../../lib/view/near.ts';
import type { ChartOption } from './chart-option.types.ts';
import classes from './charts.module.css';
import { heightAt, type Picture } from './export-picture.ts';

/** What was clicked in a picture. */
export interface Selected {
  readonly series: string;
  readonly index: number;
  readonly name: string;
}

interface ChartCanvasProps {
  readonly label: string;
  readonly height: Picture['height'];
  readonly option: (width: number) => ChartOption;
  readonly onSelect?: ((selected: Selected) => void) | undefined;
  /** The chart library could not be loaded. */
  readonly onFail: () => void;
}

/** Before the page is laid out. */
export const FALLBACK_WIDTH = 640;

/** Draws an option as SVG in the width there is. Loads the library with the first picture that comes near. */
export function ChartCanvas({ label, height, option, onSelect, onFail }: ChartCanvasProps) {
  const { ref: measured, width } = useElementSize<HTMLDivElement>();
  const { ref: watched, isNear } = useNear<HTMLDivElement>();
  const ref = useMergedRef(measured, watched);
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType | null>(null);
  const isStill = useReducedMotion();
  const shownWidth = Math.round(width) || FALLBACK_WIDTH;
  const shownHeight = heightAt(height, shownWidth);
  const select = useRef(onSelect);
  select.current = onSelect;
  const fail = useRef(onFail);
  fail.current = onFail;

  const isLaidOut = width > 0;
  const isWanted = isLaidOut && isNear;
  useEffect(() => {
    if (!isWanted) return;
    let opened: EChartsType | null = null;
    let isGone = false;
    import('./echarts.ts').then(
      ({ openChart }) => {
        if (isGone || !host.current) return;
        opened = openChart(host.current, { width: FALLBACK_WIDTH, height: 1 });
        opened.on('click', ({ seriesName, dataIndex, name }) => {
          if (dataIndex !== undefined) select.current?.({ series: seriesName ?? '', index: dataIndex, name });
        });
        setChart(opened);
      },
      () => fail.current(),
    );
    return () => {
      isGone = true;
      opened?.dispose();
    };
  }, [isWanted]);

  useEffect(() => {
    if (!chart || chart.isDisposed()) return;
    const size = { width: shownWidth, height: shownHeight };
    chart.resize(size);
    chart.setOption({ ...option(size.width), ...(isStill ? { animation: false } : {}) }, { notMerge: true });
    // Lets paper scale the picture.
    host.current?.querySelector('svg')?.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`);
  }, [chart, shownWidth, shownHeight, option, isStill]);

  return (
    <div
      ref={ref}
      className={classes.canvas}
      style={{ height: shownHeight }}
      data-undrawn={isLaidOut && !chart ? '' : undefined}
    >
      {isWanted && !chart ? <Skeleton className={classes.loading ?? ''} radius={8} /> : null}
      <div ref={host} role="img" aria-label={label} data-leads={onSelect ? '' : undefined} />
    </div>
  );
}
