import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/inputs/date-field.tsx';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { now } from '../../lib/format/dates.ts';
import { useInstitutionClock, useInstitutionToday } from '../../lib/format/institution-day.ts';
import type { GivenTime } from './unconfirmed.queries.ts';

interface DialogProps {
  readonly name: string;
  readonly takenAt: string;
  readonly isBusy: boolean;
  readonly onSave: (given: GivenTime) => void;
  readonly onClose: () => void;
}

/** Asks when the person came, where the clock of the device was wrong. */
export function UnconfirmedTimeDialog({ name, takenAt, isBusy, onSave, onClose }: DialogProps) {
  const { t } = useTranslation(['kiosks', 'common']);
  const clock = useInstitutionClock();
  const today = useInstitutionToday();
  const [first] = useState(() => {
    const taken = new Date(takenAt);
    const past = taken > now() ? now() : taken;
    return { date: clock.dayOf(past), time: clock.timeOf(past) };
  });
  const [date, setDate] = useState(first.date);
  const [time, setTime] = useState(first.time);
  const isUnsaved = date !== first.date || time !== first.time;
  return (
    <FormModal
      title={t('unconfirmed.timeTitle', { name })}
      onClose={onClose}
      isSmall
      size="sm"
      isUnsaved={isUnsaved}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSave({ date, time });
        }}
      >
        <Stack gap="md">
          <DateField label={t('unconfirmed.date')} max={today} value={date} onChange={setDate} />
          <TextInput
            type="time"
            label={t('unconfirmed.time')}
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.cancel')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={date === '' || time === ''}>
              {t('unconfirmed.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
