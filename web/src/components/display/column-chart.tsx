import { Tooltip } from '@mantine/core';
import type { RateBand } from '@rollcall/core/analytics/analytics.rules';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './column-chart.module.css';

export interface Column {
  readonly key: string;
  /** Under the column. */
  readonly label: string;
  /** On top of the column. */
  readonly value: string;
  /** A second figure under the label: with its unit, and alone for columns that are too narrow for the word. */
  readonly note?: { readonly text: string; readonly figure: string };
  /** Percent of the full height. */
  readonly height: number;
  readonly band: RateBand;
  readonly tip: ReactNode;
  /** Accessible name, with the content of the tooltip. */
  readonly spoken: string;
  /** Opens the rows behind the column. */
  readonly onSelect?: () => void;
}

interface ColumnChartProps {
  readonly label: string;
  readonly columns: readonly Column[];
  /** Percent at which a dashed line is drawn; the caption says what it means. */
  readonly target?: number | undefined;
  readonly caption?: string;
  readonly ticks?: readonly string[];
}

/** Column chart in plain HTML: focusable columns, readable without colour, no chart library. */
export function ColumnChart({ label, columns, target, caption, ticks }: ColumnChartProps) {
  const isDense = columns.length > 14;
  const hasNotes = columns.some(({ note }) => note !== undefined);
  const scroll = useRef<HTMLDivElement>(null);
  const count = columns.length;
  useEffect(() => {
    if (count === 0) return;
    // Scrolls to the newest column, with the next frame: now it would take a layout of its own.
    const frame = requestAnimationFrame(() => {
      const row = scroll.current;
      if (row)
        row.scrollLeft = getComputedStyle(row).direction === 'rtl' ? -row.scrollWidth : row.scrollWidth;
    });
    return () => cancelAnimationFrame(frame);
  }, [count]);
  return (
    <figure className={classes.figure} aria-label={label}>
      <div className={classes.chart} data-notes={hasNotes || undefined}>
        {ticks ? (
          <div className={classes.axis} aria-hidden>
            {ticks.map((tick) => (
              <span key={tick}>{tick}</span>
            ))}
          </div>
        ) : null}
        <div className={classes.scroll} ref={scroll}>
          <div
            className={classes.plot}
            data-dense={isDense}
            data-many={columns.length > 30}
            style={{ minWidth: columns.length * (isDense ? 6 : 44) }}
          >
            <div className={classes.lines} aria-hidden />
            {target !== undefined ? (
              <div
                className={classes.target}
                style={{
                  bottom: `calc(var(--foot) + (100% - var(--foot) - var(--head)) * ${target / 100})`,
                }}
              ></div>
            ) : null}
            <ul className={classes.columns}>
              {columns.map((column) => (
                <li key={column.key}>
                  <Tooltip label={column.tip} multiline position="right">
                    <button
                      type="button"
                      className={classes.column}
                      aria-label={column.spoken}
                      data-leads={column.onSelect ? '' : undefined}
                      onClick={column.onSelect}
                    >
                      <span className={classes.stack}>
                        <span className={classes.value}>{column.value}</span>
                        <span
                          className={classes.bar}
                          data-band={column.band}
                          style={{ height: `${Math.max(0, Math.min(100, column.height))}%` }}
                        />
                      </span>
                      <span className={classes.foot}>
                        {column.label}
                        {column.note ? (
                          <small>
                            <span className={classes.whole}>{column.note.text}</span>
                            <span className={classes.short}>{column.note.figure}</span>
                          </small>
                        ) : null}
                      </span>
                    </button>
                  </Tooltip>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
      {caption ? (
        <figcaption className={classes.legend} data-target={target === undefined ? undefined : ''}>
          {caption}
        </figcaption>
      ) : null}
    </figure>
  );
}
