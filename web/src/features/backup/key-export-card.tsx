import { Button, Group, SimpleGrid } from '@mantine/core';
import { PASSPHRASE_MIN } from '@rollcall/core/backup/backup.rules';
import { IconKey } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { PassphraseInput } from '../../components/passphrase-input.tsx';
import classes from './backup.module.css';
import { useExportKeys } from './schedule.queries.ts';

/** A typo in this passphrase would be noticed on the worst day of all: so it is asked twice. */
export function KeyExportCard() {
  const { t } = useTranslation('safety');
  const exportKeys = useExportKeys();
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isTried, setTried] = useState(false);
  const isShort = passphrase.length < PASSPHRASE_MIN;
  const isDifferent = passphrase !== repeated;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (isShort || isDifferent) return;
    exportKeys.mutate(passphrase, {
      onSuccess: () => {
        setPassphrase('');
        setRepeated('');
        setTried(false);
      },
    });
  };
  return (
    <Card title={t('keys.title')} hint={t('keys.hint')}>
      <ul className={classes.why}>
        {(['apart', 'fresh', 'destroy'] as const).map((why) => (
          <li key={why}>{t(`keys.why.${why}`)}</li>
        ))}
      </ul>
      <form onSubmit={submit} noValidate>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <PassphraseInput
            label={t('seal.field')}
            hint={t('seal.fieldHint', { min: PASSPHRASE_MIN })}
            value={passphrase}
            error={isTried && isShort ? t('seal.short', { min: PASSPHRASE_MIN }) : null}
            onChange={setPassphrase}
          />
          <PassphraseInput
            label={t('seal.repeat')}
            value={repeated}
            error={isTried && !isShort && isDifferent ? t('seal.different') : null}
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
