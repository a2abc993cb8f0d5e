import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import { ChartFrame, Legend } from './chart-frame.tsx';
import { lineColour, targetLegend } from './chart-style.ts';
import classes from './charts.module.css';
import { useSectionWeeks } from './charts.queries.ts';
import { chosenAtFirst, weeklyCaption, weeklyRates, weeklyRatesOption } from './weekly-rates.options.ts';

/** Opens the attendance rows of a section in a week. */
type OnWeek = (section: string, week: string) => void;

/** The weekly rate with a line per section, and the target. */
export function WeeklyRatesChart({ onWeek }: { onWeek?: OnWeek | undefined }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const query = useSectionWeeks();
  const today = useInstitutionToday();
  const data = useMemo(() => weeklyRates(query.data?.weeks ?? [], today), [query.data, today]);
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const chosen = useMemo(() => picked ?? chosenAtFirst(data), [picked, data]);
  const option = useCallback(
    (width: number) => weeklyRatesOption(data, chosen, { t, format, width }),
    [data, chosen, t, format],
  );
  const toggle = (section: string) =>
    setPicked(chosen.includes(section) ? chosen.filter((each) => each !== section) : [...chosen, section]);
  const { weeks, lines } = data;
  return (
    <ChartFrame
      title={t('charts.weeks.title')}
      caption={weeklyCaption(data, { t, format })}
      legend={[
        ...lines.flatMap(({ section }, index) =>
          chosen.includes(section) ? [{ label: section, colour: lineColour(index) }] : [],
        ),
        targetLegend({ t, format }),
      ]}
      height={320}
      option={option}
      query={query}
      isEmpty={lines.length === 0}
      emptyText={t('charts.noSections')}
      onSelect={
        onWeek
          ? ({ series, index }) => {
              const week = weeks[index];
              if (week !== undefined) onWeek(series, week);
            }
          : undefined
      }
      legendControls={
        lines.length > 1 ? (
          <>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere */}
            <div role="group" aria-label={t('charts.weeks.choose')} className={classes.picks}>
              {lines.map(({ section }, index) => (
                <button
                  key={section}
                  type="button"
                  className={classes.pick}
                  aria-pressed={chosen.includes(section)}
                  onClick={() => toggle(section)}
                >
                  <i
                    style={chosen.includes(section) ? { background: lineColour(index) } : undefined}
                    aria-hidden
                  />
                  {section}
                </button>
              ))}
            </div>
            <Legend items={[targetLegend({ t, format })]} />
          </>
        ) : undefined
      }
      table={{
        heads: [t('charts.week'), t('charts.section'), t('charts.rate')],
        rows: () =>
          weeks.toReversed().flatMap((week) =>
            lines.flatMap(({ section, rates }) => {
              const rate = rates[weeks.indexOf(week)];
              return rate === null || rate === undefined
                ? []
                : [
                    {
                      key: `${week} ${section}`,
                      cells: [
                        t('charts.weeks.of', { date: format.dayShort(week) }),
                        section,
                        format.percent(rate),
                      ],
                      onOpen: onWeek ? () => onWeek(section, week) : undefined,
                    },
                  ];
            }),
          ),
      }}
    />
  );
}
