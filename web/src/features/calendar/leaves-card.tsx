import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { DateField } from '../../components/inputs/date-field.tsx';
import { MoreButton } from '../../components/inputs/more-button.tsx';
import { PersonPicker } from '../../components/inputs/person-picker.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import classes from './calendar.module.css';
import { useLeaves, useRemoveLeave } from './calendar.queries.ts';
import { useChangeDialog } from './change-dialog.tsx';
import { EntryList } from './entry-list.tsx';

/** Leaves: excused days of one person. */
export function LeavesCard({ year }: { year: number }) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const query = useLeaves(year);
  const { run, isRunning, dialog } = useChangeDialog();
  const remove = useRemoveLeave();
  // Changing the key after each leave remounts the picker, which clears its text.
  const [pickerKey, setPickerKey] = useState(0);
  const form = useForm({
    mode: 'controlled',
    initialValues: { user_id: '', from: '', to: '', reason: '' },
    validate: {
      user_id: (value) => (value ? null : t('calendar.needPerson')),
      from: (value) => (value ? null : t('calendar.needDates')),
      to: (value, { from }) => {
        if (!value) return t('calendar.needDates');
        return value < from ? t('calendar.backwards') : null;
      },
      reason: (value) => (value.trim() ? null : t('corrections.needReason')),
    },
  });
  useUnsaved(form.isDirty());
  const submit = form.onSubmit((values) =>
    run({ kind: 'leave', leave: values }, () => {
      form.reset();
      setPickerKey((before) => before + 1);
    }),
  );
  const days = (from: string, to: string) =>
    from === to ? format.date(from) : t('calendar.days', { from: format.date(from), to: format.date(to) });
  return (
    <Card title={t('calendar.leavesTitle')} hint={t('calendar.leavesText')}>
      <form onSubmit={submit} noValidate>
        <Group align="flex-start" gap="sm" mb="md">
          <div className={classes.grow}>
            <PersonPicker
              key={pickerKey}
              value={form.values.user_id || null}
              onChange={(id) => form.setFieldValue('user_id', id ?? '')}
              error={form.errors.user_id}
            />
          </div>
          <div className={classes.two}>
            <DateField label={t('range.from')} {...form.getInputProps('from')} />
            <DateField label={t('range.to')} min={form.values.from} {...form.getInputProps('to')} />
          </div>
          <TextInput
            className={classes.grow ?? ''}
            label={t('calendar.reason')}
            placeholder={t('calendar.reasonPlaceholder')}
            maxLength={500}
            {...form.getInputProps('reason')}
          />
          <Button type="submit" variant="light" loading={isRunning('leave')} className={classes.beside ?? ''}>
            {t('calendar.excuse')}
          </Button>
        </Group>
      </form>
      <EntryList
        query={query}
        empty={
          <EmptyState
            drawing="person"
            title={t('calendar.noLeaves', { year: String(year) })}
            text={t('calendar.noLeavesText')}
          />
        }
        entries={query.data?.pages
          .flatMap(({ leaves }) => leaves)
          .map(({ id, name, from, to, reason }) => ({
            key: String(id),
            content: (
              <span className={classes.main}>
                <strong>{name}</strong>
                <small>
                  {days(from, to)} · <bdi>{reason}</bdi>
                </small>
              </span>
            ),
            removeLabel: t('calendar.remove', { name, date: days(from, to) }),
            isRemoving: remove.isPending && remove.variables === id,
            onRemove: () => remove.mutate(id),
          }))}
      />
      <MoreButton label={t('calendar.moreLeaves')} query={query} />
      {dialog}
    </Card>
  );
}
