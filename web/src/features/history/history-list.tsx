import { Accordion, Alert, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { now } from '../../lib/clock.ts';
import { useFormat } from '../../lib/use-format.ts';
import classes from './history.module.css';
import { type DayRange, type HistoryEntry, useHistory } from './history.queries.ts';
import { lastDays } from './range.rules.ts';

/** Who came, day by day; a day opens on demand, so that a long range stays light. */
export function HistoryList({ range }: { range: DayRange | null }) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const query = useHistory(range ?? lastDays(now()));
  const days = Object.entries(query.data?.history ?? {});
  const hint = range
    ? t('history.inRange', { from: format.date(range.from), to: format.date(range.to) })
    : t('history.lastDays');
  return (
    <Card title={t('history.list')} hint={hint}>
      {query.isPending ? <Skeleton height={220} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.truncated ? (
        <Alert color="gray" variant="light" mb="md">
          {t('history.truncated')}
        </Alert>
      ) : null}
      {query.data && days.length === 0 ? (
        <EmptyState title={t('history.none')} text={t('history.noneText')} />
      ) : null}
      <Accordion multiple keepMounted={false} order={3}>
        {days.map(([date, entries]) => (
          <Accordion.Item key={date} value={date}>
            <Accordion.Control>
              <span className={classes.day}>
                {format.dayMonth(date)}
                <span className="rc-figures">{t('history.people', { count: entries.length })}</span>
              </span>
            </Accordion.Control>
            <Accordion.Panel>
              <DayRows entries={entries} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Card>
  );
}

const TYPES = ['student', 'teacher', 'staff', 'employee', 'admin'] as const;

function DayRows({ entries }: { entries: readonly HistoryEntry[] }) {
  const { t } = useTranslation('common');
  const format = useFormat();
  return (
    <ul className={classes.rows}>
      {entries.map((entry) => {
        const type = TYPES.find((each) => each === entry.type);
        return (
          <li key={entry.user_id}>
            <span>{entry.name}</span>
            <span>{type ? t(`types.${type}`) : entry.type}</span>
            <time>{format.time(entry.time)}</time>
          </li>
        );
      })}
    </ul>
  );
}
