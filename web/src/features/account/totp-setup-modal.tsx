import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../components/display/qr-code.tsx';
import { FormModal } from '../../components/layout/form-modal.tsx';
import classes from './account.module.css';
import { useActivateTotp } from './factors.queries.ts';
import { Problem } from './problem.tsx';

interface TotpSetupModalProps {
  readonly secret: string;
  readonly uri: string;
  readonly onCodes: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Gives the key to the authenticator app and asks for its first code. */
export function TotpSetupModal({ secret, uri, onCodes, onClose }: TotpSetupModalProps) {
  const { t } = useTranslation('account');
  const activate = useActivateTotp();
  const [code, setCode] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const bare = code.replace(/\s/g, '');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (bare) activate.mutate(bare, { onSuccess: ({ recovery_codes }) => onCodes(recovery_codes) });
  };
  return (
    <FormModal title={t('totp.setUpTitle')} onClose={onClose} isUnsaved={bare !== ''}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <p className={classes.text}>{t('totp.scan')}</p>
          <div className={classes.scan}>
            <QrCode text={uri} label={t('totp.qr')} className={classes.qr ?? ''} />
            {/* A phone cannot scan its own screen. */}
            <Button component="a" href={uri} variant="light" hiddenFrom="sm">
              {t('totp.open')}
            </Button>
            <p className={classes.secret}>
              {t('totp.key')} <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
            </p>
          </div>
          <TextInput
            label={t('totp.code')}
            description={t('totp.codeHint')}
            autoComplete="one-time-code"
            inputMode="numeric"
            data-autofocus
            value={code}
            error={isSubmitted && !bare ? t('totp.missing') : null}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Problem error={activate.error} fallback={t('totp.failed')} />
          <Group justify="flex-end">
            <Button type="submit" loading={activate.isPending}>
              {t('totp.finish')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
