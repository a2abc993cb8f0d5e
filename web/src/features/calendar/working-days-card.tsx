import { Button, Chip, Group, Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { toast } from '../../lib/toast.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './calendar.module.css';
import { useCalendar, useCalendarChanges } from './calendar.queries.ts';

const WEEK = [1, 2, 3, 4, 5, 6, 7];

export function WorkingDaysCard({ year }: { year: number }) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const query = useCalendar(year);
  const { workingDays } = useCalendarChanges();
  const saved = query.data?.working_days;
  const [days, setDays] = useState<string[]>([]);
  useEffect(() => {
    if (saved) setDays(saved.map(String));
  }, [saved]);
  const save = () => {
    if (days.length === 0) return toast('warning', t('calendar.needOne'));
    workingDays.mutate(days.map(Number), { onSuccess: ({ message }) => toast('success', message) });
  };
  return (
    <Card title={t('calendar.workingTitle')} hint={t('calendar.workingText')}>
      {query.isPending ? <Skeleton height={44} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? (
        <Group justify="space-between" align="flex-end" gap="md">
          <Chip.Group multiple value={days} onChange={setDays}>
            <Group gap={8} role="group" aria-label={t('calendar.workingTitle')}>
              {WEEK.map((day) => (
                <Chip
                  key={day}
                  value={String(day)}
                  variant="light"
                  classNames={{ label: classes.weekday ?? '' }}
                >
                  {format.weekday(day)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Button variant="light" loading={workingDays.isPending} onClick={save}>
            {t('calendar.workingSave')}
          </Button>
        </Group>
      ) : null}
    </Card>
  );
}
