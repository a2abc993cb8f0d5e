import { TARGET_RATE } from '@rollcall/core/analytics/analytics.rules';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import { ChartFrame } from './chart-frame.tsx';
import { COLOURS, targetLegend } from './chart-style.ts';
import classes from './charts.module.css';
import { useSectionRanks } from './charts.queries.ts';
import { changeText, ranksCaption, ranksHeight, ranksOption } from './section-ranks.options.ts';

const NONE = { month: '', before: '', sections: [] };
/** More than these are shown on request. */
const SHOWN = 12;

/** Sections ranked against the target, with the change to last month. */
export function SectionRanksChart({
  onSection,
}: {
  /** Opens the attendance rows of a section from a day on. */
  onSection?: ((section: string, from: string) => void) | undefined;
}) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const query = useSectionRanks();
  const ranks = query.data ?? NONE;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? ranks.sections : ranks.sections.slice(0, SHOWN);
  const option = useCallback((width: number) => ranksOption(shown, { t, format, width }), [shown, t, format]);
  const rest = ranks.sections.length - shown.length;
  return (
    <ChartFrame
      title={
        ranks.month
          ? t('charts.ranks.titleOf', { month: format.longMonth(ranks.month.slice(0, 7)) })
          : t('charts.ranks.title')
      }
      caption={ranksCaption(ranks, { t, format })}
      legend={[
        { label: t('charts.ranks.above'), colour: COLOURS.primary },
        { label: t('charts.ranks.below', { target: format.percent(TARGET_RATE) }), colour: COLOURS.late },
        targetLegend({ t, format }),
      ]}
      height={ranksHeight(shown.length)}
      option={option}
      query={query}
      isEmpty={ranks.sections.length === 0}
      emptyText={t('charts.noSections')}
      controls={
        rest > 0 ? (
          <button type="button" className={classes.pick} onClick={() => setWhole(true)}>
            {t('charts.ranks.all', { count: ranks.sections.length })}
          </button>
        ) : null
      }
      onSelect={
        onSection
          ? ({ index }) => {
              const rank = shown[index];
              if (rank) onSection(rank.section, ranks.month);
            }
          : undefined
      }
      table={{
        heads: [t('charts.section'), t('charts.rate'), t('charts.days'), t('charts.ranks.change')],
        rows: () =>
          ranks.sections.map((rank) => ({
            key: rank.section,
            cells: [
              rank.section,
              format.percent(rank.rate),
              `${format.number(rank.present)} / ${format.number(rank.due)}`,
              changeText(rank.change, { format }),
            ],
            onOpen: onSection ? () => onSection(rank.section, ranks.month) : undefined,
          })),
      }}
    />
  );
}
