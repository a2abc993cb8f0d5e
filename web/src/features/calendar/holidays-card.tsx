import { Button, FileButton, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCalendarDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { toast } from '../../lib/toast.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './calendar.module.css';
import { useCalendar, useCalendarChanges } from './calendar.queries.ts';
import { EntryList } from './entry-list.tsx';

interface HolidaysCardProps {
  readonly year: number;
  readonly yearSwitch: ReactNode;
}

/** Days on which nobody is missed: one by one, or from the calendar file every authority publishes. */
export function HolidaysCard({ year, yearSwitch }: HolidaysCardProps) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const query = useCalendar(year);
  const { add, remove, importIcs } = useCalendarChanges();
  const form = useForm({
    mode: 'controlled',
    initialValues: { date: '', name: '' },
    validate: {
      date: (value) => (value ? null : t('corrections.needDate')),
      name: (value) => (value.trim() ? null : t('calendar.needName')),
    },
  });
  const say = ({ message }: { message: string }) => toast('success', message);
  const submit = form.onSubmit((values) =>
    add.mutate(values, {
      onSuccess: (answer) => {
        say(answer);
        form.reset();
      },
    }),
  );
  const importFile = async (file: File | null) => {
    if (file) importIcs.mutate(await file.text(), { onSuccess: say });
  };
  return (
    <Card title={t('calendar.holidaysTitle')} hint={t('calendar.holidaysText')} actions={yearSwitch}>
      <form onSubmit={submit} noValidate>
        <Group align="flex-start" gap="sm" mb="md">
          <TextInput type="date" label={t('calendar.date')} {...form.getInputProps('date')} />
          <TextInput
            className={classes.grow ?? ''}
            label={t('calendar.name')}
            placeholder={t('calendar.namePlaceholder')}
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <Button type="submit" variant="light" loading={add.isPending} className={classes.beside ?? ''}>
            {t('calendar.add')}
          </Button>
          <FileButton accept=".ics,text/calendar" onChange={(file) => void importFile(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                className={classes.beside ?? ''}
                title={t('calendar.importText')}
                leftSection={<IconCalendarDown size={18} aria-hidden />}
                loading={importIcs.isPending}
              >
                {t('calendar.import')}
              </Button>
            )}
          </FileButton>
        </Group>
      </form>
      <EntryList
        query={query}
        empty={<EmptyState title={t('calendar.noHolidays', { year })} text={t('calendar.noHolidaysText')} />}
        entries={query.data?.holidays.map(({ date, name }) => ({
          key: date,
          content: (
            <>
              <time dateTime={date}>{format.dayMonth(date)}</time>
              <span className={classes.main}>{name}</span>
            </>
          ),
          removeLabel: t('calendar.remove', { name, date: format.date(date) }),
          isLeaving: remove.isPending && remove.variables === date,
          onRemove: () => remove.mutate(date, { onSuccess: say }),
        }))}
      />
    </Card>
  );
}
