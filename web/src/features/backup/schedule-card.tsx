import { Button, Group, NumberInput, SimpleGrid, Skeleton, Switch, TextInput } from '@mantine/core';
import { SCHEDULE_LIMITS } from '@rollcall/core/backup/backup.rules';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useHost } from '../../lib/api/host.ts';
import { useSavedForm } from '../../lib/saved-form.ts';
import { type Schedule, useSaveSchedule, useSchedule } from './backup.queries.ts';

export function ScheduleCard() {
  const { t } = useTranslation('safety');
  const query = useSchedule();
  const { isInBrowser } = useHost();
  return (
    <Card title={t('schedule.title')} hint={t(isInBrowser ? 'schedule.hintInBrowser' : 'schedule.hint')}>
      {query.isPending ? <Skeleton height={214} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <ScheduleForm saved={query.data} /> : null}
    </Card>
  );
}

function ScheduleForm({ saved }: { saved: Schedule }) {
  const { t } = useTranslation('safety');
  const save = useSaveSchedule();
  const within = (min: number, max: number) => (value: number) =>
    Number.isInteger(value) && value >= min && value <= max ? null : t('schedule.range', { min, max });
  const form = useSavedForm<Schedule>(saved, {
    validate: {
      keep_daily: within(1, SCHEDULE_LIMITS.keepDaily),
      keep_weekly: within(0, SCHEDULE_LIMITS.keepWeekly),
    },
  });
  const { enabled } = form.getValues();
  const number = { clampBehavior: 'none', allowDecimal: false, disabled: !enabled } as const;
  return (
    <form
      onSubmit={form.onSubmit((values) => save.mutate(values, { onSuccess: () => form.resetDirty(values) }))}
      noValidate
    >
      <Switch
        size="md"
        mb="md"
        label={t('schedule.enabled')}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        <TextInput
          type="time"
          label={t('schedule.time')}
          description={t('schedule.timeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={!enabled}
          {...form.getInputProps('time')}
        />
        <NumberInput label={t('schedule.daily')} {...number} {...form.getInputProps('keep_daily')} />
        <NumberInput label={t('schedule.weekly')} {...number} {...form.getInputProps('keep_weekly')} />
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button type="submit" variant="light" loading={save.isPending}>
          {t('schedule.save')}
        </Button>
      </Group>
    </form>
  );
}
