import { Button, Group, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { now } from '../../lib/clock.ts';
import { toast } from '../../lib/toast.tsx';
import { isoOfDate } from '../../lib/wire-date.ts';
import type { DayRange } from './history.queries.ts';
import { rangeProblem } from './range.rules.ts';

interface RangeFilterProps {
  readonly range: DayRange | null;
  readonly onRange: (range: DayRange | null) => void;
}

export function RangeFilter({ range, onRange }: RangeFilterProps) {
  const { t } = useTranslation('admin');
  const today = isoOfDate(now());
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
        <Group align="flex-end" gap="sm">
          <TextInput
            type="date"
            label={t('history.from')}
            max={to && to < today ? to : today}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={t('history.to')}
            min={from}
            max={today}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button type="submit" variant="light">
            {t('history.apply')}
          </Button>
          {range ? (
            <Button variant="default" onClick={() => onRange(null)}>
              {t('history.clear')}
            </Button>
          ) : null}
        </Group>
      </form>
    </Card>
  );
}
