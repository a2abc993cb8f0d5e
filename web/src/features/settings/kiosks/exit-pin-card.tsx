import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { isEasyPin, isPin, PIN_DIGITS } from '@rollcall/core/auth/pins/pins.rules';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { ProblemNote } from '../../../components/feedback/problem-note.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { ConfirmModal } from '../../../components/layout/form-modal.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useFormat } from '../../../lib/format/format.ts';
import { latinDigits } from '../../../lib/format/latin-digits.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { useExitPinState, useRemoveExitPin, useSaveExitPin } from './exit-pin.queries.ts';
import classes from './kiosks.module.css';

/** The PIN that opens the menu of every kiosk. */
export function ExitPinCard() {
  const { t } = useTranslation('kiosks');
  const query = useExitPinState();
  const [isRemoving, setRemoving] = useState(false);
  const remove = useRemoveExitPin();
  const since = query.data?.changed_at ?? null;
  return (
    <Card
      title={t('exitPin.title')}
      hint={t('exitPin.hint')}
      actions={
        since ? (
          <Button size="xs" variant="default" onClick={() => setRemoving(true)}>
            {t('exitPin.remove')}
          </Button>
        ) : null
      }
    >
      {query.isPending ? <Skeleton height={100} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <ExitPinForm since={since} /> : null}
      {isRemoving ? (
        <ConfirmModal
          title={t('exitPin.removeTitle')}
          confirm={t('exitPin.remove')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setRemoving(false) })}
          onClose={() => setRemoving(false)}
        >
          {t('exitPin.removeText')}
        </ConfirmModal>
      ) : null}
    </Card>
  );
}

function ExitPinForm({ since }: { since: string | null }) {
  const { t, i18n } = useTranslation(['kiosks', 'account']);
  const format = useFormat();
  const save = useSaveExitPin();
  const [pin, setPin] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  useUnsaved(pin !== '');
  const refused = !isPin(pin) ? t('account:pin.wrongLength') : isEasyPin(pin) ? t('account:pin.easy') : null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (refused) return;
    save.mutate(pin, {
      onSuccess: () => {
        setPin('');
        setSubmitted(false);
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p className={classes.text}>
          {since ? t('exitPin.since', { date: format.fullMoment(since) }) : t('exitPin.none')}
        </p>
        <Group align="flex-start">
          <TextInput
            label={t('exitPin.field')}
            description={t('exitPin.fieldHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={pin}
            error={isSubmitted ? refused : null}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            maxLength={PIN_DIGITS.most}
            onChange={(event) => {
              setPin(latinDigits(event.currentTarget.value).replaceAll(/\D/g, ''));
              setSubmitted(false);
              save.reset();
            }}
          />
        </Group>
        <ProblemNote text={save.error ? errorText(save.error, i18n, t('exitPin.failed')) : null} />
        <Group justify="flex-end">
          <Button type="submit" variant="light" loading={save.isPending}>
            {t(since ? 'exitPin.change' : 'exitPin.set')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
