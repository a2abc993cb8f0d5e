import { Button, Group, SimpleGrid, Skeleton, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { isEasyPin, isPin, PIN_DIGITS } from '@rollcall/core/auth/pins/pins.rules';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { ConfirmModal } from '../../components/layout/form-modal.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { latinDigits } from '../../lib/format/latin-digits.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import classes from './account.module.css';
import { usePin, useRemovePin, useSavePin } from './pin.queries.ts';
import { Problem } from './problem.tsx';

/** The own PIN for kiosks. */
export function PinCard() {
  const { t } = useTranslation('account');
  const query = usePin();
  const [isRemoving, setRemoving] = useState(false);
  const since = query.data?.changed_at ?? null;
  return (
    <Card
      title={t('pin.title')}
      hint={t('pin.hint')}
      actions={
        since ? (
          <Button size="xs" variant="default" onClick={() => setRemoving(true)}>
            {t('pin.remove')}
          </Button>
        ) : null
      }
    >
      {query.isPending ? <Skeleton height={120} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <PinForm since={since} /> : null}
      {isRemoving ? <RemovePin onClose={() => setRemoving(false)} /> : null}
    </Card>
  );
}

function RemovePin({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const remove = useRemovePin();
  return (
    <ConfirmModal
      title={t('pin.removeTitle')}
      confirm={t('pin.remove')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      {t('pin.removeText')}
    </ConfirmModal>
  );
}

function PinForm({ since }: { since: string | null }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const save = useSavePin();
  const [pin, setPin] = useState('');
  const [repeat, setRepeat] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  useUnsaved(pin !== '');
  // Before the person has to show who they are for nothing.
  const refused = !isPin(pin) ? t('pin.wrongLength') : isEasyPin(pin) ? t('pin.easy') : null;
  const isDifferent = pin !== repeat;
  const change = (set: (digits: string) => void) => (digits: string) => {
    set(digits);
    setSubmitted(false);
    save.reset();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (refused || isDifferent) return;
    save.mutate(pin, {
      onSuccess: () => {
        setPin('');
        setRepeat('');
        setSubmitted(false);
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p className={classes.text}>
          {since ? t('pin.since', { date: format.fullMoment(since) }) : t('pin.none')}
        </p>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <PinInput
            label={t('pin.field')}
            description={t('pin.fieldHint')}
            value={pin}
            error={isSubmitted ? refused : null}
            onDigits={change(setPin)}
          />
          <PinInput
            label={t('pin.repeat')}
            value={repeat}
            error={isSubmitted && !refused && isDifferent ? t('pin.different') : null}
            onDigits={change(setRepeat)}
          />
        </SimpleGrid>
        <Problem error={save.error} fallback={t('pin.failed')} />
        <Group justify="flex-end">
          <Button type="submit" variant="light" loading={save.isPending}>
            {t(since ? 'pin.change' : 'pin.choose')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface PinInputProps extends Pick<TextInputProps, 'label' | 'description' | 'error'> {
  readonly value: string;
  readonly onDigits: (digits: string) => void;
}

/**
 * Hidden digits. Not a field of type `password`: password managers would fill in the password of the account, and offer
 * to replace it with the PIN.
 */
function PinInput({ onDigits, ...field }: PinInputProps) {
  return (
    <TextInput
      {...field}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ input: classes.digits ?? '' }}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
      maxLength={PIN_DIGITS.most}
      onChange={(event) => onDigits(latinDigits(event.currentTarget.value).replaceAll(/\D/g, ''))}
    />
  );
}
