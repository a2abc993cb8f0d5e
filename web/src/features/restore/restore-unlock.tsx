import { Button, Group } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PassphraseInput } from '../../components/passphrase-input.tsx';
import { useFormat } from '../../lib/use-format.ts';
import type { Brought } from './restore.queries.ts';

interface RestoreUnlockProps {
  readonly brought: Brought;
  readonly onUnlock: (passphrase: string) => void;
  readonly onOther: () => void;
}

export function RestoreUnlock({ brought, onUnlock, onOther }: RestoreUnlockProps) {
  const { t } = useTranslation('safety');
  const format = useFormat();
  const [passphrase, setPassphrase] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (passphrase) onUnlock(passphrase);
  };
  const { institution, created_at } = brought;
  return (
    <form onSubmit={submit}>
      <p>{t('restore.found', { institution, date: format.fullMoment(created_at) })}</p>
      <PassphraseInput
        label={t('seal.field')}
        hint={t('restore.passphraseHint')}
        value={passphrase}
        onChange={setPassphrase}
      />
      <Group justify="space-between" mt="md">
        <Button variant="subtle" color="gray" onClick={onOther}>
          {t('restore.again')}
        </Button>
        <Button type="submit" disabled={!passphrase}>
          {t('restore.read')}
        </Button>
      </Group>
    </form>
  );
}
