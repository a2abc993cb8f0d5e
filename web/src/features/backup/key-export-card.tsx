import { Button, Group, SimpleGrid } from '@mantine/core';
import { PASSPHRASE_MIN } from '@rollcall/core/backup/backup.rules';
import { IconKey } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PassphraseInput } from '../../components/inputs/passphrase-input.tsx';
import { Card } from '../../components/layout/card.tsx';
import classes from './backup.module.css';
import { useExportKeys } from './backup.queries.ts';

/** Exports the encryption keys. The passphrase is asked twice: a typo would surface only in a restore. */
export function KeyExportCard() {
  const { t } = useTranslation('safety');
  const exportKeys = useExportKeys();
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const isShort = passphrase.length < PASSPHRASE_MIN;
  const isDifferent = passphrase !== repeated;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isShort || isDifferent) return;
    exportKeys.mutate(passphrase, {
      onSuccess: () => {
        setPassphrase('');
        setRepeated('');
        setSubmitted(false);
      },
    });
  };
  return (
    <Card title={t('keys.title')} hint={t('keys.hint')}>
      <ul className={classes.reasons}>
        {(['apart', 'fresh', 'destroy'] as const).map((reason) => (
          <li key={reason}>{t(`keys.why.${reason}`)}</li>
        ))}
      </ul>
      <form onSubmit={submit} noValidate>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <PassphraseInput
            label={t('seal.field')}
            hint={t('seal.fieldHint', { min: PASSPHRASE_MIN })}
            value={passphrase}
            error={isSubmitted && isShort ? t('seal.short', { min: PASSPHRASE_MIN }) : null}
            onChange={setPassphrase}
          />
          <PassphraseInput
            label={t('seal.repeat')}
            value={repeated}
            error={isSubmitted && !isShort && isDifferent ? t('seal.different') : null}
            onChange={setRepeated}
          />
        </SimpleGrid>
        <Group justify="flex-end" mt="md">
          <Button
            type="submit"
            variant="light"
            leftSection={<IconKey size={18} aria-hidden />}
            loading={exportKeys.isPending}
          >
            {t('keys.action')}
          </Button>
        </Group>
      </form>
    </Card>
  );
}
