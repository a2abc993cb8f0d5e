import { Skeleton } from '@mantine/core';
import { TARGET_RATE } from '@rollcall/core/analytics/analytics.rules';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../components/display/initials.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { type Fall, useFalls } from './charts.queries.ts';
import classes from './falls.module.css';

const WIDTH = 112;
const HEIGHT = 32;
const EDGE = 4;

/** The path of a small line of rates; weeks without due days break it. */
export function sparkPath(rates: readonly (number | null)[]): string {
  const x = (index: number) => EDGE + (index / Math.max(1, rates.length - 1)) * (WIDTH - 2 * EDGE);
  let isOpen = false;
  return rates
    .flatMap((rate, index) => {
      if (rate === null) {
        isOpen = false;
        return [];
      }
      const step = `${isOpen ? 'L' : 'M'}${x(index).toFixed(1)} ${heightOf(rate).toFixed(1)}`;
      isOpen = true;
      return [step];
    })
    .join(' ');
}

const heightOf = (rate: number): number => HEIGHT - EDGE - (rate / 100) * (HEIGHT - 2 * EDGE);

/** People whose last four weeks fell most against the four weeks before, each with a small line of eight weeks. */
export function FallsCard() {
  const { t } = useTranslation('analytics');
  const query = useFalls();
  if (query.isPending) return <Skeleton height={320} radius={12} aria-hidden />;
  if (!query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const { people } = query.data;
  return (
    <Card title={t('charts.falls.title')} hint={t('charts.falls.hint')}>
      {people.length === 0 ? <p className={classes.none}>{t('charts.falls.none')}</p> : null}
      <ul className={classes.list}>
        {people.map((person) => (
          <FallRow key={person.user_id} person={person} />
        ))}
      </ul>
    </Card>
  );
}

function FallRow({ person }: { person: Fall }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { name, user_id, class_section, rate, rate_before, weeks } = person;
  const last = weeks.findLast((each) => each !== null) ?? 0;
  return (
    <li className={classes.row}>
      <Initial name={name} size={32} />
      <span className={classes.who}>
        <Link to="/profile/$id" params={{ id: user_id }}>
          {name}
        </Link>
        <small>{class_section ?? user_id}</small>
      </span>
      <svg
        className={classes.spark}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('charts.falls.line', {
          rates: weeks.map((each) => (each === null ? '–' : format.percent(each))).join(', '),
        })}
      >
        <line x1={EDGE} x2={WIDTH - EDGE} y1={heightOf(TARGET_RATE)} y2={heightOf(TARGET_RATE)} />
        <path d={sparkPath(weeks)} />
        <circle cx={WIDTH - EDGE} cy={heightOf(last)} r={3} />
      </svg>
      <span className={classes.figures}>
        <strong>{format.percent(rate)}</strong>
        <small>{t('charts.falls.from', { rate: format.percent(rate_before) })}</small>
      </span>
    </li>
  );
}
