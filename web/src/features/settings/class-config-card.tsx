import { Button, Group, SimpleGrid, Skeleton, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { ClassLevelFields } from '../../components/inputs/class-level-fields.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useSavedForm } from '../../lib/saved-form.ts';
import { type ClassConfigValues, useClassConfig, useSaveClassConfig } from './settings.queries.ts';

/** `isMain`: saving is the main act of the page. */
export function ClassConfigCard({ isMain = false }: { isMain?: boolean }) {
  const { t } = useTranslation('management');
  const query = useClassConfig();
  return (
    <Card title={t('config.title')} hint={t('config.hint')}>
      {query.isPending ? <Skeleton height={214} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <ClassConfigForm saved={query.data} isMain={isMain} /> : null}
    </Card>
  );
}

function ClassConfigForm({ saved, isMain }: { saved: ClassConfigValues; isMain: boolean }) {
  const { t } = useTranslation('management');
  const save = useSaveClassConfig();
  const form = useSavedForm(saved);
  return (
    <form
      onSubmit={form.onSubmit((values) => save.mutate(values, { onSuccess: () => form.resetDirty(values) }))}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <ClassLevelFields program={form.getInputProps('program')} semester={form.getInputProps('semester')} />
        <TextInput label={t('config.section')} maxLength={40} {...form.getInputProps('section')} />
        <TextInput label={t('config.subject')} maxLength={120} {...form.getInputProps('subject')} />
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button type="submit" variant={isMain ? 'filled' : 'light'} loading={save.isPending}>
          {t('config.save')}
        </Button>
      </Group>
    </form>
  );
}
