import { Select } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import { ChartFrame, type ChartQuery } from './chart-frame.tsx';
import type { LegendItem } from './chart-option.types.ts';
import { useSectionWeeks, useYear } from './charts.queries.ts';
import { RATE_STEPS, rateColour, type Year, yearHeight, yearOption } from './year-map.options.ts';

interface YearChartProps {
  readonly title: string;
  readonly caption: string;
  readonly year: Year;
  readonly legend: readonly LegendItem[];
  readonly query: ChartQuery;
  readonly controls?: React.ReactNode;
  readonly onDay?: ((date: string) => void) | undefined;
}

export function YearChart({ title, caption, year, legend, query, controls, onDay }: YearChartProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const option = useCallback((width: number) => yearOption(year, { t, format, width }), [year, t, format]);
  const height = useCallback((width: number) => yearHeight(year, width), [year]);
  return (
    <ChartFrame
      title={title}
      caption={caption}
      legend={legend}
      height={height}
      option={option}
      query={query}
      isEmpty={year.cells.length === 0}
      controls={controls}
      onSelect={onDay ? ({ name }) => onDay(name) : undefined}
      table={{
        heads: [t('charts.day'), t('charts.value')],
        rows: () =>
          year.cells.toReversed().map((cell) => ({
            key: cell.date,
            cells: [format.date(cell.date), cell.text],
            onOpen: onDay ? () => onDay(cell.date) : undefined,
          })),
      }}
    />
  );
}

/** Twelve months of everybody within reach or of one section, by the rate of each day. */
export function YearMapChart({
  onDay,
}: {
  /** Opens the attendance rows of a day. */
  onDay?: ((date: string, section: string | undefined) => void) | undefined;
}) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const [section, setSection] = useState<string | null>(null);
  const query = useYear(section ?? undefined);
  const sections = [...new Set((useSectionWeeks().data?.weeks ?? []).map((row) => row.section))];
  const { data } = query;
  const year = useMemo<Year>(
    () => ({
      from: data?.from ?? '2000-01-03',
      to: data?.to ?? '2000-12-31',
      cells: (data?.days ?? []).map(({ date, present, due, rate }) => ({
        date,
        colour: rateColour(rate),
        text: t('charts.year.cell', {
          rate: format.percent(rate),
          present: format.number(present),
          due: format.number(due),
        }),
      })),
    }),
    [data, t, format],
  );
  const days = data?.days ?? [];
  const lowest = days.toSorted((a, b) => a.rate - b.rate)[0];
  const below = days.filter(({ rate }) => rate < 75).length;
  return (
    <YearChart
      title={t('charts.year.title')}
      caption={
        lowest
          ? t('charts.year.caption', {
              count: days.length,
              below,
              date: format.date(lowest.date),
              rate: format.percent(lowest.rate),
            })
          : ''
      }
      year={year}
      legend={RATE_STEPS.map(({ from, colour }, index) => {
        const next = RATE_STEPS[index + 1]?.from;
        const [low, high] = [format.percent(from), format.percent(next ?? 100)];
        return {
          colour,
          label:
            index === 0
              ? t('charts.year.under', { rate: high })
              : next === undefined
                ? t('charts.year.from', { rate: low })
                : t('charts.year.between', { low, high }),
        };
      })}
      query={query}
      onDay={onDay ? (date) => onDay(date, section ?? undefined) : undefined}
      controls={
        sections.length > 1 ? (
          <Select
            aria-label={t('charts.year.section')}
            placeholder={t('charts.year.everyone')}
            clearable
            allowDeselect
            w={150}
            value={section}
            onChange={setSection}
            data={sections}
          />
        ) : null
      }
    />
  );
}
