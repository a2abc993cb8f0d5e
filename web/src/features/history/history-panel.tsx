import { Accordion, Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import { PERSON_KINDS } from '@rollcall/core/people/people.types';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnChart } from '../../components/display/column-chart.tsx';
import { StatCard, StatGrid } from '../../components/display/stat-card.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { DateField } from '../../components/inputs/date-field.tsx';
import { Card } from '../../components/layout/card.tsx';
import { isoOfWireDate } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useInstitutionDate, useInstitutionToday } from '../../lib/format/institution-day.ts';
import { toast } from '../../lib/toast.tsx';
import classes from './history.module.css';
import { type DayRange, type HistoryEntry, useActivity, useHistory } from './history.queries.ts';
import { barHeight, lastDays, rangeProblem, scaleTop } from './range.rules.ts';

const TICKS = [1, 0.75, 0.5, 0.25, 0];

interface HistoryPanelProps {
  readonly range: DayRange | null;
  readonly onRange: (range: DayRange | null) => void;
  /** Opens the attendance rows of one day. */
  readonly onDay: (date: string) => void;
}

export function HistoryPanel({ range, onRange, onDay }: HistoryPanelProps) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const query = useActivity(range);
  const { data } = query;
  const days = data?.daily_attendance ?? [];
  const top = scaleTop(Math.max(0, ...days.map(({ count }) => count)));
  const hasFailed = query.isError;
  // By its days: the object is a new one with every render.
  const failedRange = hasFailed && range ? `${range.from} ${range.to}` : null;
  useEffect(() => {
    if (failedRange) toast('error', t('history.filterError'), t('history.filterErrorTitle'));
  }, [failedRange, t]);

  return (
    <Stack gap="md">
      <RangeFilter range={range} onRange={onRange} />
      {query.isPending ? <Skeleton height={118} radius={12} /> : null}
      {query.isError && !data ? <LoadError error={query.error} onRetry={() => void query.refetch()} /> : null}
      {data ? (
        <>
          <StatGrid>
            <StatCard label={t('history.totalUsers')} value={format.number(data.basic_stats.total_users)} />
            <StatCard
              label={t('history.thisWeek')}
              value={format.number(data.basic_stats.this_week)}
              note={t('history.checkIns')}
            />
            <StatCard
              label={t('history.thisMonth')}
              value={format.number(data.basic_stats.this_month)}
              note={t('history.checkIns')}
            />
            <StatCard
              label={t('history.averageDaily')}
              value={format.number(data.basic_stats.average_daily)}
              note={t('history.checkIns')}
            />
          </StatGrid>
          <Card title={t('history.activity')} hint={t('history.activityHint')}>
            {days.length === 0 ? (
              <EmptyState drawing="chart" title={t('history.none')} text={t('history.noneText')} />
            ) : (
              <ColumnChart
                label={t('history.chart')}
                ticks={TICKS.map((part) => format.number(top * part))}
                columns={days.map(({ date, count }) => ({
                  key: date,
                  label: format.dayShort(date),
                  value: format.number(count),
                  height: barHeight(count, top),
                  band: 'excellent',
                  onSelect: () => onDay(isoOfWireDate(date)),
                  spoken: `${format.date(date)}: ${t('history.people', { count })}`,
                  tip: `${format.dayMonth(date)}: ${t('history.people', { count })}`,
                }))}
              />
            )}
          </Card>
        </>
      ) : null}
      <HistoryList range={range} />
    </Stack>
  );
}

interface RangeFilterProps {
  readonly range: DayRange | null;
  readonly onRange: (range: DayRange | null) => void;
}

function RangeFilter({ range, onRange }: RangeFilterProps) {
  const { t } = useTranslation('admin');
  const today = useInstitutionToday();
  const [from, setFrom] = useState(range?.from ?? '');
  const [to, setTo] = useState(range?.to ?? '');
  useEffect(() => {
    setFrom(range?.from ?? '');
    setTo(range?.to ?? '');
  }, [range?.from, range?.to]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const problem = rangeProblem(from, to, today);
    if (problem) return toast('warning', t(`history.${problem}`));
    onRange({ from, to });
  };
  return (
    <Card title={t('history.rangeTitle')}>
      <form onSubmit={submit} noValidate>
        <Group align="flex-start" gap="sm">
          <div className={classes.range}>
            <DateField
              label={t('history.from')}
              max={to && to < today ? to : today}
              clearable
              value={from}
              onChange={setFrom}
            />
            <DateField label={t('history.to')} min={from} max={today} clearable value={to} onChange={setTo} />
          </div>
          <Button type="submit" variant="light" className={classes.beside ?? ''}>
            {t('history.apply')}
          </Button>
          {range ? (
            <Button variant="default" className={classes.beside ?? ''} onClick={() => onRange(null)}>
              {t('history.clear')}
            </Button>
          ) : null}
        </Group>
      </form>
    </Card>
  );
}

/** Lists check-ins by date; a date is rendered when it is opened, so that a long range stays fast. */
function HistoryList({ range }: { range: DayRange | null }) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const today = useInstitutionDate();
  const query = useHistory(range ?? lastDays(today));
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

function DayRows({ entries }: { entries: readonly HistoryEntry[] }) {
  const { t } = useTranslation('common');
  const format = useFormat();
  return (
    <ul className={classes.rows}>
      {entries.map((entry) => {
        const type = PERSON_KINDS.find((kind) => kind === entry.type);
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
