import { Button, Group, Stack, TextInput } from '@mantine/core';
import { plainCardNumber } from '@rollcall/core/attendance/kiosk/cards/card-codes.rules';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNote } from '../../../components/feedback/problem-note.tsx';
import { FormModal } from '../../../components/layout/form-modal.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { latinDigits } from '../../../lib/format/latin-digits.ts';
import { useAssignCard } from './cards.queries.ts';

/** Gives a person a card that a reader reads. A reader types the number and ends with Enter, which is the form's own. */
export function AssignCardModal({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, i18n } = useTranslation(['cards', 'common']);
  const assign = useAssignCard(id);
  const [number, setNumber] = useState('');
  const [isRefused, setRefused] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const plain = plainCardNumber(number);
    setRefused(plain === null);
    if (plain !== null) assign.mutate(plain, { onSuccess: onClose });
  };
  return (
    <FormModal title={t('assign')} onClose={onClose} isUnsaved={number !== ''}>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <TextInput
            label={t('number')}
            description={t('assignHint')}
            value={number}
            error={isRefused ? t('numberMissing') : null}
            maxLength={100}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            onChange={(event) => {
              setNumber(latinDigits(event.currentTarget.value));
              setRefused(false);
            }}
          />
          <ProblemNote text={assign.error ? errorText(assign.error, i18n, t('assignFailed')) : null} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.cancel')}
            </Button>
            <Button type="submit" loading={assign.isPending}>
              {t('assign')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
