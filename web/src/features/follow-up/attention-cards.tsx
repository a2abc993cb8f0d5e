import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Hint } from '../../components/hint.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { type Range, RangeFields } from '../../components/range-fields.tsx';
import { now } from '../../lib/clock.ts';
import { useFormat } from '../../lib/use-format.ts';
import { isoOfDate } from '../../lib/wire-date.ts';
import classes from './follow-up.module.css';
import { type Attention, useAttention } from './follow-up.queries.ts';
import { PersonLine } from './person-line.tsx';

interface AttentionCardsProps {
  readonly range: Range | null;
  readonly onRange: (range: Range) => void;
  readonly onPerson: (id: string) => void;
}

/** Whom to ask after: several days in a row, or too few over a range. */
export function AttentionCards({ range, onRange, onPerson }: AttentionCardsProps) {
  const query = useAttention(range);
  const { data } = query;
  if (query.isPending) return <Skeleton height={260} radius={12} />;
  if (!data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className={classes.two}>
      <InARow people={data.in_a_row} onPerson={onPerson} />
      <BelowTarget attention={data} onRange={onRange} onPerson={onPerson} />
    </div>
  );
}

function InARow({ people, onPerson }: { people: Attention['in_a_row']; onPerson: (id: string) => void }) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  return (
    <Card title={t('attention.inARow')} hint={t('attention.inARowHint')}>
      {people.length === 0 ? (
        <EmptyState drawing="person" title={t('attention.nobody')} text={t('attention.nobodyText')} />
      ) : null}
      <ul className={classes.list}>
        {people.map((person) => (
          <li key={person.user_id}>
            <PersonLine
              id={person.user_id}
              name={person.name}
              note={[
                person.class_section,
                person.last_seen
                  ? t('attention.lastSeen', { date: format.date(person.last_seen) })
                  : t('attention.neverSeen'),
              ]
                .filter(Boolean)
                .join(' · ')}
              figure={t('attention.days', { count: person.days })}
              onPerson={onPerson}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function BelowTarget({
  attention,
  onRange,
  onPerson,
}: {
  attention: Attention;
  onRange: (range: Range) => void;
  onPerson: (id: string) => void;
}) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const { from, to, target, below_target } = attention;
  return (
    <Card
      title={t('attention.below', { target: format.percent(target) })}
      hint={
        <>
          {t('attention.belowHint', { from: format.date(from), to: format.date(to) })}{' '}
          <Hint text={t('rate.text')} />
        </>
      }
    >
      <div className={classes.fields}>
        <RangeFields range={{ from, to }} onRange={onRange} max={isoOfDate(now())} />
      </div>
      {below_target.length === 0 ? (
        <EmptyState drawing="chart" title={t('attention.nobody')} text={t('attention.nobodyText')} />
      ) : null}
      <ul className={classes.people}>
        {below_target.map((person) => (
          <li key={person.user_id}>
            <PersonLine
              id={person.user_id}
              name={person.name}
              note={`${person.user_id} · ${t('attention.ofDue', { present: format.number(person.days), due: format.number(person.due) })}`}
              figure={format.percent(person.rate)}
              onPerson={onPerson}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
