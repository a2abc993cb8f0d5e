import { Button, Group, NumberInput, Select, SimpleGrid, Skeleton, TextInput } from '@mantine/core';
import { GRACE_MAX } from '@rollcall/core/settings/settings.rules';
import { AUTO_ABSENT_CHOICES } from '@rollcall/core/settings/settings.types';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { fieldTexts } from '../../lib/api/api-error.ts';
import { useSavedForm } from '../../lib/saved-form.ts';
import { type TimeSettingsValues, useSaveTimeSettings, useTimeSettings } from './settings.queries.ts';

/** `isMain`: saving is the main act of the page. */
export function TimeSettingsCard({ isMain = false }: { isMain?: boolean }) {
  const { t } = useTranslation('management');
  const query = useTimeSettings();
  return (
    <Card title={t('time.title')} hint={t('time.hint')}>
      {query.isPending ? <Skeleton height={214} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <TimeSettingsForm saved={query.data} isMain={isMain} /> : null}
    </Card>
  );
}

function TimeSettingsForm({ saved, isMain }: { saved: TimeSettingsValues; isMain: boolean }) {
  const { t, i18n } = useTranslation('management');
  const save = useSaveTimeSettings();
  const form = useSavedForm<TimeSettingsValues>(saved, {
    validate: {
      gracePeriod: (value) =>
        Number.isInteger(value) && value >= 0 && value <= GRACE_MAX
          ? null
          : t('time.graceRange', { max: GRACE_MAX }),
    },
  });
  const choices = AUTO_ABSENT_CHOICES.map((minutes) => ({
    value: String(minutes),
    label: minutes === 0 ? t('time.never') : t('time.minutes', { count: minutes }),
  }));
  const submit = form.onSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => form.resetDirty(values),
      onError: (error) => form.setErrors(fieldTexts(error, i18n)),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput type="time" label={t('time.start')} {...form.getInputProps('startTime')} />
        <NumberInput
          label={t('time.grace')}
          min={0}
          max={GRACE_MAX}
          clampBehavior="none"
          allowDecimal={false}
          {...form.getInputProps('gracePeriod')}
        />
        <TextInput type="time" label={t('time.cutoff')} {...form.getInputProps('cutoffTime')} />
        <Select
          label={t('time.autoAbsent')}
          data={choices}
          value={String(form.getValues().autoAbsent)}
          onChange={(value) => form.setFieldValue('autoAbsent', Number(value))}
          error={form.errors.autoAbsent}
        />
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button type="submit" variant={isMain ? 'filled' : 'light'} loading={save.isPending}>
          {t('time.save')}
        </Button>
      </Group>
    </form>
  );
}
