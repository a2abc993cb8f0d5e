import { Button, Group, Input, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CORRECTION_WANTED, type CorrectionWanted } from '@rollcall/core/attendance/attendance.types';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/inputs/date-field.tsx';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import {
  type CorrectionRequest,
  useAskCorrection,
  useAskCorrectionFor,
  useCorrectDay,
} from './corrections.queries.ts';

interface CorrectionFormProps {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  /** The day to correct, if the form was opened from a day. */
  readonly date: string | undefined;
  /** When the person was seen that day, if at all. */
  readonly time: string | null | undefined;
  readonly isBusy: boolean;
  readonly onSubmit: (request: CorrectionRequest) => void;
  readonly onClose: () => void;
}

interface Values {
  date: string;
  wanted: CorrectionWanted;
  time: string;
  reason: string;
}

/** The fields of a correction, shared by asking for one and by correcting directly. */
function CorrectionForm({ title, text, submit, date, time, isBusy, onSubmit, onClose }: CorrectionFormProps) {
  const { t } = useTranslation(['attendance', 'common']);
  const today = useInstitutionToday();
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
    <FormModal title={title} onClose={onClose} isUnsaved={form.isDirty()}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <Text c="dimmed">{text}</Text>
          <DateField label={t('corrections.date')} max={today} {...form.getInputProps('date')} />
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
    </FormModal>
  );
}

interface AskProps {
  readonly date?: string | undefined;
  readonly time?: string | null | undefined;
  readonly onClose: () => void;
}

/** A person asks to have one of their own days corrected. */
export function AskCorrectionModal({ date, time, onClose }: AskProps) {
  const { t } = useTranslation('attendance');
  const ask = useAskCorrection();
  return (
    <CorrectionForm
      title={t('corrections.askTitle')}
      text={t('corrections.askText')}
      submit={t('corrections.send')}
      date={date}
      time={time}
      isBusy={ask.isPending}
      onClose={onClose}
      onSubmit={(request) => ask.mutate(request, { onSuccess: onClose })}
    />
  );
}

interface CorrectProps extends AskProps {
  readonly person: { readonly id: string; readonly name: string };
}

/** A teacher asks to have a day of somebody in their classes corrected. */
export function AskCorrectionForModal({ person, date, time, onClose }: CorrectProps) {
  const { t } = useTranslation('attendance');
  const ask = useAskCorrectionFor(person.id);
  return (
    <CorrectionForm
      title={t('corrections.askForTitle', { name: person.name })}
      text={t('corrections.askForText')}
      submit={t('corrections.send')}
      date={date}
      time={time}
      isBusy={ask.isPending}
      onClose={onClose}
      onSubmit={(request) => ask.mutate(request, { onSuccess: onClose })}
    />
  );
}

/** An office or an administrator corrects a person's day directly. */
export function CorrectDayModal({ person, date, time, onClose }: CorrectProps) {
  const { t } = useTranslation('attendance');
  const correct = useCorrectDay(person.id);
  return (
    <CorrectionForm
      title={t('corrections.directTitle', { name: person.name })}
      text={t('corrections.directText')}
      submit={t('corrections.apply')}
      date={date}
      time={time}
      isBusy={correct.isPending}
      onClose={onClose}
      onSubmit={(request) => correct.mutate(request, { onSuccess: onClose })}
    />
  );
}
