import { Button, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/inputs/date-field.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './calendar.module.css';
import { useReopenedDays } from './calendar.queries.ts';
import { useChangeDialog } from './change-dialog.tsx';

export interface RepairScope {
  readonly class?: number | undefined;
  readonly section?: string | undefined;
}

interface DaysCardProps {
  /** The last day that can be chosen. */
  readonly today: string;
  readonly scopePicker: (value: RepairScope, onChange: (scope: RepairScope) => void) => ReactNode;
}

/** Reopens closed days, closes them again, and derives recorded days again from their facts. */
export function DaysCard({ today, scopePicker }: DaysCardProps) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const reopened = useReopenedDays();
  const { run, isRunning, dialog } = useChangeDialog();
  const [scope, setScope] = useState<RepairScope>({});
  const needDate = (value: string) => (value ? null : t('corrections.needDate'));
  const reopening = useForm({
    mode: 'controlled',
    initialValues: { date: '' },
    validate: { date: needDate },
  });
  const repairing = useForm({
    mode: 'controlled',
    initialValues: { from: '', to: '' },
    validate: {
      from: needDate,
      to: (value, { from }) => (value && value < from ? t('calendar.backwards') : needDate(value)),
    },
  });
  return (
    <Card title={t('repair.cardTitle')} hint={t('repair.cardText')}>
      <form
        noValidate
        onSubmit={reopening.onSubmit(({ date }) => run({ kind: 'reopen', date }, () => reopening.reset()))}
      >
        <Group align="flex-start" gap="sm" mb="md" className={classes.fields ?? ''}>
          <DateField label={t('repair.closedDay')} max={today} {...reopening.getInputProps('date')} />
          <Button
            type="submit"
            variant="default"
            loading={isRunning('reopen')}
            className={classes.beside ?? ''}
          >
            {t('repair.reopen')}
          </Button>
        </Group>
      </form>
      {reopened.data?.map((date) => (
        <Group key={date} gap="sm" mb="sm">
          <span>{t('repair.isReopened', { date: format.date(date) })}</span>
          <Button
            size="xs"
            variant="light"
            loading={isRunning('close', date)}
            onClick={() => run({ kind: 'close', date })}
          >
            {t('repair.close', { date: format.date(date) })}
          </Button>
        </Group>
      ))}
      <form noValidate onSubmit={repairing.onSubmit((range) => run({ kind: 'repair', ...range, scope }))}>
        <Group align="flex-start" gap="sm" className={classes.fields ?? ''}>
          <DateField label={t('repair.from')} max={today} {...repairing.getInputProps('from')} />
          <DateField label={t('repair.to')} max={today} {...repairing.getInputProps('to')} />
          {scopePicker(scope, setScope)}
          <Button
            type="submit"
            variant="default"
            loading={isRunning('repair')}
            className={classes.beside ?? ''}
          >
            {t('repair.recalculate')}
          </Button>
        </Group>
      </form>
      {dialog}
    </Card>
  );
}
