import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type SubmitEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { useConfirmation } from '../../lib/session/confirmation.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import classes from './account.module.css';
import { useConfirmIdentity, useFactors } from './factors.queries.ts';
import { Problem } from './problem.tsx';

/** Shows the dialog while a call waits for it; see `createConfirmation`. */
export function ConfirmIdentity() {
  const confirmation = useConfirmation();
  const isAsked = useSyncExternalStore(confirmation.subscribe, confirmation.isAsked);
  return isAsked ? <ConfirmIdentityModal onSettled={confirmation.settle} /> : null;
}

/** Asks for the password or a passkey once more, before an act with consequences. */
function ConfirmIdentityModal({ onSettled }: { onSettled: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation(['account', 'common']);
  const me = useMe();
  const factors = useFactors();
  const confirm = useConfirmIdentity();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const hasPassword = me?.has_password ?? true;
  const hasPasskey = canUsePasskeys() && (factors.data?.passkeys.some(({ usable }) => usable) ?? false);
  const send = (proof: Parameters<typeof confirm.mutate>[0]) =>
    confirm.mutate(proof, { onSuccess: () => onSettled(true) });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The dialog may be rendered inside another form.
    event.stopPropagation();
    setMissing(!password);
    if (password) send({ password });
  };
  return (
    <FormModal title={t('confirm.title')} onClose={() => onSettled(false)} isSmall>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <p className={classes.text}>{t('confirm.text')}</p>
          {hasPassword ? (
            <PasswordInput
              label={t('confirm.password')}
              autoComplete="current-password"
              data-autofocus
              value={password}
              error={missing && !password ? t('confirm.missing') : null}
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': t('common:actions.showPassword'), tabIndex: 0 }}
            />
          ) : null}
          {!hasPassword && !hasPasskey && !factors.isPending ? (
            <p className={classes.text}>{t('confirm.none')}</p>
          ) : null}
          <Problem error={confirm.error} fallback={t('confirm.failed')} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => onSettled(false)}>
              {t('common:actions.cancel')}
            </Button>
            {hasPasskey ? (
              <Button
                variant={hasPassword ? 'default' : 'filled'}
                leftSection={<IconFingerprint size={20} aria-hidden />}
                loading={confirm.isPending && !password}
                onClick={() => send({ passkey: true })}
              >
                {t('confirm.passkey')}
              </Button>
            ) : null}
            {hasPassword ? (
              <Button type="submit" loading={confirm.isPending && password !== ''}>
                {t('confirm.submit')}
              </Button>
            ) : null}
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
