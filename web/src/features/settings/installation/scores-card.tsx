import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/layout/card.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import { Bars } from './bars.tsx';
import classes from './installation.module.css';
import type { Installation } from './installation.queries.ts';

/** How near people are to one another, and to their own photos: the farther apart the two are, the better. */
export function ScoresCard({ report }: { report: Installation }) {
  const { t } = useTranslation('installation');
  return (
    <Card title={t('scores.title')} hint={t('scores.hint')}>
      <ScoreBars name={t('scores.others')} counts={report.nearest} kind="others" />
      <ScoreBars name={t('scores.own')} counts={report.accepted.scores} kind="own" />
    </Card>
  );
}

interface ScoreBarsProps {
  readonly name: string;
  /** By twentieths from 0 to 1. */
  readonly counts: readonly number[];
  readonly kind: 'others' | 'own';
}

/** The middle of the bar in which half of all scores are reached. */
function medianOf(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  const at = counts.findIndex((count) => {
    seen += count;
    return seen >= total / 2;
  });
  return (at + 0.5) / counts.length;
}

function ScoreBars({ name, counts, kind }: ScoreBarsProps) {
  const { t } = useTranslation('installation');
  const format = useFormat();
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0)
    return (
      <p className={classes.note}>
        {name}: {t('scores.none')}
      </p>
    );
  const summary = t('scores.summary', {
    count: total,
    total: format.number(total),
    median: format.likeness(medianOf(counts)),
  });
  return (
    <Bars
      title={
        <>
          {name} <small>{summary}</small>
        </>
      }
      counts={counts}
      spoken={`${name}: ${summary}`}
      kind={kind}
      axis={[format.number(0), format.number(0.5), format.number(1)]}
    />
  );
}
