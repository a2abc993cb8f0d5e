import { Button, Group, Input, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CORRECTION_WANTED, type CorrectionWanted } from '@rollcall/core/attendance/correction.types';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../components/sheet.tsx';
import { now } from '../../lib/clock.ts';
import { isoOfDate } from '../../lib/wire-date.ts';
import type { Wish } from './corrections.queries.ts';

interface CorrectionFormProps {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  /** The day it is about, when it was opened from one. */
  readonly date: string | undefined;
  /** When they were seen that day, if they were. */
  readonly time: string | null | undefined;
  readonly isBusy: boolean;
  readonly onSubmit: (wish: Wish) => void;
  readonly onClose: () => void;
}

interface Values {
  date: string;
  wanted: CorrectionWanted;
  time: string;
  reason: string;
}

/** What a day should say instead, and why. Asking and correcting directly are the same words. */
export function CorrectionForm({
  title,
  text,
  submit,
  date,
  time,
  isBusy,
  onSubmit,
  onClose,
}: CorrectionFormProps) {
  const { t } = useTranslation(['attendance', 'common']);
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: { date: date ?? '', wanted: 'present', time: time ?? '09:00', reason: '' },
    validate: {
      date: (value) => (value ? null : t('corrections.needDate')),
      time: (value, values) => (values.wanted !== 'present' || value ? null : t('corrections.needTime')),
      reason: (value) => (value.trim() ? null : t('corrections.needReason')),
    },
  });
  const send = form.onSubmit(({ wanted, time, ...rest }) =>
    onSubmit({ ...rest, wanted, time: wanted === 'present' ? time : null }),
  );
  return (
    <Sheet title={title} onClose={onClose}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <Text c="dimmed">{text}</Text>
          <TextInput
            type="date"
            label={t('corrections.date')}
            max={isoOfDate(now())}
            {...form.getInputProps('date')}
          />
          <Input.Wrapper label={t('corrections.wanted')} labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label={t('corrections.wanted')}
              value={form.values.wanted}
              onChange={(wanted) => form.setFieldValue('wanted', wanted)}
              data={CORRECTION_WANTED.map((value) => ({ value, label: t(`corrections.wishes.${value}`) }))}
            />
          </Input.Wrapper>
          {form.values.wanted === 'present' ? (
            <TextInput type="time" label={t('corrections.time')} {...form.getInputProps('time')} />
          ) : null}
          <Textarea
            label={t('corrections.reason')}
            description={t('corrections.reasonHint')}
            autosize
            minRows={2}
            maxLength={500}
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Sheet>
  );
}
