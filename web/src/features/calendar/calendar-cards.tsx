import { ActionIcon, Button, Chip, FileButton, Group, Skeleton, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCalendarDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { DateField } from '../../components/inputs/date-field.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { toast } from '../../lib/toast.tsx';
import { useUnsaved } from '../../lib/unsaved.ts';
import classes from './calendar.module.css';
import { useCalendar } from './calendar.queries.ts';
import { useChangeDialog } from './change-dialog.tsx';
import { EntryList } from './entry-list.tsx';

interface HolidaysCardProps {
  readonly year: number;
  readonly yearSwitch: ReactNode;
}

/** Holidays of a year, added by hand, one day or several in a row, or imported from an ICS file. */
export function HolidaysCard({ year, yearSwitch }: HolidaysCardProps) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const query = useCalendar(year);
  const { run, isRunning, dialog } = useChangeDialog();
  const form = useForm({
    mode: 'controlled',
    initialValues: { date: '', to: '', name: '' },
    validate: {
      date: (value) => (value ? null : t('corrections.needDate')),
      to: (value, { date }) => (value && value < date ? t('calendar.backwards') : null),
      name: (value) => (value.trim() ? null : t('calendar.needName')),
    },
  });
  useUnsaved(form.isDirty());
  const submit = form.onSubmit((values) => run({ kind: 'add', ...values }, () => form.reset()));
  const resetFile = useRef<() => void>(null);
  const importFile = async (file: File | null) => {
    // So that choosing the same file again, corrected, fires a change event.
    resetFile.current?.();
    if (file) run({ kind: 'import', ics: await file.text() });
  };
  return (
    <Card title={t('calendar.holidaysTitle')} hint={t('calendar.holidaysText')} actions={yearSwitch}>
      <form onSubmit={submit} noValidate>
        <Group align="flex-start" gap="sm" mb="md">
          <DateField label={t('calendar.firstOff')} {...form.getInputProps('date')} />
          <DateField label={t('calendar.lastOff')} clearable {...form.getInputProps('to')} />
          <TextInput
            className={classes.grow ?? ''}
            label={t('calendar.name')}
            placeholder={t('calendar.namePlaceholder')}
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <Button type="submit" variant="light" loading={isRunning('add')} className={classes.beside ?? ''}>
            {t('calendar.add')}
          </Button>
          <FileButton
            resetRef={resetFile}
            accept=".ics,text/calendar"
            onChange={(file) => void importFile(file)}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                className={classes.beside ?? ''}
                title={t('calendar.importText')}
                leftSection={<IconCalendarDown size={18} aria-hidden />}
                loading={isRunning('import')}
              >
                {t('calendar.import')}
              </Button>
            )}
          </FileButton>
        </Group>
      </form>
      <EntryList
        query={query}
        empty={
          <EmptyState
            title={t('calendar.noHolidays', { year: String(year) })}
            text={t('calendar.noHolidaysText')}
          />
        }
        entries={query.data?.holidays.map(({ date, name }) => ({
          key: date,
          content: (
            <>
              <time dateTime={date}>{format.dayMonth(date)}</time>
              <span className={classes.main}>{name}</span>
            </>
          ),
          removeLabel: t('calendar.remove', { name, date: format.date(date) }),
          isRemoving: isRunning('remove', date),
          onRemove: () => run({ kind: 'remove', date }),
        }))}
      />
      {dialog}
    </Card>
  );
}

interface YearSwitchProps {
  readonly year: number;
  readonly onYear: (year: number) => void;
}

export function YearSwitch({ year, onYear }: YearSwitchProps) {
  const { t } = useTranslation('attendance');
  return (
    <Group gap={4} role="group" aria-label={t('calendar.year')}>
      <ActionIcon variant="default" aria-label={t('calendar.yearBefore')} onClick={() => onYear(year - 1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <strong className="rc-figures" aria-live="polite">
        {year}
      </strong>
      <ActionIcon variant="default" aria-label={t('calendar.yearAfter')} onClick={() => onYear(year + 1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

const WEEK = [1, 2, 3, 4, 5, 6, 7];

export function WorkingDaysCard({ year, today }: { year: number; today: string }) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const query = useCalendar(year);
  const { run, isRunning, dialog } = useChangeDialog();
  const [from, setFrom] = useState('');
  const saved = query.data?.working_days;
  const [days, setDays] = useState<string[]>([]);
  useEffect(() => {
    if (saved) setDays(saved.map(String));
  }, [saved]);
  const save = () => {
    if (days.length === 0) return toast('warning', t('calendar.needOne'));
    run({ kind: 'working', days: days.map(Number), from });
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
          <Group align="flex-end" gap="sm">
            <DateField
              label={t('calendar.workingFrom')}
              value={from}
              max={today}
              clearable
              onChange={setFrom}
            />
            <Button variant="light" loading={isRunning('working')} onClick={save}>
              {t('calendar.workingSave')}
            </Button>
          </Group>
        </Group>
      ) : null}
      {dialog}
    </Card>
  );
}
